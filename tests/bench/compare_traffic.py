#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Constant rates and the highest UDP rate of Millrace's senders vs iperf3, nuttcp and D-ITG, in turn, in one pair of
network namespaces. Needs root, the built millrace-agent and tcpdump; says which peers it leaves out.

    tests/bench/compare_traffic.py --build build/dev --rounds 3 --seconds 4

Rates are seen by tcpdump at the sender's interface, 0.5 s after the first packet to 0.2 s before the last: the mean, the
share of the windows of 1 and 10 ms within 10 % of the asked rate, the largest window of 1 ms over the asked rate, and the
sender's CPU time. All senders of constant rates run with SCHED_RR 1, which Millrace's takes by itself, everything else at
nice -15. The highest rate is what the interface has counted, with headers; a packet that the kernel cuts later counts one
header."""
import argparse
import collections
import json
import os
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

SENDER, RECEIVER, PORT, SIZE = "10.77.0.1", "10.77.0.2", 5555, 1448
SPACES = ("mr-pace-a", "mr-pace-b")


def inside(space, argv, real_time=False):
    priority = ["chrt", "-r", "1"] if real_time else ["nice", "-n", "-15"]
    return ["ip", "netns", "exec", SPACES[space]] + priority + [str(a) for a in argv]


def make_pair():
    remove_pair()
    for space in SPACES:
        subprocess.check_call(["ip", "netns", "add", space])
    subprocess.check_call(["ip", "link", "add", "va", "netns", SPACES[0], "type", "veth", "peer", "vb", "netns",
                           SPACES[1]])
    for space, name, address in ((SPACES[0], "va", SENDER), (SPACES[1], "vb", RECEIVER)):
        subprocess.check_call(["ip", "-n", space, "addr", "add", address + "/24", "dev", name])
        subprocess.check_call(["ip", "-n", space, "link", "set", name, "up"])
        subprocess.check_call(["ip", "-n", space, "link", "set", "lo", "up"])


def remove_pair():
    for space in SPACES:
        subprocess.call(["ip", "netns", "del", space], stderr=subprocess.DEVNULL)


class Ours:
    name = "millrace"

    def __init__(self, build, folder):
        self.agent = os.path.join(build, "bin", "millrace-agent")
        self.folder = folder

    def server(self, transport):
        return [self.agent, "traffic", "receive", "--address", RECEIVER, "--port", PORT]

    def client(self, transport, rate, seconds):
        order = os.path.join(self.folder, "order.json")
        with open(order, "w") as file:
            json.dump({"targets": [{"name": "b", "address": RECEIVER, "port": PORT}], "transport": transport,
                       "flow_rate": rate, "datagram_bytes": SIZE, "duration": "%dms" % (seconds * 1000),
                       "flows": [[0, 0, 0]]}, file)
        return [self.agent, "traffic", "send", "--order", order]


class Iperf3:
    def __init__(self, name, *more):
        self.name, self.more = name, list(more)

    def server(self, transport):
        return ["iperf3", "-s", "-1", "-p", PORT]

    def client(self, transport, rate, seconds):
        udp = ["-u"] if transport == "udp" else []
        size = ["-l", SIZE] if transport == "udp" or "-l" in self.more else []
        more = [m for m in self.more if m != "-l"]
        return ["iperf3", "-c", RECEIVER, "-p", PORT, "-t", seconds, "-b", int(rate)] + udp + size + more


class Nuttcp:
    def __init__(self, name, instant):
        self.name, self.instant = name, instant

    def server(self, transport):
        return ["nuttcp", "-1", "--nofork"]

    def client(self, transport, rate, seconds):
        speed = "-Ru" if rate == 0 else ("-Ri%dk" if self.instant else "-R%dk") % (rate / 1000)
        return ["nuttcp", "-u", speed, "-l%d" % SIZE, "-T%d" % seconds, RECEIVER]


class Ditg:
    name = "D-ITG -C"

    def server(self, transport):
        return ["ITGRecv"]

    def client(self, transport, rate, seconds):
        packets = 1000000 if rate == 0 else round(rate / 8 / SIZE)
        return ["ITGSend", "-a", RECEIVER, "-T", transport.upper(), "-C", packets, "-c", SIZE, "-t", seconds * 1000]


def payloads(path):
    """Time in seconds and payload of each packet that carries more than a handshake."""
    with open(path, "rb") as file:
        data = file.read()
    at, result = 24, []
    while at + 16 <= len(data):
        seconds, micro, kept, length = struct.unpack_from("<IIII", data, at)
        at += 16
        protocol = data[at + 23]
        head = 42 if protocol == 17 else 34 + (data[at + 46] >> 4) * 4
        if length - head > 200:
            result.append((seconds + micro * 1e-6, length - head))
        at += kept
    return result


def windows(packets, begin, end, width, rate):
    count = int((end - begin) / width)
    sums = [0] * count
    for when, size in packets:
        place = int((when - begin) / width)
        if when >= begin and place < count:
            sums[place] += size
    ratios = [s * 8 / width / rate for s in sums]
    return sum(abs(r - 1) <= 0.1 for r in ratios) / count, max(ratios)


def run_client(argv, limit):
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.time() + limit
    while time.time() < end:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = status
            return usage.ru_utime + usage.ru_stime
        time.sleep(0.02)
    process.kill()
    process.wait()
    return float("nan")


def counted():
    out = subprocess.check_output(["ip", "-n", SPACES[0], "-s", "-j", "link", "show", "va"])
    return json.loads(out)[0]["stats64"]["tx"]["bytes"]


class Server:
    def __init__(self, tool, transport):
        self.process = subprocess.Popen(inside(1, tool.server(transport)), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        time.sleep(0.4)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def paced(tool, transport, rate, seconds, folder):
    capture = os.path.join(folder, "sender.pcap")
    dump = subprocess.Popen(inside(0, ["tcpdump", "-i", "va", "-s", 80, "-B", 32768, "-w", capture,
                                       "src %s and %s" % (SENDER, transport)]), stderr=subprocess.DEVNULL)
    with Server(tool, transport):
        cpu = run_client(inside(0, tool.client(transport, rate, seconds), real_time=True), seconds + 10)
    dump.send_signal(signal.SIGINT)
    dump.wait()
    packets = payloads(capture)
    if len(packets) < 100:
        return None
    begin, end = packets[0][0] + 0.5, packets[-1][0] - 0.2
    if end - begin < 0.5:
        return None
    mean = sum(s for t, s in packets if begin <= t < end) * 8 / (end - begin) / rate
    one, largest = windows(packets, begin, end, 0.001, rate)
    ten, _ = windows(packets, begin, end, 0.01, rate)
    return {"mean": mean, "one": one, "ten": ten, "largest": largest, "cpu": cpu / seconds}


def fastest(tool, seconds):
    with Server(tool, "udp"):
        before = counted()
        cpu = run_client(inside(0, tool.client("udp", 0, seconds)), seconds + 10)
        return {"gbits": (counted() - before) * 8e-9 / seconds, "cpu": cpu / seconds}


def middle(results, key):
    values = [r[key] for r in results if r]
    return statistics.median(values) if values else float("nan")


def compare_paced(tools, transport, rate, args, folder):
    results = collections.defaultdict(list)
    for _ in range(args.rounds):
        for tool in tools:
            results[tool.name].append(paced(tool, transport, rate, args.seconds, folder))
    print("\n%s at %d Mbit/s" % (transport.upper(), rate / 1e6))
    print("%-28s %9s %10s %10s %9s %8s" % ("", "mean %", "1 ms %", "10 ms %", "largest", "CPU %"))
    for name, runs in results.items():
        print("%-28s %9.2f %10.1f %10.1f %8.2fx %8.0f" % (name, middle(runs, "mean") * 100, middle(runs, "one") * 100,
              middle(runs, "ten") * 100, middle(runs, "largest"), middle(runs, "cpu") * 100), flush=True)


def compare_fastest(tools, args):
    results = collections.defaultdict(list)
    for _ in range(args.rounds):
        for tool in tools:
            results[tool.name].append(fastest(tool, args.seconds))
    ours = middle(results["millrace"], "gbits")
    print("\nHighest UDP rate\n%-28s %9s %9s %8s" % ("", "Gbit/s", "ours is", "CPU %"))
    for name, runs in results.items():
        rate = middle(runs, "gbits")
        print("%-28s %9.2f %8.1fx %8.0f" % (name, rate, ours / rate if rate else float("nan"),
              middle(runs, "cpu") * 100), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/dev")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--rates", default="100,500", help="Mbit/s")
    args = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("network namespaces need root")
    missing = [p for p in ("iperf3", "nuttcp", "ITGSend") if not shutil.which(p)]
    if missing:
        print("left out: " + ", ".join(missing))
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(os.path.abspath(args.build), folder)
        iperf3 = [Iperf3("iperf3 -b"), Iperf3("iperf3 -b --pacing-timer 100", "--pacing-timer", "100")]
        iperf3_tcp = [Iperf3("iperf3 -b"), Iperf3("iperf3 -b -l 1448", "-l")]
        nuttcp = [Nuttcp("nuttcp -R", False), Nuttcp("nuttcp -Ri", True)] if "nuttcp" not in missing else []
        ditg = [Ditg()] if "ITGSend" not in missing else []
        if "iperf3" in missing:
            iperf3 = iperf3_tcp = []
        make_pair()
        try:
            for rate in [float(r) * 1e6 for r in args.rates.split(",")]:
                compare_paced([ours] + iperf3 + nuttcp + ditg, "udp", rate, args, folder)
                compare_paced([ours] + iperf3_tcp, "tcp", rate, args, folder)
            compare_fastest([ours] + iperf3[:1] + nuttcp[:1] + ditg, args)
        finally:
            remove_pair()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Capture analysis compared with other programs, in turn, in one session: CPU time (user + system) of whole processes,
peak memory of Millrace, medians over the rounds, and the median of the ratios within each round. Needs the built
bench_capture and a capture of both directions of millions of packets; takes tcptrace, nfpcapd, capinfos, tshark,
editcap, gzip and zstd where they are there. MR_YARDSTICKS or --yardsticks may name a folder with flow.c and
pcapsum.c, bare loops that show the limit; they are compiled here.

    tests/bench/compare_capture.py --build build/dev --rounds 5 --capture both.pcap [--one-sided one.pcap --merged all.pcap]
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


class Runs:
    """Measures commands in turn."""

    def __init__(self, realtime):
        self.results = {}
        self.realtime = realtime

    def once(self, name, command, environment=None, count=None, wall=False):
        """`wall`: its wall time counts."""
        if wall and self.realtime:
            command = ["chrt", "-r", "10"] + command
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                 env=dict(os.environ, **(environment or {})))
        out = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        if child.returncode != 0:
            print("failed: %s" % " ".join(command), file=sys.stderr)
            return
        said = json.loads(out.splitlines()[-1]) if out.lstrip().startswith("{") else {}
        self.results.setdefault(name, []).append(
            {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall, "rss": said.get("rss", 0),
             "packets": count or said.get("packets", 0), "said": said})

    def median(self, name, field):
        return statistics.median(run[field] for run in self.results[name])

    def best(self, name):
        """The shortest wall time: the others had to share the processors with somebody."""
        return min(run["wall"] for run in self.results[name])

    def ratio(self, a, b, field="cpu", per_packet=False):
        """The median of a / b over the rounds; nothing when one is missing."""
        if a not in self.results or b not in self.results:
            return None
        pairs = []
        for one, other in zip(self.results[a], self.results[b]):
            ratio = one[field] / max(other[field], 1e-9)
            if per_packet:
                ratio *= other["packets"] / one["packets"]
            pairs.append(ratio)
        return statistics.median(pairs)


def compile_yardsticks(folder, scratch):
    made = {}
    for name, library in (("flow", "-lpthread"), ("pcapsum", "-lpcap")):
        source = os.path.join(folder, name + ".c") if folder else ""
        if not os.path.exists(source):
            continue
        target = os.path.join(scratch, name)
        subprocess.run(["cc", "-O2", "-march=x86-64-v2", "-o", target, source, library], check=True,
                       stderr=subprocess.DEVNULL)
        made[name] = target
    return made


def warm(path):
    with open(path, "rb") as file:
        while file.read(1 << 24):
            pass


def convert(bench, capture, scratch):
    """The same packets in other formats, and with many connections."""
    made = {name: os.path.join(scratch, name + ".pcap") for name in ("nano", "many", "short", "ten")}
    subprocess.run([bench, "make", capture, made["nano"]], check=True)
    # About 370 packets a flow, 50 000 flows; and as many flows of 85 packets.
    subprocess.run([bench, "make", capture, made["many"], "--copies", "5", "--cut", "750"], check=True)
    subprocess.run([bench, "make", capture, made["short"], "--cut", "150"], check=True)
    subprocess.run([bench, "make", capture, made["ten"], "--copies", "10"], check=True)
    if shutil.which("editcap"):
        made["pcapng"] = os.path.join(scratch, "same.pcapng")
        subprocess.run(["editcap", "-F", "pcapng", capture, made["pcapng"]], check=True, stderr=subprocess.DEVNULL)
        made["part"] = os.path.join(scratch, "part.pcap")
        subprocess.run(["editcap", "-F", "pcap", "-r", capture, made["part"], "1-100000"], check=True,
                       stderr=subprocess.DEVNULL)
    for tool, ending in (("gzip", "gz"), ("zstd", "zst")):
        if shutil.which(tool):
            made[ending] = os.path.join(scratch, "same.pcap." + ending)
            with open(made[ending], "wb") as out:
                subprocess.run([tool, "-c", capture], check=True, stdout=out, stderr=subprocess.DEVNULL)
    return made


def one_round(runs, bench, capture, files, tools, scratch, options):
    ours = [bench, "run"]
    runs.once("ours", ours + [capture], wall=True)
    runs.once("ours, no order", ours + ["--no-order", capture])
    runs.once("ours, two threads", ours + ["--threads", "2", capture], wall=True)
    runs.once("ours, pictures", ours + ["--threads", "2", "--partial", capture], wall=True)
    runs.once("only reading", [bench, "read", capture])
    count = runs.results["ours"][0]["packets"]
    if "flow" in tools:
        runs.once("bare loop, read()", [tools["flow"], "full", "1", capture], {"RD": "1"}, count)
    if "pcapsum" in tools:
        runs.once("bare libpcap", [tools["pcapsum"], capture], None, count)
    for tool, command in (("tcptrace", ["tcptrace", "-l", "-n", capture]),
                          ("tcptrace, RTT", ["tcptrace", "-l", "-r", "-n", capture]),
                          ("nfpcapd", ["nfpcapd", "-r", capture, "-l", scratch]),
                          ("capinfos -c", ["capinfos", "-c", capture])):
        if shutil.which(command[0]):
            runs.once(tool, command, None, count)
    if "part" in files and shutil.which("tshark"):
        fields = [word for name in ("frame.time", "ip.src", "ip.dst", "tcp.srcport", "tcp.dstport", "frame.interface_name",
                                    "frame.len") for word in ("-e", name)]
        runs.once("tshark fields, a part", ["tshark", "-r", files["part"], "-T", "fields"] + fields, None, 100000)
    for name in ("nano", "many", "short", "pcapng", "ten"):
        if name in files:
            runs.once("ours, " + name, ours + [files[name]])
            runs.once("ours, %s, no order" % name, ours + ["--no-order", files[name]])
    for ending, tool in (("gz", "gzip"), ("zst", "zstd")):
        if ending in files:
            runs.once(tool + " alone", ["sh", "-c", "%s -dc '%s' > /dev/null" % (tool, files[ending])], None, count,
                      wall=True)
            runs.once("ours, " + ending, ours + ["--threads", "2", files[ending]], wall=True)
    for name, path in (("one-sided", options.one_sided), ("merged", options.merged)):
        if path:
            runs.once("ours, " + name, ours + [path])
            runs.once("ours, %s, no order" % name, ours + ["--no-order", path])


def show(runs):
    print("%-28s %9s %9s %9s %9s" % ("", "CPU s", "wall s", "Mpkt/s", "RSS MiB"))
    for name in runs.results:
        packets, cpu, rss = (runs.median(name, field) for field in ("packets", "cpu", "rss"))
        print("%-28s %9.3f %9.3f %9s %9s" % (name, cpu, runs.median(name, "wall"),
                                            "%.1f" % (packets / cpu / 1e6) if packets and cpu else "",
                                            "%.1f" % (rss / 1024) if rss else ""))


def without_rows(runs, name):
    """Peak memory in MiB without what grows with the content."""
    said = runs.results[name][0]["said"]
    return (runs.median(name, "rss") * 1024 - 32 * said["bins"] - 40 * said["bursts"]) / 2 ** 20


def goals(runs):
    def line(text, value, form="%.2f"):
        print("%-74s %s" % (text, "not measured" if value is None else form % value))

    def inverse(value):
        return None if value is None else 1 / value

    print()
    line("P1 full analysis / bare loop, CPU (<= 3, better 2)", runs.ratio("ours, no order", "bare loop, read()"))
    line("   the same with order and round trips", runs.ratio("ours", "bare loop, read()"))
    line("   with order / without (<= 1.5)", runs.ratio("ours", "ours, no order"))
    line("   full analysis / bare libpcap loop", runs.ratio("ours, no order", "bare libpcap"))
    line("P2 times as fast as tcptrace (>= 2.4, better 3.6)", inverse(runs.ratio("ours", "tcptrace")))
    line("   tcptrace with RTT", inverse(runs.ratio("ours", "tcptrace, RTT")))
    line("   nfpcapd (>= 1.5, better 2.3)", inverse(runs.ratio("ours", "nfpcapd")))
    line("   tshark -T fields, per packet (>= 250, better 380)",
         inverse(runs.ratio("ours", "tshark fields, a part", per_packet=True)))
    line("P4 two threads / one, best wall (<= 0.65, better 0.55)", runs.best("ours, two threads") / runs.best("ours"))
    line("   CPU", runs.ratio("ours, two threads", "ours"))
    line("P5 peak memory, MiB (<= 64, better 32)", runs.median("ours", "rss") / 1024, "%.1f")
    line("   of ten times the file, without 32 bytes a bin and 40 a burst, MiB", without_rows(runs, "ours, ten"), "%.1f")
    line("   of the file, likewise", without_rows(runs, "ours"), "%.1f")
    line("   of 50 000 flows", runs.median("ours, many", "rss") / 1024, "%.1f")
    line("P6 time per packet, 50 000 flows / few (<= 1.5, better 1.1)",
         runs.ratio("ours, many", "ours, nano", per_packet=True))
    line("   the same without order", runs.ratio("ours, many, no order", "ours, nano, no order", per_packet=True))
    line("   flows of 85 packets / few", runs.ratio("ours, short", "ours, nano", per_packet=True))
    line("   flows of 85 packets / few, without order",
         runs.ratio("ours, short, no order", "ours, nano, no order", per_packet=True))
    line("   ten times the file / the file (<= 1.15, better 1.0)", runs.ratio("ours, ten", "ours, nano", per_packet=True))
    line("P7 time per packet, one-sided / merged (<= 1.2, better 1.05)",
         runs.ratio("ours, one-sided", "ours, merged", per_packet=True))
    line("   one-sided / both sides", runs.ratio("ours, one-sided", "ours", per_packet=True))
    line("   pcapng / pcap", runs.ratio("ours, pcapng", "ours"))
    for ending, tool in (("gz", "gzip"), ("zst", "zstd")):
        if "ours, " + ending not in runs.results:
            continue
        limit = max(runs.best(tool + " alone"), runs.best("ours"))
        line("P8 %s on two threads, best wall / the slower of %s and analysis (<= 1.2)" % (ending, tool),
             runs.best("ours, " + ending) / limit)
    pictures = [run["said"] for run in runs.results["ours, pictures"]]
    line("first picture, s", statistics.median(said["first"] or said["wall"] for said in pictures), "%.3f")
    line("longest time until a cancelled analysis ended, s",
         max(run["said"]["longest"] for run in runs.results["cancel"]), "%.3f")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/dev")
    parser.add_argument("--capture", required=True, help="pcap of both directions")
    parser.add_argument("--one-sided", help="pcap of one node's own packets")
    parser.add_argument("--merged", help="pcap of all nodes' own packets, merged")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--yardsticks", default=os.environ.get("MR_YARDSTICKS"))
    parser.add_argument("--realtime", action="store_true",
                        help="as root: what is measured by the clock goes before everything else on the machine")
    parser.add_argument("--scratch", help="folder for converted captures: fifteen times the capture")
    options = parser.parse_args()
    bench = os.path.join(options.build, "bin", "bench_capture")
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        tools = compile_yardsticks(options.yardsticks, scratch)
        files = convert(bench, options.capture, scratch)
        for path in [options.capture, *files.values(), *filter(None, (options.one_sided, options.merged))]:
            warm(path)
        runs = Runs(options.realtime)
        for number in range(options.rounds):
            one_round(runs, bench, options.capture, files, tools, scratch, options)
            print("round %d of %d" % (number + 1, options.rounds), file=sys.stderr)
        runs.once("cancel", [bench, "cancel", "--threads", "2", files["ten"]])
    show(runs)
    goals(runs)


if __name__ == "__main__":
    main()

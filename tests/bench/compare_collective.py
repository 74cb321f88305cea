#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""All-reduce of Millrace vs gloo, Open MPI over TCP and a plain ring, in turn, on loopback and between network
namespaces. Needs the built bench_collective; takes cc, mpicc with mpirun and torch where they are there and says what it
leaves out. Needs root.

    tests/bench/compare_collective.py --build build/dev --rounds 5

All of them run in network namespaces made for this, loopback too, with one congestion control for every socket. For every
case: the median over the rounds of the median bus bandwidth (2(n-1)/n x bytes / time, the time of the slowest rank), the
median over the rounds of the ratio of our first strategy to theirs, and the CPU seconds of all ranks per iteration."""
import argparse
import collections
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {"1MB": (60, [250_000]), "25MB": (12, [6_250_000]), "100MB": (5, [25_000_000])}
PORT = 21000


def resnet50():
    """Element counts of the gradients of ResNet-50, last layer first."""
    counts = [1000, 2048000]
    for f, blocks, c_in in ((512, 3, 1024), (256, 6, 512), (128, 4, 256), (64, 3, 64)):
        c = 4 * f
        for _ in range(blocks - 1):
            counts += [c, c, c, f * c] + [f] * 3 + [9 * f * f] + [f] * 3 + [c * f]
        counts += [c] * 6 + [f * c]
        counts += [f] * 3 + [c_in * c] if f == 512 else [c_in * c] + [f] * 3
        counts += [9 * f * f] + [f] * 3 + [c_in * f]
    counts += [64, 64, 64, 9408]
    assert len(counts) == 214 and sum(counts) == 25_583_592
    return counts


def cases(names):
    known = dict(SIZES, resnet50=(5, resnet50()))
    return ["%s:%d:%s" % (name, known[name][0], ",".join(map(str, known[name][1]))) for name in names]


class Spaces:
    """Network namespaces with one congestion control; removed again on leaving."""

    def __init__(self, congestion):
        self.prefix = "mrbench%d-" % os.getpid()
        self.congestion = congestion
        self.made = []

    def make(self, name):
        space = self.prefix + str(name)
        self.ip("netns", "add", space)
        self.made.append(space)
        self.ip("-n", space, "link", "set", "lo", "up")
        for network in "127.0.0.0/8", "127.0.0.1":
            self.choose(space, "local", network, "dev", "lo", "table", "local", "scope", "host", "src", "127.0.0.1")
        return space

    def choose(self, space, *route):
        """By route: the default of a namespace cannot be one that only root may use, a route's can."""
        self.ip("-n", space, "route", "replace", *route, "proto", "kernel", "congctl", self.congestion)

    def command(self, rank, argv):
        return ["ip", "netns", "exec", self.space(rank)] + argv

    def __exit__(self, *_):
        for space in self.made:
            inside = subprocess.run(["ip", "netns", "pids", space], stdout=subprocess.PIPE, text=True).stdout.split()
            subprocess.run(["kill", "-9", *inside], check=False) if inside else None
            subprocess.run(["ip", "netns", "del", space], check=False)

    @staticmethod
    def ip(*arguments):
        subprocess.run(["ip", *arguments], check=True, stdout=subprocess.DEVNULL)


class Loopback(Spaces):
    """All ranks in one namespace."""
    name = "loopback"
    interface = "lo"
    mpi = ["--mca", "btl_tcp_if_include", "lo"]

    def address(self, rank):
        return "127.0.0.1"

    def space(self, rank):
        return self.prefix + "lo"

    def __enter__(self):
        self.make("lo")
        return self


class Namespaces(Spaces):
    """Each rank in a namespace of its own, all on one bridge."""
    name = "namespaces"
    interface = "eth0"

    def __init__(self, ranks, folder, congestion):
        super().__init__(congestion)
        self.mpi = ["--mca", "btl_tcp_if_include", "eth0", "--mca", "oob_tcp_if_include", "eth0", "--bind-to", "none",
                    "--mca", "plm_rsh_agent", os.path.join(folder, "enter"), "--mca", "orte_keep_fqdn_hostnames", "1",
                    "--host", ",".join(self.address(rank) for rank in range(ranks))]
        with open(os.path.join(folder, "enter"), "w") as agent:
            agent.write('#!/bin/sh\nhost=$1; shift\nexec ip netns exec %s${host##*.} unshare --uts '
                        'sh -c "hostname $host; $*"\n' % self.prefix)
        os.chmod(agent.name, 0o755)
        self.ranks = ranks

    def address(self, rank):
        return "10.78.0.%d" % (rank + 1)

    def space(self, rank):
        return "%s%d" % (self.prefix, rank + 1)

    def __enter__(self):
        bridge = self.make("b")
        self.ip("-n", bridge, "link", "add", "br0", "type", "bridge")
        self.ip("-n", bridge, "link", "set", "br0", "up")
        for rank in range(self.ranks):
            space = self.make(rank + 1)
            self.ip("-n", bridge, "link", "add", "p%d" % rank, "type", "veth", "peer", "name", "eth0", "netns", space)
            self.ip("-n", bridge, "link", "set", "p%d" % rank, "master", "br0", "up")
            self.ip("-n", space, "addr", "add", self.address(rank) + "/24", "dev", "eth0")
            self.ip("-n", space, "link", "set", "eth0", "up")
            self.choose(space, "10.78.0.0/24", "dev", "eth0", "scope", "link", "src", self.address(rank))
        return self


def run_ranks(place, ranks, command_of, environment=None):
    """Starts one process per rank; gives their standard outputs as one text."""
    children = [subprocess.Popen(place.command(rank, command_of(rank)), stdout=subprocess.PIPE, text=True,
                                 env=dict(os.environ, **(environment or {}))) for rank in range(ranks)]
    try:
        outputs = [child.communicate(timeout=300)[0] for child in children]
    finally:
        for child in children:
            if child.poll() is None:
                child.kill()
                child.wait()
    if any(child.returncode != 0 for child in children):
        raise RuntimeError("a rank failed: " + " ".join(command_of(0)[:4]))
    return "".join(outputs)


def ours(place, ranks, texts, tools, strategy):
    global PORT
    PORT += ranks
    peers = ",".join("%s:%d" % (place.address(rank), PORT + rank) for rank in range(ranks))
    return run_ranks(place, ranks, lambda rank: [tools["ours"], "--rank", str(rank), "--peers", peers, "--strategy",
                                                 strategy, *tools["extra"], *texts])


def plain_ring(place, ranks, texts, tools):
    hosts = ",".join(place.address(rank) for rank in range(ranks))
    return run_ranks(place, ranks, lambda rank: [tools["ring"], str(rank), str(ranks), hosts, *texts])


def gloo(place, ranks, texts, tools):
    global PORT
    PORT += ranks
    return run_ranks(place, ranks, lambda rank: [tools["python"], os.path.join(HERE, "gloo_collective.py"), str(rank),
                                                 str(ranks), *texts],
                     {"MASTER_ADDR": place.address(0), "MASTER_PORT": str(PORT), "OMP_NUM_THREADS": "1",
                      "GLOO_SOCKET_IFNAME": place.interface})


def open_mpi(place, ranks, texts, tools):
    argv = [tools["mpirun"], "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "tcp,self", *place.mpi, "--mca",
            "mpi_yield_when_idle", "1", "-np", str(ranks), tools["mpi"], *texts]
    result = subprocess.run(place.command(0, argv), stdout=subprocess.PIPE, text=True, timeout=300,
                            env=dict(os.environ, OMPI_MCA_orte_tmpdir_base=tools["folder"]))
    if result.returncode != 0:
        raise RuntimeError("mpirun failed")
    return result.stdout


def engines(tools, strategies):
    table = collections.OrderedDict()
    for strategy in strategies:
        table["ours " + strategy] = lambda p, n, t, s=strategy: ours(p, n, t, tools, s)
    if tools["ring"]:
        table["plain ring"] = lambda p, n, t: plain_ring(p, n, t, tools)
    if tools["python"]:
        table["gloo"] = lambda p, n, t: gloo(p, n, t, tools)
    if tools["mpirun"]:
        table["Open MPI tcp"] = lambda p, n, t: open_mpi(p, n, t, tools)
    return table


def find_tools(build, folder, only, extra):
    tools = {"ours": os.path.join(build, "bin", "bench_collective"), "folder": folder, "ring": None, "python": None,
             "mpirun": None, "extra": extra}
    if not os.path.exists(tools["ours"]):
        sys.exit("%s is missing: build the target bench_collective first" % tools["ours"])
    if "ring" in only and shutil.which("cc"):
        tools["ring"] = os.path.join(folder, "plain_ring")
        subprocess.run(["cc", "-O3", "-o", tools["ring"], os.path.join(HERE, "plain_ring.c")], check=True)
    if "mpi" in only and shutil.which("mpicc") and shutil.which("mpirun"):
        tools["mpirun"] = shutil.which("mpirun")
        tools["mpi"] = os.path.join(folder, "mpi_collective")
        subprocess.run(["mpicc", "-O2", "-o", tools["mpi"], os.path.join(HERE, "mpi_collective.c")], check=True)
    if "gloo" in only and subprocess.run(["/usr/bin/python3", "-c", "import torch.distributed"],
                                         stderr=subprocess.DEVNULL).returncode == 0:
        tools["python"] = "/usr/bin/python3"
    for key, name, wanted in (("ring", "plain ring (no cc)", "ring"), ("mpirun", "Open MPI (no mpicc or mpirun)", "mpi"),
                              ("python", "gloo (no torch)", "gloo")):
        if wanted in only and not tools[key]:
            print("left out: " + name)
    return tools


def measure(output, ranks):
    """Bus bandwidth in GB/s and CPU seconds by case."""
    by_case = collections.defaultdict(list)
    for line in output.splitlines():
        if line.startswith("{"):
            row = json.loads(line)
            by_case[row["case"]].append(row)
    known = dict(SIZES, resnet50=(5, resnet50()))
    results = {}
    for name, rows in by_case.items():
        if len(rows) != ranks:
            raise RuntimeError("%d of %d ranks reported %s" % (len(rows), ranks, name))
        slowest = [max(times) for times in zip(*(row["seconds"] for row in rows))]
        bandwidth = 4 * sum(known[name][1]) * 2 * (ranks - 1) / ranks / statistics.median(slowest) / 1e9
        results[name] = (bandwidth, sum(row["cpu"] for row in rows))
    return results


ENDS = '''
import socket, sys
server = socket.create_server((sys.argv[1], 0))
client = socket.create_connection(server.getsockname())
print(*{end.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16).rstrip(b"\\0").decode()
        for end in (client, server.accept()[0])})'''


def check_congestion(place):
    """Both ends of a connection have what was asked for."""
    used = subprocess.run(place.command(0, [sys.executable, "-c", ENDS, "127.0.0.1"]), stdout=subprocess.PIPE,
                          text=True, check=True).stdout.strip()
    if used != place.congestion:
        sys.exit("connections use %s instead of %s" % (used, place.congestion))


def compare(place, ranks, names, table, rounds):
    check_congestion(place)
    found = collections.defaultdict(list)
    for _ in range(rounds):
        for engine, run in table.items():
            try:
                for name, result in measure(run(place, ranks, cases(names)), ranks).items():
                    found[name, engine].append(result)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                print("%s, %d ranks, %s: %s" % (place.name, ranks, engine, error), file=sys.stderr)
    for name in names:
        mine = found[name, next(iter(table))]
        for engine in table:
            rows = found[name, engine]
            if not rows or not mine:
                continue
            ratio = statistics.median(a[0] / b[0] for a, b in zip(mine, rows))
            print("%-10s n=%d %-9s %-30s %8.3f GB/s  ours/this %6.2f  CPU %8.4f s" % (
                place.name, ranks, name, engine, statistics.median(row[0] for row in rows), ratio,
                statistics.median(row[1] for row in rows)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "release"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ranks", default="2,4")
    parser.add_argument("--cases", default="1MB,25MB,100MB,resnet50")
    parser.add_argument("--places", default="loopback,namespaces")
    parser.add_argument("--strategies", default="RING_ALLREDUCE,HALVING_DOUBLING,PAIRWISE")
    parser.add_argument("--peers", default="ring,gloo,mpi")
    parser.add_argument("--congestion-control", default="cubic",
                        help="of every socket of every peer")
    parser.add_argument("--extra", default="", help="more options for bench_collective")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that namespaces are removed
    if os.geteuid() != 0:
        sys.exit("this needs root: every peer runs in network namespaces with the same congestion control")
    print("load %s, congestion control %s for all; ratios are of %s" % (
        os.getloadavg(), options.congestion_control, options.strategies.split(",")[0]))
    with tempfile.TemporaryDirectory(prefix="mrbench") as folder:
        tools = find_tools(options.build, folder, options.peers.split(","), options.extra.split())
        table = engines(tools, options.strategies.split(","))
        for ranks in map(int, options.ranks.split(",")):
            for place_name in options.places.split(","):
                with (Namespaces(ranks, folder, options.congestion_control) if place_name == "namespaces"
                      else Loopback(options.congestion_control)) as place:
                    compare(place, ranks, options.cases.split(","), table, options.rounds)


if __name__ == "__main__":
    main()

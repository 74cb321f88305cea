#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch on Millrace's collectives compared with gloo, and with monitors compared with none. Needs PyTorch and
torchvision, and root for the network namespaces.

    tests/bench/compare_torch.py [CASE...] --rounds 10

All variants of a case are in the same processes and take turns, in an order that is drawn for each round. Every socket
uses one congestion control. Printed: the median over the rounds of the time of a step, the median over the rounds of the
ratio to the first variant with its 95 % interval (2000 bootstrap samples of the rounds), the same for the time in which
rank 0 had an all-reduce in flight, and the processor time of all ranks. Cases: """
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

from compare_collective import HERE, Loopback, Namespaces

SOURCE = os.path.dirname(os.path.dirname(HERE))
BOTH = ["gloo", "millrace"]
CASES = {
    "resnet18": dict(kind="training", model="resnet18", pixels=64, batch=8, steps=3, variants=BOTH),
    "mlp": dict(kind="training", model="mlp", pixels=28, batch=64, steps=40, variants=BOTH),
    "reduce-25MB": dict(kind="reduction", megabytes=25, steps=4, variants=BOTH),
    "reduce-100MB": dict(kind="reduction", megabytes=100, steps=2, variants=BOTH),
    "compute": dict(kind="training", model="resnet20", pixels=32, batch=64, steps=2, variants=BOTH),
    "monitors": dict(kind="training", model="resnet18", pixels=112, batch=8, steps=8,
                     variants=["millrace", "noise-scale", "variance/8"]),
    "monitors-all": dict(kind="training", model="resnet18", pixels=112, batch=8, steps=8,
                         variants=["millrace", "idle hook", "noise-scale", "variance/1", "variance/8"]),
}
PORT = 23000


def run(place, ranks, case, more):
    """Lines of rank 0 as objects."""
    global PORT
    PORT += 1
    environment = {**os.environ, "WORLD_SIZE": str(ranks), "MASTER_ADDR": place.address(0), "MASTER_PORT": str(PORT),
                   "GLOO_SOCKET_IFNAME": place.interface, "MILLRACE_INTERFACE": place.interface,
                   "OMP_NUM_THREADS": "1", "USE_LIBUV": "0", **more,
                   "PYTHONPATH": f"{SOURCE}/resources/torch:{SOURCE}/resources/torch/millrace_torch/site:"
                                 f"{SOURCE}/resources/workloads"}
    children = [subprocess.Popen(place.command(rank, ["/usr/bin/python3", os.path.join(HERE, "torch_cases.py"),
                                                      json.dumps(case)]),
                                 env={**environment, "RANK": str(rank)}, text=True,
                                 stdout=subprocess.PIPE if rank == 0 else subprocess.DEVNULL) for rank in range(ranks)]
    try:
        output = children[0].communicate(timeout=1200)[0]
        if any(child.wait(60) != 0 for child in children):
            raise RuntimeError("a rank failed")
    finally:
        for child in children:
            child.kill()
    return [json.loads(line) for line in output.splitlines()]


def interval(ratios):
    draw = random.Random(7)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(2000))
    return medians[50], medians[1949]


def report(title, case, lines):
    print(title)
    by_variant = {name: {line["round"]: line for line in lines if line["variant"] == name}
                  for name in case["variants"]}
    first = by_variant[case["variants"][0]]
    for name, rounds in by_variant.items():
        print(f"  {name:12}", end="")
        for quantity in ("seconds", "communication"):
            if first[0][quantity] == 0 or rounds[0][quantity] == 0:  # a monitor has a hook of its own
                continue
            ratios = [line[quantity] / first[number][quantity] for number, line in rounds.items()]
            low, high = interval(ratios)
            print(f" {1000 * statistics.median(line[quantity] for line in rounds.values()):9.2f} ms "
                  f"{statistics.median(ratios):6.3f} ({low:.3f} to {high:.3f});", end="")
        print(f" {statistics.median(line['cpu'] for line in rounds.values()):7.3f} s of processor", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__ + ", ".join(CASES) + ".",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--place", choices=["namespaces", "host"], default="namespaces",
                        help="host: all ranks in one, where Millrace uses shared memory")
    parser.add_argument("--rate", help="of every interface, for example 1gbit; default: not limited")
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--congestion", default="cubic")
    parser.add_argument("--strategy", default="RING_ALLREDUCE")
    values = parser.parse_args()
    unknown = set(values.cases) - set(CASES)
    if unknown:
        parser.error(f"unknown case {unknown.pop()}")
    with tempfile.TemporaryDirectory() as folder:
        place = (Loopback(values.congestion) if values.place == "host"
                 else Namespaces(values.ranks, folder, values.congestion))
        with place:
            if values.rate and values.place == "namespaces":
                for rank in range(values.ranks):
                    place.ip("netns", "exec", place.space(rank), "tc", "qdisc", "add", "dev", "eth0", "root", "tbf",
                             "rate", values.rate, "burst", "256k", "latency", "20ms")
            for name in values.cases or CASES:
                case = dict(CASES[name], rounds=values.rounds)
                lines = run(place, values.ranks, case, {"MILLRACE_STRATEGY": values.strategy})
                report(f"{name}, {values.ranks} ranks, {values.place}, {values.rate or 'no limit'}, "
                       f"{values.congestion}, {values.strategy}", case, lines)


if __name__ == "__main__":
    sys.exit(main())

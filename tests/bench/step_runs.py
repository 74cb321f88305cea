#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training steps found in packets against the workers' logs.

  step_runs.py record FOLDER --seed N [--count 30]   makes runs on the emulated cluster, with captures (root)
  step_runs.py score FOLDER                          analyses the captures and prints a table

Half of the runs are of the built-in worker (strategies, 2 to 6 workers, 14 to 120 ms of compute time, loss of 0 to 1 %,
with and without short background flows), a quarter of PyTorch DDP, a quarter of the template cross-traffic with phases
of 2, 4 and 1 s. All is drawn from the seed. Runs that exist are kept. The comparison is reimplemented here by the rule
of analysis::compareSteps: a step of the log is matched when the middle of exactly one step of the traffic is in it.
"""

import argparse
import csv
import io
import json
import pathlib
import random
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def background(rng, nodes):
    """Short flows between all workers, flows/s of each in the name."""
    per_second = rng.choice([5, 10, 15])
    size = rng.choice([5_000, 20_000, 60_000])
    return {"name": f"{per_second} flows/s", "pattern": "exponential", "rate": f"{per_second * size * 8 / 1e6}Mbit",
            "sizes": {"name": "fixed", "bytes": str(size)}, "matrix": "all-to-all", "sources": nodes,
            "destinations": nodes, "phases": {"baseline": "100ms", "loaded": "30s", "recovery": "100ms"}}


def cluster(workers, rate, delay, loss):
    link = {"rate": rate, "delay": delay}
    if loss:
        link["loss"] = loss
    names = [f"n{i}" for i in range(workers)]
    return {"name": "nodes", "nodes": [{"name": name} for name in names], "links": [link]}, names


def project(workload, nodes, cross, grid):
    grid = {"name": "steps", "cluster": "nodes", "workload": workload["name"], "capture": {"enabled": True},
            "gate": {"enabled": False}} | grid
    if cross:
        grid["factors"] = [{"name": "cross_traffic", "levels": [cross["name"]]}]
    return {"format": "millrace-project", "version": 1, "name": "steps", "clusters": [nodes], "workloads": [workload],
            "cross_traffic": [cross] if cross else [], "grids": [grid]}


def builtin_case(rng, number):
    workers = rng.randint(2, 6)
    strategy = rng.choice(["RING_ALLREDUCE", "RING_ALLREDUCE", "RING", "STAR", "BINARY_TREE_STAR", "CLIQUE"])
    model = rng.choice(["resnet50/50", "mobilenetv2/4", "vgg16/50", "densenet201/50"])
    compute = rng.choice([14, 25, 40, 80, 120])
    loss = rng.choice([0, "0.5%", "1%"])
    rate = rng.choice(["200Mbit", "500Mbit", "1Gbit"])
    nodes, names = cluster(workers, rate, rng.choice(["50us", "200us", "1ms"]), loss)
    cross = background(rng, names) if number % 2 else None
    workload = {"name": "job", "framework": "builtin", "model": model, "strategy": strategy, "warmup_steps": 2,
                "steps": max(15, min(45, int(3000 / compute))), "compute_time": f"{compute}ms",
                "compute_jitter": rng.choice([0, 0.05, 0.15]), "verify_every": 0, "deadline": "1min"}
    if cross:  # the run ends with its phases
        workload["steps"] = 100_000
        cross["phases"]["loaded"] = "4s"
    name = f"{strategy} {workers} w, {model}, {compute} ms, {rate}, loss {loss}" + (f", {cross['name']}" if cross else "")
    return name, project(workload, nodes, cross, {"seed": rng.randrange(1 << 30)})


def ddp_case(rng, number):
    workers = rng.randint(2, 4)
    loss = rng.choice([0, 0, "0.5%"])
    rate = rng.choice(["300Mbit", "500Mbit", "1Gbit"])
    nodes, names = cluster(workers, rate, rng.choice(["50us", "200us"]), loss)
    cross = background(rng, names) if number % 2 else None
    bucket = rng.choice([1, 5, 25])
    workload = {"name": "job", "framework": "pytorch-ddp", "backend": "gloo", "model": "mobilenetv2", "batch": 2,
                "steps": rng.choice([12, 20]), "warmup_steps": 2, "deadline": "3min",
                "extras": {"image_size": "32", "python": "/usr/bin/python3", "bucket_mb": str(bucket), "threads": "1"}}
    if cross:
        workload["steps"] = 100_000
        cross["phases"] = {"baseline": "1s", "loaded": "6s", "recovery": "1s"}
    name = f"DDP {workers} w, bucket {bucket} MB, {rate}, loss {loss}" + (f", {cross['name']}" if cross else "")
    return name, project(workload, nodes, cross, {"seed": rng.randrange(1 << 30)})


def template_case(rng, number):
    template = json.loads((ROOT / "resources/templates/cross-traffic.millrace").read_text())
    pattern = ["consistent", "burst"][number % 2]
    rate = ["80Mbit", "320Mbit"][number // 2 % 2]
    for profile in template["cross_traffic"]:
        profile["phases"] = {"baseline": "2s", "loaded": "4s", "recovery": "1s"}
    grid = template["grids"][0]
    models = {"resnet50/50": "110ms", "vgg16/50": "130ms"}
    model = rng.choice(list(models))
    grid["factors"] = [{"name": "model", "levels": [model]}, {"name": "compute_time", "levels": [models[model]]},
                       {"name": "cross_traffic", "levels": [pattern]}, {"name": "cross_rate", "levels": [rate]}]
    grid["conditions"] = []
    grid["capture"] = {"enabled": True}
    grid["gate"] = {"enabled": False}
    grid["seed"] = rng.randrange(1 << 30)
    template["grids"] = [grid]
    return f"template cross-traffic, {model}, {pattern}, {rate}", template


def cases(seed, count):
    rng = random.Random(seed)
    makers = [builtin_case, builtin_case, ddp_case, template_case]
    seen = {}
    for number in range(count):
        maker = makers[number % 4]
        at = seen.get(maker, 0)
        seen[maker] = at + 1
        yield number, *maker(random.Random(rng.randrange(1 << 30)), at)


def record(args):
    args.folder.mkdir(parents=True, exist_ok=True)
    for number, name, content in cases(args.seed, args.count):
        if args.only and number not in args.only:
            continue
        file = args.folder / f"{number:02}.millrace"
        store = file.with_suffix(".mrdb")
        if store.exists():
            continue
        content["name"] = name
        file.write_text(json.dumps(content, indent=1))
        result = subprocess.run([args.cli, "--quiet", "run", file, "--store", store, "--no-report"],
                                capture_output=True, text=True, timeout=600)
        print(f"{number:2} {name}: exit {result.returncode}", result.stderr.strip()[-300:], flush=True)


def logged_steps(cli, store):
    """From the first rank's begin to the last one's end, warm-up included."""
    text = subprocess.run([cli, "export", store, "--part", "series"], capture_output=True, text=True)
    ranks = {}
    for row in csv.DictReader(io.StringIO(text.stdout)):
        if row["series"] == "step.time" and row["value"]:
            end = float(row["time_ns"]) / 1e9
            ranks.setdefault(row["node"], []).append((end - float(row["value"]), end))
    for steps in ranks.values():
        steps.sort()
    count = max(map(len, ranks.values()), default=0)
    steps = []
    for number in range(count):
        one = [rank[number] for rank in ranks.values() if number < len(rank)]
        steps.append((min(step[0] for step in one), max(step[1] for step in one)))
    return steps


def matched(found, logged):
    middles = [begin + length / 2 for begin, length in found]
    return sum(1 for begin, end in logged if sum(begin <= middle < end for middle in middles) == 1)


def analysed(cli, captures, options):
    out = subprocess.run([cli, "--json", "analyze", *options, "--steps", *captures], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr)
    return json.loads(out.stdout)


def columns(table):
    return [column["name"] for column in table["columns"]]


def summary_of(result):
    return {row[0]: row[1] for row in result["step-summary"]["rows"]}


def score_one(cli, store, options):
    captures = sorted(store.with_suffix(".mrdb.files").glob("*/*.pcap*"))
    result = analysed(cli, captures, options)
    summary = summary_of(result)
    names = columns(result["steps"])
    found = [(row[names.index("begin_time")], row[names.index("duration")]) for row in result["steps"]["rows"]]
    logged = logged_steps(cli, store)
    share = matched(found, logged) / len(logged) if logged else float("nan")
    verdict = summary["result"]
    reliable = verdict == "reliable"
    return {"logged": len(logged), "found": len(found), "share": share, "reliable": reliable, "verdict": verdict,
            "summary": summary, "period": statistics.median(b[0] - a[0] for a, b in zip(logged, logged[1:]))
            if len(logged) > 1 else float("nan")}


def score(args):
    good = silent = wrong = 0
    print("| run | logged | found | matched | true period | answer |\n|---|---|---|---|---|---|")
    for file in sorted(args.folder.glob("*.millrace")):
        store = file.with_suffix(".mrdb")
        if not store.exists():
            continue
        name = json.loads(file.read_text())["name"]
        one = score_one(args.cli, store, args.option)
        if one["logged"] < 4:
            print(f"| {file.stem} {name} | {one['logged']} | | | | run failed |")
            continue
        fine = one["reliable"] and one["share"] >= 0.95
        good += fine
        silent += not one["reliable"]
        wrong += one["reliable"] and not fine
        print(f"| {file.stem} {name} | {one['logged']} | {one['found']} | {one['share'] * 100:.0f} % | "
              f"{one['period'] * 1e3:.0f} ms | {one['verdict']}{'' if fine or not one['reliable'] else ' **WRONG**'} |")
        if args.verbose:
            print("   ", {key: value for key, value in one["summary"].items() if key != "result"})
    print(f"\nmatched in 95 % or more of the steps: {good}; answered as not reliable: {silent}; wrong: {wrong}")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["record", "score"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cli", default=str(ROOT / "build/bin/millrace-cli"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--only", type=lambda text: {int(part) for part in text.split(",")})
    parser.add_argument("--option", action="append", default=[], help="further options of analyze")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    return score(args) if args.action == "score" else record(args)


if __name__ == "__main__":
    sys.exit(main())

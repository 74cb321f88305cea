# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same benchmark with gloo as torch.distributed uses it: gloo_collective.py RANK RANKS CASE...

Cases and output as in bench_collective.cpp, the counts of a case one after another. MASTER_ADDR, MASTER_PORT and
GLOO_SOCKET_IFNAME come from the environment."""
import json
import sys
import time

import torch
import torch.distributed as dist

WARM_UPS = 3


def start_together():
    """All ranks run on one machine, so its clock gives them a common start: the next full 5 ms."""
    now = time.monotonic()
    time.sleep((now // 0.005 + 1) * 0.005 - now)


def run_case(text, rank, ranks):
    name, iterations, counts = text.split(":")
    iterations = int(iterations)
    tensors = [torch.empty(int(count)) for count in counts.split(",")]
    seconds, cpu = [], 0.0
    for i in range(iterations + WARM_UPS):
        for tensor in tensors:
            tensor.fill_(rank + 1)
        dist.barrier()
        start_together()
        c0, t0 = time.process_time(), time.perf_counter()
        for tensor in tensors:
            dist.all_reduce(tensor)
        took = time.perf_counter() - t0
        if i >= WARM_UPS:
            seconds.append(took)
            cpu += time.process_time() - c0
    for tensor in tensors:
        assert bool((tensor == ranks * (ranks + 1) / 2).all()), "the sum is wrong"
    print(json.dumps({"case": name, "rank": rank, "ranks": ranks, "cpu": cpu / iterations,
                      "seconds": [round(s, 7) for s in seconds]}), flush=True)


def main():
    rank, ranks = int(sys.argv[1]), int(sys.argv[2])
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=rank, world_size=ranks)
    for text in sys.argv[3:]:
        run_case(text, rank, ranks)
    dist.barrier()


main()

# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One rank of compare_torch.py: variants of one training in turn, in one process. Rank 0 prints a JSON line for each."""

import json
import random
import resource
import sys
import threading
import time

import torch
import torch.distributed as dist
import torchvision

import small_models


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class InFlight:
    """Time with at least one all-reduce in flight: DDP starts them while it computes gradients."""

    def __init__(self, group):
        self.group = group
        self.lock = threading.Lock()
        self.count = 0
        self.since = 0.0
        self.total = 0.0

    def hook(self, _, bucket):
        tensor = bucket.buffer().div_(dist.get_world_size(self.group))
        with self.lock:
            if self.count == 0:
                self.since = time.monotonic()
            self.count += 1
        future = dist.all_reduce(tensor, group=self.group, async_op=True).get_future()

        def done(result):
            with self.lock:
                self.count -= 1
                if self.count == 0:
                    self.total += time.monotonic() - self.since
            return result.value()[0]

        return future.then(done)


class Training:
    """DistributedDataParallel over one backend, with or without a monitor."""

    def __init__(self, group, model, pixels, batch, monitor=None, hook=None):
        torch.manual_seed(1)
        network = (small_models.SMALL_MODELS[model][0](10) if model in small_models.SMALL_MODELS
                   else getattr(torchvision.models, model)(num_classes=1000))
        channels = small_models.SMALL_MODELS[model][1] if model in small_models.SMALL_MODELS else 3
        self.model = torch.nn.parallel.DistributedDataParallel(network, process_group=group)
        self.monitor = monitor
        self.in_flight = InFlight(group)
        self.model.register_comm_hook(monitor, hook if monitor else self.in_flight.hook)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.001)
        self.images = torch.randn(batch, channels, pixels, pixels)
        self.labels = torch.randint(10, (batch,))

    def step(self):
        self.optimizer.zero_grad()
        torch.nn.functional.cross_entropy(self.model(self.images), self.labels).backward()
        if self.monitor:
            self.monitor.end_step()
        self.optimizer.step()


class Reduction:
    """All-reduces of one tensor."""

    def __init__(self, group, megabytes):
        self.group = group
        self.tensor = torch.zeros(megabytes * 250_000)

    def step(self):
        dist.all_reduce(self.tensor, group=self.group)


def variants(case):
    """By name."""
    groups = {name: dist.new_group(backend=name) for name in ("gloo", "millrace") if name in case["variants"]
              or name == "millrace"}
    if case["kind"] == "reduction":
        return {name: Reduction(groups[name], case["megabytes"]) for name in case["variants"]}
    from millrace_torch.monitor import NoiseScale, Variance, hook
    own = groups["millrace"]
    monitors = {"noise-scale": lambda: NoiseScale(case["batch"], group=own),
                "variance/1": lambda: Variance(group=own), "variance/8": lambda: Variance(8, group=own),
                "idle hook": lambda: NoiseScale(case["batch"], interval=1_000_000_000, group=own)}
    made = {}
    for name in case["variants"]:
        monitor = monitors[name]() if name in monitors else None
        if name == "idle hook":
            monitor.step = 1
        made[name] = Training(groups[name if name in groups else "millrace"], case["model"], case["pixels"],
                              case["batch"], monitor, hook)
    return made


def main():
    case = json.loads(sys.argv[1])
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    made = variants(case)
    order = random.Random(5)
    cpu = torch.zeros(1, dtype=torch.float64)
    for round_number in range(-1, case["rounds"]):
        names = list(made)
        order.shuffle(names)
        for name in names:
            dist.barrier()
            began, began_cpu = time.monotonic(), cpu_seconds()
            for _ in range(case["steps"]):
                made[name].step()
            cpu[0] = cpu_seconds() - began_cpu
            took = (time.monotonic() - began) / case["steps"]
            dist.all_reduce(cpu)
            in_flight = getattr(made[name], "in_flight", None)
            communication = in_flight.total / case["steps"] if in_flight else took
            if in_flight:
                in_flight.total = 0.0
            if rank == 0 and round_number >= 0:
                print(json.dumps({"variant": name, "round": round_number, "seconds": took,
                                  "communication": communication,
                                  "cpu": float(cpu[0]) / case["steps"]}), flush=True)
    dist.barrier()


main()

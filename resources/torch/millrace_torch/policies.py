# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Policies that change strategy and batch of a training while it goes on; see the manual, "Policies".

    policies = Policies("kungfu-interference+goodput-batch", batch=32, payload=gradient_bytes)
    ...
    for decision in policies.after_step(step_ns, communication_ns, noise_scale=value):
        print(decision["policy"], decision["reason"])
    batch = policies.batch

After each step the ranks tell one another its times, in whole microseconds, so that the policies of all ranks see the
same; what those of the first rank decide is done by all. Strategies are those of the backend millrace.
"""

import torch
import torch.distributed as dist

from . import native, native_of


class Policies:
    """`payload`: bytes of the gradients; `group`: whose strategy changes."""

    def __init__(self, text, batch, payload, group=None):
        self.group = group
        self.native = native.load().Policies(text, payload)
        self.first_batch = self.batch = batch
        self.root = 0
        self.steps = 0
        self.gain = 1.0  # of the learning rate, by AdaScale
        backend = native_of(group)
        self.strategy = backend.statistics()["strategy"] if hasattr(backend, "use_strategy") else ""
        if self.native.changes("strategy"):
            if not self.strategy:
                raise ValueError("a policy of the strategy needs the backend millrace")
            if backend.statistics()["shared_memory"]:
                raise ValueError("the strategy cannot change where ranks of one node reduce through its memory; set "
                                 "MILLRACE_SHARED_MEMORY=0, or start one rank on each node")

    def after_step(self, duration_ns, communication_ns=0, warmup=False, noise_scale=None):
        """What was decided after this step; the strategy has changed when it returns."""
        durations, communication = self.gather(duration_ns // 1000, communication_ns // 1000)
        found = self.native.observe(step=self.steps, warmup=warmup, strategy=self.strategy, root=self.root,
                                    batch=self.batch, durations=durations, communication=communication,
                                    noise_scale=noise_scale)
        self.steps += 1
        decided = [found]
        dist.broadcast_object_list(decided, 0, group=self.group)
        for decision in decided[0]:
            if decision["change"] == "strategy":
                self.strategy, self.root = decision["strategy"], decision["value"]
                native_of(self.group).use_strategy(self.strategy, self.root)
            elif decision["change"] == "batch":
                self.batch = decision["value"]
                self.gain = gain_of(self.first_batch, self.batch, dist.get_world_size(self.group), noise_scale)
        return decided[0]

    def gather(self, duration, communication):
        own = torch.tensor([duration, communication], dtype=torch.int64)
        every = [torch.empty_like(own) for _ in range(dist.get_world_size(self.group))]
        dist.all_gather(every, own, group=self.group)
        rows = [each.tolist() for each in every]
        return [row[0] for row in rows], [row[1] for row in rows]


def gain_of(first, now, ranks, noise_scale):
    """The learning rate for a batch relative to that for the first one, by AdaScale (Johnson et al., ICML 2020)."""
    if noise_scale is None:
        return 1.0
    small, big = first * ranks, now * ranks
    return big * (noise_scale + small) / (small * (noise_scale + big))

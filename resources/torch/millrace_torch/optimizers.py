# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distributed optimizers around any optimizer of PyTorch, after KungFu (Mai et al., OSDI 2020) and others.

Each takes the local optimizer and is used in its place, without DistributedDataParallel:

    optimizer = SynchronousSGD(torch.optim.SGD(model.parameters(), lr=0.1))
    loss.backward(); optimizer.step(); optimizer.zero_grad()

Parameters are moved as one flat tensor of each type. All but PairAveraging work with every backend.
"""

import random

import torch
import torch.distributed as dist


class Flat:
    """Parameters as one flat tensor of each type, in the order of the optimizer's groups."""

    def __init__(self, parameters):
        self.kinds = {}
        for parameter in parameters:
            self.kinds.setdefault(parameter.dtype, []).append(parameter)

    def values(self):
        return [torch.cat([each.detach().reshape(-1) for each in group]) for group in self.kinds.values()]

    def gradients(self):
        """Missing gradients are zeros, so that all ranks reduce the same elements."""
        return [torch.cat([(torch.zeros_like(each) if each.grad is None else each.grad.detach()).reshape(-1)
                           for each in group]) for group in self.kinds.values()]

    def pieces(self, flats):
        for flat, group in zip(flats, self.kinds.values()):
            begin = 0
            for parameter in group:
                yield parameter, flat[begin:begin + parameter.numel()].view_as(parameter)
                begin += parameter.numel()

    def set_values(self, flats):
        for parameter, piece in self.pieces(flats):
            parameter.detach().copy_(piece)

    def set_gradients(self, flats):
        for parameter, piece in self.pieces(flats):
            if parameter.grad is None:
                parameter.grad = piece.clone()
            else:
                parameter.grad.detach().copy_(piece)


def all_reduce_mean(flats, group=None):
    """The same values on all ranks, bit by bit."""
    for flat in flats:
        dist.all_reduce(flat, group=group)
        flat.div_(dist.get_world_size(group))


def broadcast_parameters(parameters, root=0, group=None):
    flat = Flat(parameters)
    values = flat.values()
    for each in values:
        dist.broadcast(each, root, group=group)
    flat.set_values(values)


def broadcast_state(optimizer, root=0, group=None):
    """Copies what a local optimizer keeps of each parameter, such as its momentum."""
    for group_of in optimizer.param_groups:
        for parameter in group_of["params"]:
            for _, value in sorted(optimizer.state[parameter].items()):
                if torch.is_tensor(value):
                    dist.broadcast(value, root, group=group)


class Distributed:
    """Behaves as the local optimizer, except for step()."""

    def __init__(self, optimizer, group=None):
        self.optimizer = optimizer
        self.group = group
        self.steps = 0
        self.flat = Flat(each for group_of in optimizer.param_groups for each in group_of["params"]
                         if each.requires_grad)

    def __getattr__(self, name):
        return getattr(self.optimizer, name)

    def zero_grad(self, *arguments, **options):
        self.optimizer.zero_grad(*arguments, **options)

    @torch.no_grad()
    def step(self):
        self.communicate_and_step()
        self.steps += 1

    def communicate_and_step(self):
        raise NotImplementedError


class SynchronousSGD(Distributed):
    """Averages the gradients of all ranks, then steps. `published`: sums them without the division by the number of
    ranks, as KungFu's SynchronousSGDOptimizer for PyTorch does; its users scale the learning rate."""

    def __init__(self, optimizer, group=None, published=False):
        super().__init__(optimizer, group)
        self.published = published

    def communicate_and_step(self):
        flats = self.flat.gradients()
        if self.published:
            for flat in flats:
                dist.all_reduce(flat, group=self.group)
        else:
            all_reduce_mean(flats, self.group)
        self.flat.set_gradients(flats)
        self.optimizer.step()


class SMA(Distributed):
    """Synchronous model averaging (Koliousis et al., CrossBow, VLDB 2019; KungFu's SMA): every replica moves by `alpha`
    towards the mean of all, then takes its own gradient."""

    def __init__(self, optimizer, group=None, alpha=0.1):
        super().__init__(optimizer, group)
        if not 0 < alpha <= 1:
            raise ValueError(f"alpha is {alpha}; expected more than 0 and at most 1")
        self.alpha = alpha

    def communicate_and_step(self):
        values = self.flat.values()
        means = [each.clone() for each in values]
        all_reduce_mean(means, self.group)
        self.flat.set_values([value + self.alpha * (mean - value) for value, mean in zip(values, means)])
        self.optimizer.step()


class AdaSGD(Distributed):
    """SMA before `change_step`, then synchronous SGD; at the change all ranks take the parameters of rank 0,
    and the state of its local optimizer."""

    def __init__(self, optimizer, change_step, group=None, alpha=0.1):
        super().__init__(optimizer, group)
        self.change_step = change_step
        self.before = SMA(optimizer, group, alpha)
        self.after = SynchronousSGD(optimizer, group)

    def communicate_and_step(self):
        if self.steps == self.change_step:
            broadcast_parameters((each for kind in self.flat.kinds.values() for each in kind), 0, self.group)
            broadcast_state(self.optimizer, 0, self.group)
        (self.before if self.steps < self.change_step else self.after).communicate_and_step()


class PairAveraging(Distributed):
    """Asynchronous decentralised SGD (Lian et al., AD-PSGD, ICML 2018; KungFu's PairAveragingOptimizer): each step pulls
    the model of a random other rank, averages it with the own one, applies the own gradient and publishes the result.
    No rank waits for another one. Needs the backend millrace.

    Peers are uniform over the other ranks. `published`: as KungFu draws them, from all ranks with the own rank replaced
    by the next, which makes that one twice as likely. The order average, apply, publish is fixed; KungFu's may vary.
    """

    def __init__(self, optimizer, group=None, published=False, seed=0):
        super().__init__(optimizer, group)
        self.rank = dist.get_rank(group)
        self.size = dist.get_world_size(group)
        self.published = published
        self.random = random.Random(seed * 1_000_003 + self.rank)
        self.native = native_group(group)
        self.native.publish(torch.cat([each.view(torch.uint8) for each in self.flat.values()]))
        dist.barrier(group)

    def choose(self):
        if self.published:
            chosen = self.random.randrange(self.size)
            return chosen if chosen != self.rank else (chosen + 1) % self.size
        chosen = self.random.randrange(self.size - 1)
        return chosen + (chosen >= self.rank)

    def communicate_and_step(self):
        values = self.flat.values()
        if self.size > 1:
            whole = torch.empty(sum(each.numel() * each.element_size() for each in values), dtype=torch.uint8)
            self.native.pull(self.choose(), whole)
            begin = 0
            for each in values:
                end = begin + each.numel() * each.element_size()
                each.add_(whole[begin:end].view(each.dtype)).div_(2)
                begin = end
            self.flat.set_values(values)
        self.optimizer.step()
        self.native.publish(torch.cat([each.view(torch.uint8) for each in self.flat.values()]))


class DiLoCo(Distributed):
    """`interval` local steps, then an outer step with the mean of all ranks' progress (Douillard et al., DiLoCo, 2023):
    Nesterov momentum over the outer gradient. With outer_lr=1 and momentum=0 it is LocalSGD (Stich, ICLR 2019)."""

    def __init__(self, optimizer, interval, group=None, outer_lr=0.7, momentum=0.9):
        super().__init__(optimizer, group)
        if interval < 1:
            raise ValueError(f"the interval is {interval}; expected at least 1 step")
        self.interval = interval
        self.outer_lr = outer_lr
        self.momentum = momentum
        broadcast_parameters((each for kind in self.flat.kinds.values() for each in kind), 0, group)
        self.start = self.flat.values()
        self.velocity = [torch.zeros_like(each) for each in self.start]

    def communicate_and_step(self):
        self.optimizer.step()
        if (self.steps + 1) % self.interval != 0:
            return
        outer = [start - value for start, value in zip(self.start, self.flat.values())]
        all_reduce_mean(outer, self.group)
        for start, velocity, gradient in zip(self.start, self.velocity, outer):
            velocity.mul_(self.momentum).add_(gradient)
            start.sub_(gradient + self.momentum * velocity, alpha=self.outer_lr)
        self.flat.set_values(self.start)


class LocalSGD(DiLoCo):
    """Averages the parameters of all ranks every `interval` steps."""

    def __init__(self, optimizer, interval, group=None):
        super().__init__(optimizer, interval, group, outer_lr=1, momentum=0)


def native_group(group=None):
    """The backend's object of a group."""
    import millrace_torch
    if dist.get_backend(group) != "millrace":
        raise RuntimeError(f"this needs the backend millrace, and the group uses {dist.get_backend(group)}")
    return millrace_torch.native_of(group)

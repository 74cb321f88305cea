# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Statistics of gradients in data-parallel training: gradient noise scale and gradient variance.

    monitor = NoiseScale(batch=32)
    model.register_comm_hook(monitor, hook)      # DistributedDataParallel
    ...
    loss.backward(); value = monitor.end_step(); optimizer.step()

The noise scale is tr(Sigma) / |G|^2 (McCandlish et al., An Empirical Model of Large-Batch Training, 2018): with batch b on
each of n ranks, and B = n b, from the norms of a rank's gradient g and of the mean of all ranks m

    |G|^2 ~ (B |m|^2 - b |g|^2) / (B - b)        tr(Sigma) ~ (|g|^2 - |m|^2) / (1/b - 1/B)
"""

import collections
import math

import torch
import torch.distributed as dist


class Ewma:
    """Exponentially weighted mean, without the bias of its first value unless `published`."""

    def __init__(self, alpha, published):
        self.alpha = alpha
        self.published = published
        self.value = 0.0
        self.weight = 0.0

    def add(self, value):
        if self.published:
            self.value = value if self.weight == 0 else self.alpha * self.value + (1 - self.alpha) * value
            self.weight = 1.0
        else:
            self.value = self.alpha * self.value + (1 - self.alpha) * value
            self.weight = self.alpha * self.weight + 1 - self.alpha

    def mean(self):
        return self.value / self.weight if self.weight else math.nan


class NoiseScale:
    """Gradient noise scale. As published by KungFu each rank uses its own gradient only, so the ranks differ; otherwise
    |g|^2 is averaged over all ranks, which all have the same value then, and each rank computes |m|^2 of one part.

    `batch`: samples of each rank; it may be changed between two steps.
    `interval`: steps from one measurement to the next; the gradients of the other steps are not looked at.
    """

    def __init__(self, batch, alpha=0.9, interval=1, published=False, group=None, window=200):
        self.batch = batch
        self.interval = interval
        self.published = published
        self.group = group
        self.step = 0
        self.signal = Ewma(alpha, published)
        self.noise = Ewma(alpha, published)
        self.samples = collections.deque(maxlen=window)
        self.local_square = 0.0
        self.mean_square = 0.0
        self.pending = None  # the sums of a measurement that are being reduced

    def active(self):
        return self.step % self.interval == 0

    def add_local(self, flat):
        self.local_square += squared_norm(flat)

    def add_mean(self, flat):
        if not self.published:
            size, rank = dist.get_world_size(self.group), dist.get_rank(self.group)
            flat = flat.reshape(-1)
            flat = flat[flat.numel() * rank // size:flat.numel() * (rank + 1) // size]
        self.mean_square += squared_norm(flat)

    def end_step(self):
        """Ends a step; in one with a measurement, returns the noise scale up to the measurement before: the sums of this
        one are reduced while the next steps compute. As published there is nothing to reduce, and it is that of this one.
        None where value() is."""
        measured = self.active()
        self.step += 1
        local, mean = self.local_square, self.mean_square
        self.local_square = self.mean_square = 0.0
        if not measured or dist.get_world_size(self.group) < 2:
            return None
        if self.published:
            self.add(local, mean, self.batch)
            return self.value()
        before = self.finish()
        sums = torch.tensor([local, mean], dtype=torch.float64)
        self.pending = (dist.all_reduce(sums, group=self.group, async_op=True), sums, self.batch)
        return before

    def finish(self):
        """Waits for the last measurement; returns the noise scale."""
        if self.pending:
            work, sums, batch = self.pending
            self.pending = None
            work.wait()
            self.add(sums[0].item() / dist.get_world_size(self.group), sums[1].item(), batch)
        return self.value() if self.samples else None

    def add(self, local, mean, batch):
        small, big = batch, batch * dist.get_world_size(self.group)
        signal = (big * mean - small * local) / (big - small)
        noise = (local - mean) / (1 / small - 1 / big)
        self.signal.add(signal)
        self.noise.add(noise)
        self.samples.append((signal, noise))

    def value(self):
        """The ratio of the smoothed estimates; None while it is not defined."""
        if self.published:
            return self.noise.mean() / self.signal.mean() if self.signal.mean() else None
        return self.noise.mean() / self.signal.mean() if self.signal.mean() > 0 else None

    def interval_of_mean(self, confidence=1.96):
        """(lower, value, upper) of the noise scale over the last `window` measurements, by Fieller's theorem for the
        ratio of two means; None while |G|^2 does not differ significantly from zero."""
        count = len(self.samples)
        if count < 10:
            return None
        x = sum(sample[0] for sample in self.samples) / count
        y = sum(sample[1] for sample in self.samples) / count
        over = count * (count - 1)
        vx = sum((sample[0] - x) ** 2 for sample in self.samples) / over
        vy = sum((sample[1] - y) ** 2 for sample in self.samples) / over
        vxy = sum((sample[0] - x) * (sample[1] - y) for sample in self.samples) / over
        z = confidence ** 2
        a = x * x - z * vx
        if a <= 0 or x <= 0:
            return None
        b = x * y - z * vxy
        c = y * y - z * vy
        root = math.sqrt(max(0.0, b * b - a * c))
        return (b - root) / a, y / x, (b + root) / a


class Variance:
    """Gradient variance: the norm of the variance of each parameter's gradient over the ranks, summed over the buckets
    (KungFu's per-tensor metric if each bucket is one tensor). It needs a second all-reduce, of the squares."""

    def __init__(self, interval=1, group=None):
        self.interval = interval
        self.group = group
        self.step = 0
        self.sum = 0.0
        self.squares = []

    def active(self):
        return self.step % self.interval == 0

    def add_local(self, flat):
        square = flat * flat
        self.squares.append((dist.all_reduce(square, group=self.group, async_op=True), square))

    def add_mean(self, flat):
        work, square = self.squares.pop(0)
        work.wait()
        self.sum += (square.div_(dist.get_world_size(self.group)) - flat * flat).norm().item()

    def end_step(self):
        measured = self.active()
        self.step += 1
        value, self.sum = self.sum, 0.0
        return value if measured else None


def squared_norm(flat):
    flat = flat.reshape(-1)
    # A dot product of float32 has an error of 1e-5 at 10^7 elements, which is small against the noise.
    return torch.dot(flat, flat).item()


def hook(monitor, bucket):
    """Communication hook of DistributedDataParallel: averages a bucket, and shows it to the monitor before and after."""
    flat = bucket.buffer()
    size = dist.get_world_size(monitor.group)
    measure = monitor.active()
    if measure:
        monitor.add_local(flat)
    future = dist.all_reduce(flat, group=monitor.group, async_op=True).get_future()

    def done(result):
        mean = result.value()[0].div_(size)
        if measure:
            monitor.add_mean(mean)
        return mean

    return future.then(done)

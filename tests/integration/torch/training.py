# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small trainings whose results the tests compare."""

import copy
import hashlib
import os
import time

import torch
import torch.distributed as dist

from operations import leave


def connect(backend):
    if backend == "millrace":
        import millrace_torch  # noqa: F401
    torch.set_num_threads(1)
    dist.init_process_group(backend)
    return dist.get_rank(), dist.get_world_size()


def mlp(width=64):
    torch.manual_seed(5)
    return torch.nn.Sequential(torch.nn.Linear(20, width), torch.nn.Tanh(), torch.nn.Linear(width, width),
                               torch.nn.Tanh(), torch.nn.Linear(width, 4))


def batch(step, rank, size=16):
    generator = torch.Generator().manual_seed(step * 1000 + rank)
    images = torch.randn(size, 20, generator=generator)
    return images, (images[:, :4].sum(1) > 0).long() + 2 * (images[:, 4] > 0).long()


def parameters(model):
    return torch.cat([each.detach().reshape(-1) for each in model.parameters()])


def digest(model):
    return hashlib.sha256(parameters(model).numpy().tobytes()).hexdigest()


def ddp(backend, steps=20):
    """Digest and parameters after some steps of DistributedDataParallel."""
    rank, _ = connect(backend)
    model = mlp()
    parallel = torch.nn.parallel.DistributedDataParallel(model, bucket_cap_mb=0.01)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for step in range(steps):
        images, labels = batch(step, rank)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(parallel(images), labels).backward()
        optimizer.step()
    leave(backend)
    return digest(model), parameters(model)


def alone(ranks, steps=20):
    """The same training in one process on the joined batch."""
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for step in range(steps):
        parts = [batch(step, rank) for rank in range(ranks)]
        optimizer.zero_grad()
        images, labels = torch.cat([part[0] for part in parts]), torch.cat([part[1] for part in parts])
        torch.nn.functional.cross_entropy(model(images), labels).backward()
        optimizer.step()
    return parameters(model)


def optimizers(name, steps=30):
    """Parameters of every rank after training by one of Millrace's optimizers, and the loss at the end."""
    rank, size = connect("millrace")
    from millrace_torch import optimizers as made
    model = mlp()
    if name in ("PairAveraging", "SMA"):  # replicas that begin apart
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.01 * rank)
    local = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer = {"SynchronousSGD": lambda: made.SynchronousSGD(local),
                 "SynchronousSGD published": lambda: made.SynchronousSGD(local, published=True),
                 "SMA": lambda: made.SMA(local),
                 "AdaSGD": lambda: made.AdaSGD(local, steps // 2),
                 "PairAveraging": lambda: made.PairAveraging(local, seed=3),
                 "LocalSGD": lambda: made.LocalSGD(local, 5),
                 "DiLoCo": lambda: made.DiLoCo(local, 5)}[name]()
    start = parameters(model)
    loss = None
    for step in range(steps):
        images, labels = batch(step, rank)
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    dist.barrier()
    dist.destroy_process_group()
    return start, parameters(model), float(loss)


def until_failure(folder):
    """Trains until a rank is gone; returns the message and the time of it."""
    rank, _ = connect("millrace")
    model = torch.nn.parallel.DistributedDataParallel(mlp(256))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with open(os.path.join(folder, f"pid{rank}"), "w", encoding="ascii") as file:
        file.write(str(os.getpid()))
    try:
        for step in range(1_000_000):
            images, labels = batch(step, rank)
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(images), labels).backward()
            optimizer.step()
            if step == 20:
                with open(os.path.join(folder, f"trains{rank}"), "w", encoding="ascii"):
                    pass
    except RuntimeError as error:
        return str(error), time.time()
    return None


def noise_scale(backend, steps, batch_size, published):
    """Gradients with a known mean and covariance: a linear model whose loss has the gradient g + noise."""
    rank, size = connect(backend)
    from millrace_torch.monitor import NoiseScale
    generator = torch.Generator().manual_seed(77 + rank)
    monitor = NoiseScale(batch_size, alpha=0.99, published=published, window=steps)
    mean = torch.full((100,), 0.5)
    values = []
    for _ in range(steps):
        samples = mean + 2.0 * torch.randn(batch_size, 100, generator=generator)
        local = samples.mean(0)
        average = local.clone()
        dist.all_reduce(average)
        average /= size
        monitor.add_local(local)
        monitor.add_mean(average)
        values.append(monitor.end_step())
    last = monitor.finish()
    found = monitor.interval_of_mean()
    leave(backend)
    return last, found


def hooks(kind):
    """A training with a monitor of gradients through DDP's hook: digest, and the values."""
    rank, _ = connect("millrace")
    from millrace_torch.monitor import NoiseScale, Variance, hook
    model = mlp()
    parallel = torch.nn.parallel.DistributedDataParallel(model, bucket_cap_mb=0.01)
    monitor = NoiseScale(16, interval=2) if kind == "noise" else Variance(interval=2)
    parallel.register_comm_hook(monitor, hook)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    values = []
    for step in range(20):
        images, labels = batch(step, rank)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(parallel(images), labels).backward()
        values.append(monitor.end_step())
        optimizer.step()
    dist.barrier()
    dist.destroy_process_group()
    return digest(model), values


def elastic():
    """A state that rank 0 has advanced reaches all, and goes back to the commit."""
    rank, _ = connect("millrace")
    from millrace_torch.elastic import State
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    state = State(model=model, optimizer=optimizer, step=0)
    if rank == 0:
        for step in range(5):
            images, labels = batch(step, rank)
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(images), labels).backward()
            optimizer.step()
            state.step += 1
    state.sync()
    before = digest(model)
    momentum = copy.deepcopy(optimizer.state_dict()["state"][0]["momentum_buffer"])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
    state.step = 99
    state.restore()
    dist.barrier()
    dist.destroy_process_group()
    return before, digest(model), state.step, float(momentum.sum())

# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Data-parallel training by Horovod with PyTorch, for horovodrun and mpirun. (A script called horovod.py would hide
the package of that name.)"""

import time

import millrace_workload
from millrace_workload import Log, WorkloadError, missing_package, read_options, run

log = Log()


def check_backend(hvd, backend):
    """The label must say what really carries the data, and not only what was asked for."""
    controller, _, operations = backend.partition("_")
    if controller not in ("gloo", "mpi") or operations not in ("", "nccl"):
        raise WorkloadError(f"unknown backend \"{backend}\"; available: gloo, gloo_nccl, mpi, mpi_nccl")
    enabled = hvd.gloo_enabled() if controller == "gloo" else hvd.mpi_enabled()
    if not enabled:
        raise WorkloadError(f"Horovod was started without {controller}; start it by horovodrun --{controller}, or "
                            f"install a Horovod built with {controller}", "unsupported")
    if operations == "nccl" and not hvd.nccl_built():
        raise WorkloadError("this Horovod was built without NCCL; build it with HOROVOD_GPU_OPERATIONS=NCCL, or choose "
                            f"the backend {controller}", "unsupported")
    return operations == "nccl"


def one_step(models, model, optimizer, loss_of, batch, device):
    began = time.monotonic_ns()
    optimizer.zero_grad()
    images, labels = batch
    loss = loss_of(model(images), labels)
    loss.backward()
    models.settle(device)
    computed = time.monotonic_ns()
    optimizer.synchronize()
    reduced = time.monotonic_ns()
    with optimizer.skip_synchronize():
        optimizer.step()
    models.settle(device)
    ended = time.monotonic_ns()
    return ended - began, reduced - computed, float(loss.detach())


def train():
    parser = millrace_workload.options("Training by Horovod with PyTorch")
    parser.add_argument("--backend", default="gloo")
    values = read_options(parser)
    import torch_workload as models
    torch = models.torch
    try:
        import horovod.torch as hvd
    except ImportError as error:
        raise missing_package("horovod", error) from None
    began = time.monotonic_ns()
    hvd.init()
    log.rank, log.size = hvd.rank(), hvd.size()
    uses_gpu = check_backend(hvd, values.backend)
    if values.threads:
        torch.set_num_threads(values.threads)
    device = models.choose_device(True, hvd.local_rank()) if uses_gpu else torch.device("cpu")
    log.device = "GPU" if uses_gpu else "CPU"
    model = models.make_model(values).to(device)
    log.start(values, backend=values.backend, torch=torch.__version__, **models.sizes(model))
    optimizer = hvd.DistributedOptimizer(models.make_optimizer(values, model.parameters()),
                                         named_parameters=model.named_parameters())
    hvd.broadcast_parameters(model.state_dict(), root_rank=0)
    hvd.broadcast_optimizer_state(optimizer, root_rank=0)
    log.connected(began, backend=values.backend)
    loss_of = torch.nn.CrossEntropyLoss()
    batches = models.batches(values, log.rank, log.size, device)
    for warmup, steps in ((True, values.warmup), (False, values.steps)):
        if steps:
            log.phase(warmup)
        for step in range(steps):
            step_ns, waited, loss = one_step(models, model, optimizer, loss_of, next(batches), device)
            log.step(step, warmup, values.batch, step_ns, step_ns - waited, waited, loss)
    log.end()
    hvd.shutdown()


run(train, log)

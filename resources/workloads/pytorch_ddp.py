# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Data-parallel training by PyTorch's DistributedDataParallel, for torchrun and mpirun."""

import datetime
import os
import threading
import time

import millrace_workload
from millrace_workload import Log, WorkloadError, read_options, run

log = Log(int(os.environ.get("RANK", os.environ.get("OMPI_COMM_WORLD_RANK", "0"))),
          int(os.environ.get("WORLD_SIZE", os.environ.get("OMPI_COMM_WORLD_SIZE", "1"))))
local_rank = int(os.environ.get("LOCAL_RANK", os.environ.get("OMPI_COMM_WORLD_LOCAL_RANK", "0")))


class Communication:
    """Times at which all-reduces of a step were in flight. DDP starts them while it still computes gradients, so the two
    overlap: comm_ns is the time with at least one in flight, compute_ns the step without the wait at its end."""

    def __init__(self):
        self.lock = threading.Lock()
        self.begin()

    def begin(self):
        with self.lock:
            self.under_way = 0
            self.since = 0
            self.total = 0
            self.last_start = 0
            self.last_end = 0
            self.bytes = 0
            self.buckets = 0

    def start(self, size):
        now = time.monotonic_ns()
        with self.lock:
            if self.under_way == 0:
                self.since = now
            self.under_way += 1
            self.last_start = now
            self.bytes += size
            self.buckets += 1

    def end(self):
        now = time.monotonic_ns()
        with self.lock:
            self.under_way -= 1
            self.last_end = max(self.last_end, now)
            if self.under_way == 0:
                self.total += now - self.since

    def waited(self):
        """From the last gradient to the end of the last all-reduce."""
        return max(0, self.last_end - self.last_start)


def timed_all_reduce(torch, size):
    def hook(communication, bucket):
        tensor = bucket.buffer().div_(size)
        communication.start(tensor.numel() * tensor.element_size())
        future = torch.distributed.all_reduce(tensor, async_op=True).get_future()

        def done(result):
            communication.end()
            return result.value()[0]

        return future.then(done)

    return hook


def load_millrace():
    """Builds the backend for this PyTorch if this is its first use here."""
    try:
        import millrace_torch.native
        millrace_torch.native.load()
    except ImportError as error:
        raise WorkloadError(str(error).splitlines()[0], "unsupported") from None
    return True


def connect(torch, values):
    known = ["gloo", "nccl", "mpi", "millrace"]
    if values.backend not in known:
        raise WorkloadError(f"unknown backend \"{values.backend}\"; available: {', '.join(known)}")
    has = {"gloo": torch.distributed.is_gloo_available() if hasattr(torch.distributed, "is_gloo_available") else True,
           "nccl": torch.distributed.is_nccl_available(), "mpi": torch.distributed.is_mpi_available(),
           "millrace": values.backend == "millrace" and load_millrace()}
    if not has[values.backend]:
        raise WorkloadError(f"this PyTorch ({torch.__version__}) was built without {values.backend}; use "
                            f"{' or '.join(name for name in known if has[name])}", "unsupported")
    device = torch.device("cpu")
    if values.backend == "nccl" or values.gpu:
        device = torch_workload.choose_device(True, local_rank)
        log.device = "GPU"
    if "RANK" not in os.environ and values.backend != "mpi":
        if "OMPI_COMM_WORLD_RANK" not in os.environ:
            raise WorkloadError("RANK and WORLD_SIZE are not set; start this script by torchrun or mpirun")
        os.environ.update(RANK=str(log.rank), WORLD_SIZE=str(log.size))
    os.environ.setdefault("USE_LIBUV", "0")  # as in torch_launch.py
    torch.distributed.init_process_group(values.backend, timeout=datetime.timedelta(seconds=values.deadline))
    log.rank = torch.distributed.get_rank()
    log.size = torch.distributed.get_world_size()
    return device


def one_step(torch, model, optimizer, loss_of, batch, device, communication):
    communication.begin()
    began = time.monotonic_ns()
    optimizer.zero_grad()
    images, labels = batch
    loss = loss_of(model(images), labels)
    loss.backward()
    optimizer.step()
    torch_workload.settle(device)
    return time.monotonic_ns() - began, float(loss.detach())


def train():
    global torch_workload
    parser = millrace_workload.options("Training by PyTorch's DistributedDataParallel")
    parser.add_argument("--backend", default="gloo")
    parser.add_argument("--gpu", action="store_true", help="compute on GPUs with gloo and mpi, too")
    parser.add_argument("--bucket-mb", type=float, default=25, help="gradients that one all-reduce takes, in MiB")
    values = read_options(parser)
    import torch_workload
    torch = torch_workload.torch
    if values.threads:
        torch.set_num_threads(values.threads)
    model = torch_workload.make_model(values)
    log.start(values, backend=values.backend, torch=torch.__version__, **torch_workload.sizes(model))
    began = time.monotonic_ns()
    device = connect(torch, values)
    model = torch.nn.parallel.DistributedDataParallel(
        model.to(device), device_ids=[device.index] if device.type == "cuda" else None, bucket_cap_mb=values.bucket_mb)
    communication = Communication()
    measures = device.type == "cpu"  # futures of NCCL end before the GPU has done the work
    if measures:
        model.register_comm_hook(communication, timed_all_reduce(torch, log.size))
    torch.distributed.barrier()
    log.connected(began, backend=values.backend)
    optimizer = torch_workload.make_optimizer(values, model.parameters())
    loss_of = torch.nn.CrossEntropyLoss()
    batches = torch_workload.batches(values, log.rank, log.size, device)
    for warmup, steps in ((True, values.warmup), (False, values.steps)):
        if steps:
            log.phase(warmup)
        for step in range(steps):
            step_ns, loss = one_step(torch, model, optimizer, loss_of, next(batches), device, communication)
            if measures and communication.buckets:
                log.step(step, warmup, values.batch, step_ns, step_ns - communication.waited(), communication.total,
                         loss, reduced_bytes=communication.bytes, buckets=communication.buckets)
            else:
                log.step(step, warmup, values.batch, step_ns, loss=loss)
    torch.distributed.barrier()
    log.end(reduced_bytes=communication.bytes if measures else None)


run(train, log)

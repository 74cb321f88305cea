# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Data-parallel training by PyTorch's DistributedDataParallel, for torchrun and mpirun."""

import datetime
import os
import threading
import time

import millrace_workload
from millrace_workload import Log, WorkloadError, read_options, run

# The ranks of the log are those of the job; in elastic mode the number of the worker, whatever its rank is.
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


def timed_all_reduce(torch, size, monitor):
    """DDP's own reduction, timed; the monitor sees a bucket before and after it."""
    def hook(communication, bucket):
        tensor = bucket.buffer()
        measured = monitor is not None and monitor.active()
        if measured:
            monitor.add_local(tensor)
        tensor.div_(size)
        communication.start(tensor.numel() * tensor.element_size())
        future = torch.distributed.all_reduce(tensor, async_op=True).get_future()

        def done(result):
            communication.end()
            mean = result.value()[0]
            if measured:
                monitor.add_mean(mean)
            return mean

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
    if values.checkpoint is None:
        log.rank = torch.distributed.get_rank()
    log.size = torch.distributed.get_world_size()
    return device


def make_monitor(values):
    if values.monitor == "none":
        return None
    from millrace_torch.monitor import NoiseScale, Variance
    if values.monitor == "noise-scale":
        return NoiseScale(values.batch, interval=values.monitor_interval)
    return Variance(interval=values.monitor_interval)


class Gradients:
    """DistributedDataParallel: all ranks average their gradients while they compute them."""

    def __init__(self, torch, model, values, device):
        self.module = model
        self.monitor = make_monitor(values)
        self.model = torch.nn.parallel.DistributedDataParallel(
            model, device_ids=[device.index] if device.type == "cuda" else None, bucket_cap_mb=values.bucket_mb)
        self.communication = Communication()
        self.measures = device.type == "cpu"  # futures of NCCL end before the GPU has done the work
        if self.measures:
            self.model.register_comm_hook(self.communication, timed_all_reduce(torch, log.size, self.monitor))
        self.optimizer = torch_workload.make_optimizer(values, model.parameters())

    def scale_learning_rate(self, gain):
        """To that of the first batch times the gain."""
        for group in self.optimizer.param_groups:
            group["lr"] = group.setdefault("first_lr", group["lr"]) * gain

    def begin(self):
        self.communication.begin()

    def end(self):
        """Value of the monitor after this step, if it has a new one."""
        return self.monitor.end_step() if self.monitor else None

    def finish(self):
        """Last value of a monitor whose sums are reduced while the next step computes."""
        return self.monitor.finish() if hasattr(self.monitor, "finish") else None

    def fields(self, step_ns):
        communication = self.communication
        if not self.measures or not communication.buckets:
            return {}
        return {"compute_ns": step_ns - communication.waited(), "comm_ns": communication.total,
                "reduced_bytes": communication.bytes, "buckets": communication.buckets}

    def end_fields(self):
        return {"reduced_bytes": self.communication.bytes} if self.measures else {}


class NoPolicies:
    """Nothing changes."""

    def __init__(self, batch):
        self.batch = batch

    def after_step(self, *_, **__):
        return []


def make_policies(values, training):
    if values.policy == "none":
        return NoPolicies(values.batch)
    from millrace_torch.policies import Policies
    try:
        return Policies(values.policy, values.batch, torch_workload.sizes(training.module)["bytes"])
    except ValueError as error:
        raise WorkloadError(str(error)) from None


class Batches:
    """Endless pairs of images and labels, of a size that may change."""

    def __init__(self, images, values, device):
        self.images = images
        self.values = values
        self.device = device
        self.start()

    def use(self, batch):
        """Another batch; returns it, which is less if a worker does not have so many images."""
        self.values.batch = min(batch, self.images.share(log.size)) if self.images else batch
        self.start()
        return self.values.batch

    def start(self):
        """Goes on from where the images are."""
        rank = torch_workload.torch.distributed.get_rank()
        self.iterator = (self.images.batches(rank, log.size, self.device) if self.images
                         else torch_workload.batches(self.values, rank, log.size, self.device))

    def __next__(self):
        return next(self.iterator)


def follow(decisions, policies, training, batches, step):
    """What policies have decided after a step; the strategy has changed already."""
    for decision in decisions:
        if log.rank == 0:
            log.event("decision", step=step, policy=decision["policy"], change=decision["change"],
                      value=decision["value"], strategy=decision.get("strategy"), reason=decision["reason"])
        if decision["change"] != "batch":
            continue
        policies.batch = batches.use(decision["value"])
        if training.monitor is not None:
            training.monitor.batch = policies.batch
        if decision["policy"] == "goodput-batch":
            training.scale_learning_rate(policies.gain)


class Models:
    """The ranks average their models by an optimizer of millrace_torch."""

    def __init__(self, torch, model, values):
        from millrace_torch import optimizers
        self.module = self.model = model
        self.monitor = None
        local = torch_workload.make_optimizer(values, model.parameters())
        self.local_ns = 0
        self.step_of_local = local.step
        local.step = self.local_step
        optimizers.broadcast_parameters(model.parameters())
        steps = values.warmup + values.steps
        self.optimizer = {"sma": lambda: optimizers.SMA(local),
                          "ada": lambda: optimizers.AdaSGD(local, values.change_step or max(1, steps // 2)),
                          "pair": lambda: optimizers.PairAveraging(local, seed=values.seed),
                          "local": lambda: optimizers.LocalSGD(local, values.local_steps),
                          "diloco": lambda: optimizers.DiLoCo(local, values.local_steps,
                                                                      outer_lr=values.outer_learning_rate,
                                                                      momentum=values.outer_momentum)}[values.averaging]()
        self.communicate_ns = 0
        step = self.optimizer.step

        def timed_step():
            began, self.local_ns = time.monotonic_ns(), 0
            step()
            self.communicate_ns = time.monotonic_ns() - began - self.local_ns

        self.optimizer.step = timed_step

    def local_step(self, *arguments, **options):
        began = time.monotonic_ns()
        result = self.step_of_local(*arguments, **options)
        self.local_ns += time.monotonic_ns() - began
        return result

    def begin(self):
        pass

    def end(self):
        return None

    def finish(self):
        return None

    def fields(self, step_ns):
        return {"compute_ns": step_ns - self.communicate_ns, "comm_ns": self.communicate_ns}

    def end_fields(self):
        return {}


def one_step(training, loss_of, batch, device):
    """Nanoseconds, loss and the monitor's value."""
    training.begin()
    began = time.monotonic_ns()
    training.optimizer.zero_grad()
    images, labels = batch
    loss = loss_of(training.model(images), labels)
    loss.backward()
    observed = training.end()
    training.optimizer.step()
    torch_workload.settle(device)
    return time.monotonic_ns() - began, float(loss.detach()), observed


class Evaluation:
    """Accuracy and mean loss over the test images, of which each rank takes a part; for data that can be learnt."""

    def __init__(self, torch, images, device):
        self.torch = torch
        self.device = device
        self.rank = torch.distributed.get_rank()
        self.batches = list(images.test_batches(self.rank, log.size, device))

    def measure(self, model, step):
        sums = torch_workload.evaluate(model, self.batches).to(self.device)
        self.torch.distributed.all_reduce(sums)
        right, loss, images = sums.tolist()
        if self.rank == 0 and images:
            log.metric("accuracy", right / images, step)
            log.metric("test-loss", loss / images, step)


def options():
    parser = millrace_workload.options("Training by PyTorch's DistributedDataParallel")
    parser.add_argument("--backend", default="gloo")
    parser.add_argument("--gpu", action="store_true", help="compute on GPUs with gloo and mpi, too")
    parser.add_argument("--bucket-mb", type=float, default=25, help="gradients that one all-reduce takes, in MiB")
    parser.add_argument("--averaging", choices=["gradients", "sma", "ada", "pair", "local", "diloco"],
                        default="gradients", help="what the ranks average: gradients by DDP, or models")
    parser.add_argument("--local-steps", type=int, default=10, help="steps between two averagings of local and diloco")
    parser.add_argument("--outer-learning-rate", type=float, default=0.7, help="of the outer step of diloco")
    parser.add_argument("--outer-momentum", type=float, default=0.9, help="Nesterov's, of the outer step of diloco")
    parser.add_argument("--change-step", type=int, help="step at which ada changes to gradients; by default half way")
    parser.add_argument("--monitor", choices=["none", "noise-scale", "variance"], default="none",
                        help="statistic of the gradients")
    parser.add_argument("--monitor-interval", type=int, default=1, help="steps between two of its values")
    parser.add_argument("--policy", default="none", help="policies that change strategy and batch: NAME or "
                        "NAME(OPTION=VALUE,...), joined with +")
    parser.add_argument("--checkpoint", metavar="FOLDER", help="elastic mode of torchrun: save the state there after "
                        "each step, and go on with the newest one of all workers")
    parser.add_argument("--checkpoint-every", type=int, default=1, help="steps between two of its states")
    parser.add_argument("--worker", type=int, default=0, help="with --checkpoint: number of the first worker of this node in the log")
    parser.add_argument("--evaluate-every", type=int, default=0, help="steps between two evaluations; 0: at the end")
    return parser


def read():
    parser = options()
    values = read_options(parser)
    if values.averaging == "pair" and values.backend != "millrace":
        parser.error("--averaging pair needs the backend millrace")
    if values.averaging != "gradients" and values.monitor != "none":
        parser.error("--monitor needs --averaging gradients")
    if values.averaging != "gradients" and values.policy != "none":
        parser.error("--policy needs --averaging gradients")
    if values.checkpoint is not None and (values.averaging != "gradients" or values.policy != "none"
                                          or values.monitor != "none"):
        parser.error("--checkpoint takes neither --averaging nor --policy nor --monitor")
    for name in ("local_steps", "monitor_interval", "checkpoint_every"):
        if getattr(values, name) < 1:
            parser.error(f"--{name.replace('_', '-')} must be at least 1")
    return values


def make_reports(values):
    """Reports by peer, which only Millrace's backend has; else None."""
    if values.backend != "millrace":
        return None
    from millrace_torch.waits import PeerReports
    return PeerReports(log.rank)


def report_peers(reports, at_once=False):
    fields = reports.after_step(at_once) if reports else None
    if fields:
        log.event("peers", **fields)


def train():
    global torch_workload
    values = read()
    import torch_workload
    torch = torch_workload.torch
    if values.threads:
        torch.set_num_threads(values.threads)
    model = torch_workload.make_model(values)
    if values.checkpoint is not None:
        log.rank = values.worker + local_rank
    log.start(values, backend=values.backend, torch=torch.__version__, averaging=values.averaging,
              **torch_workload.sizes(model))
    images = None if values.synthetic else torch_workload.Images(values)
    elastic = None
    if values.checkpoint is not None:
        from torch_elastic import Elastic
        elastic = Elastic(values.checkpoint, log, values.checkpoint_every)
    began = time.monotonic_ns()
    try:
        train_on(torch, values, model, images, elastic, began)
    except RuntimeError as error:
        if elastic is None:
            raise
        elastic.failed(error)


def train_on(torch, values, model, images, elastic, began):
    device = connect(torch, values)
    model = model.to(device)
    training = (Gradients(torch, model, values, device) if values.averaging == "gradients"
                else Models(torch, model, values))
    policies = make_policies(values, training)
    torch.distributed.barrier()
    log.connected(began, backend=values.backend, strategy=getattr(policies, "strategy", "") or None)
    loss_of = torch.nn.CrossEntropyLoss()
    batches = Batches(images, values, device)
    connected = time.monotonic_ns()
    done = 0
    evaluation = Evaluation(torch, images, device) if images else None
    if elastic:
        done = elastic.resume(training.module, training.optimizer, began, connected)
        if images:
            images.seek(done, values.batch, log.size)
            batches.start()
    total = values.warmup + values.steps
    reports = make_reports(values)
    for done in range(done, total):
        warmup = done < values.warmup
        step = done if warmup else done - values.warmup
        if step == 0:
            log.phase(warmup)
        if elastic:
            elastic.begin_step(done)
        step_ns, loss, observed = one_step(training, loss_of, next(batches), device)
        fields = training.fields(step_ns)
        if elastic:
            fields.update(workers=log.size, position=torch.distributed.get_rank())
        log.step(step, warmup, values.batch, step_ns, loss=loss, **fields)
        report_peers(reports)
        if observed is not None:
            log.metric(f"gradient-{values.monitor}", observed, None if warmup else step)
        if elastic:
            elastic.end_step(done, step_ns, training.module, training.optimizer)
        decisions = policies.after_step(step_ns, fields.get("comm_ns", 0), warmup=warmup, noise_scale=observed)
        follow(decisions, policies, training, batches, done)
        last = done == total - 1
        if evaluation and (last or (values.evaluate_every and not warmup
                                    and (step + 1) % values.evaluate_every == 0)):
            evaluation.measure(training.module, step)
    observed = training.finish()
    if observed is not None:
        log.metric(f"gradient-{values.monitor}", observed, values.steps - 1)
    report_peers(reports, at_once=True)
    torch.distributed.barrier()
    log.end(parameters_sha256=torch_workload.digest(model), **training.end_fields())


run(train, log)

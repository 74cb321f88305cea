# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One training peer of a Hivemind run, with PyTorch. Gradients are averaged whenever all bees together have seen the
target batch, not in every step."""

import time

import millrace_workload
from millrace_workload import Log, read_options, run

log = Log()


def add_options(parser):
    parser.add_argument("--backend", default="p2p")
    parser.add_argument("--run-name", default="millrace")
    parser.add_argument("--rank", type=int, default=0)
    parser.add_argument("--size", type=int, default=1)
    parser.add_argument("--address", required=True, help="of this bee, as others reach it")
    parser.add_argument("--port", type=int, default=45555)
    parser.add_argument("--queen", required=True, help="where the queen publishes its address: 10.0.0.1:45554")
    parser.add_argument("--target-batch-size", type=int, default=32768)
    parser.add_argument("--gradient-accumulation-steps", type=int, default=1)
    parser.add_argument("--matchmaking-time", type=float, default=5, metavar="SECONDS")
    parser.add_argument("--averaging-timeout", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--average-state-every", type=int, default=1, metavar="ROUNDS")
    parser.add_argument("--compression", choices=["none", "fp16", "int8"], default="none", help="of gradients")
    parser.add_argument("--state-compression", choices=["none", "fp16", "int8"], default="none")
    parser.add_argument("--use-local-updates", action="store_true")
    parser.add_argument("--delay-optimizer-step", action="store_true")
    parser.add_argument("--delay-state-averaging", action="store_true")


def compression(hivemind, name):
    kinds = {"none": hivemind.NoCompression, "fp16": hivemind.Float16Compression,
             "int8": hivemind.Uniform8BitQuantization}
    return kinds[name]()


def make_optimizer(hivemind, models, values, dht, model):
    return hivemind.Optimizer(
        dht=dht, run_id=values.run_name, params=list(model.parameters()),
        optimizer=lambda parameters: models.make_optimizer(values, parameters),
        batch_size_per_step=values.batch * values.gradient_accumulation_steps,
        target_batch_size=values.target_batch_size, use_local_updates=values.use_local_updates,
        delay_optimizer_step=values.delay_optimizer_step, delay_state_averaging=values.delay_state_averaging,
        matchmaking_time=values.matchmaking_time, averaging_timeout=values.averaging_timeout,
        average_state_every=values.average_state_every, verbose=False,
        grad_compression=compression(hivemind, values.compression),
        state_averaging_compression=compression(hivemind, values.state_compression))


def one_step(model, optimizer, loss_of, batches, values):
    """A step with its waits: averaging happens within optimizer.step() of the step that fills the target batch."""
    began = time.monotonic_ns()
    optimizer.zero_grad()
    for _ in range(values.gradient_accumulation_steps):
        images, labels = next(batches)
        loss = loss_of(model(images), labels)
        (loss / values.gradient_accumulation_steps).backward()
    computed = time.monotonic_ns()
    optimizer.step()
    ended = time.monotonic_ns()
    return ended - began, computed - began, ended - computed, float(loss.detach())


def train():
    parser = millrace_workload.options("One training peer of a Hivemind run")
    add_options(parser)
    values = read_options(parser)
    log.rank, log.size = values.rank, values.size
    import hivemind_dht
    import torch_workload as models
    hivemind, torch = hivemind_dht.hivemind, models.torch
    if values.threads:
        torch.set_num_threads(values.threads)
    model = models.make_model(values)
    log.start(values, backend=values.backend, target_batch_size=values.target_batch_size, torch=torch.__version__,
              **models.sizes(model))
    began = time.monotonic_ns()
    dht = hivemind_dht.start(values.address, values.port, hivemind_dht.ask(values.queen, values.deadline))
    optimizer = make_optimizer(hivemind, models, values, dht, model)
    log.connected(began, backend=values.backend)
    loss_of = torch.nn.CrossEntropyLoss()
    batches = models.batches(values, log.rank, log.size, torch.device("cpu"))
    samples = values.batch * values.gradient_accumulation_steps
    for warmup, steps in ((True, values.warmup), (False, values.steps)):
        if steps:
            log.phase(warmup)
        for step in range(steps):
            step_ns, compute_ns, comm_ns, loss = one_step(model, optimizer, loss_of, batches, values)
            log.step(step, warmup, samples, step_ns, compute_ns, comm_ns, loss, epoch=optimizer.local_epoch)
    log.end(epochs=optimizer.local_epoch)
    optimizer.shutdown()
    dht.shutdown()


run(train, log)

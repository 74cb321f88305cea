# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training by KungFu with TensorFlow 2, for kungfu-run."""

import time

import millrace_workload
from millrace_workload import Log, WorkloadError, missing_package, read_options, run

log = Log()


def ranks():
    """Of KungFu's two homes for these functions, whichever this version has."""
    try:
        from kungfu.python import current_cluster_size, current_rank
    except ImportError:
        try:
            from kungfu import current_cluster_size, current_rank
        except ImportError as error:
            raise missing_package("kungfu", error) from None
    return current_rank(), current_cluster_size()


def make_optimizer(tf, values):
    """KungFu wraps the optimizers of TensorFlow 1."""
    kinds = {"sgd": tf.compat.v1.train.GradientDescentOptimizer, "adam": tf.compat.v1.train.AdamOptimizer,
             "rmsprop": tf.compat.v1.train.RMSPropOptimizer}
    local = kinds[values.optimizer](values.learning_rate)
    from kungfu.tensorflow.optimizers import (PairAveragingOptimizer, SynchronousAveragingOptimizer,
                                              SynchronousSGDOptimizer)
    if values.sync == "ssgd":
        return SynchronousSGDOptimizer(local, nccl=values.backend == "nccl", nccl_fusion=True)
    if values.backend == "nccl":
        raise WorkloadError("only synchronous SGD (sync=ssgd) can use the backend nccl")
    return SynchronousAveragingOptimizer(local) if values.sync == "sma" else PairAveragingOptimizer(local)


def make_step(tf, model, optimizer):
    from kungfu.tensorflow.initializer import broadcast_variables
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy()

    @tf.function
    def step(images, labels, is_first):
        with tf.GradientTape() as tape:
            loss = loss_of(labels, model(images, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if is_first:  # the optimizer has its variables only now
            broadcast_variables(model.variables)
            broadcast_variables(optimizer.variables())
        return loss

    return step


def train():
    parser = millrace_workload.options("Training by KungFu with TensorFlow")
    parser.add_argument("--backend", default="kungfu")
    parser.add_argument("--sync", choices=["ssgd", "sma", "pair"], default="ssgd",
                        help="synchronous SGD, synchronous model averaging, pair averaging")
    values = read_options(parser)
    if values.backend not in ("kungfu", "nccl"):
        raise WorkloadError(f"unknown backend \"{values.backend}\"; available: kungfu and nccl")
    import tensorflow_workload as models
    tf = models.tf
    models.limit_threads(values)
    began = time.monotonic_ns()
    log.rank, log.size = ranks()
    if values.backend == "nccl":
        models.need_gpu()
        log.device = "GPU"
    model = models.make_model(values)
    log.start(values, backend=values.backend, sync=values.sync, tensorflow=tf.__version__, **models.sizes(model))
    step_of = make_step(tf, model, make_optimizer(tf, values))
    batches = iter(models.dataset(values, log.rank, log.size))
    log.connected(began, backend=values.backend)
    is_first = True
    for warmup, steps in ((True, values.warmup), (False, values.steps)):
        if steps:
            log.phase(warmup)
        for step in range(steps):
            images, labels = next(batches)
            started = time.monotonic_ns()
            loss = float(step_of(images, labels, is_first).numpy())
            is_first = False
            log.step(step, warmup, values.batch, time.monotonic_ns() - started, loss=loss)
    log.end()


run(train, log)

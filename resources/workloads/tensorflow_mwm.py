# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training by TensorFlow's MultiWorkerMirroredStrategy. Every worker gets its place by TF_CONFIG."""

import json
import os
import time

import millrace_workload
from millrace_workload import Log, WorkloadError, read_options, run

place = json.loads(os.environ.get("TF_CONFIG", "{}"))
log = Log(place.get("task", {}).get("index", 0), max(1, len(place.get("cluster", {}).get("worker", []))))


def communication(tf, backend, strategy):
    """What the backend and the strategy of the workload mean to TensorFlow; set here, not only named."""
    kinds = tf.distribute.experimental.CommunicationImplementation
    if backend == "grpc_nccl":
        return kinds.NCCL
    if backend != "grpc":
        raise WorkloadError(f"unknown backend \"{backend}\"; available: grpc and grpc_nccl")
    if strategy not in ("RING", "AUTO"):
        raise WorkloadError(f"unknown strategy \"{strategy}\"; available: RING and AUTO")
    return kinds.RING if strategy == "RING" else kinds.AUTO


def make_step(tf, strategy, model, optimizer, global_batch):
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(reduction="none")

    def on_replica(inputs):
        images, labels = inputs
        with tf.GradientTape() as tape:
            losses = loss_of(labels, model(images, training=True))
            loss = tf.nn.compute_average_loss(losses, global_batch_size=global_batch)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    @tf.function
    def step(inputs):
        return strategy.run(on_replica, args=(inputs,))

    return step


def train():
    parser = millrace_workload.options("Training by TensorFlow's MultiWorkerMirroredStrategy")
    parser.add_argument("--backend", default="grpc")
    parser.add_argument("--strategy", default="RING")
    values = read_options(parser)
    if not place:
        raise WorkloadError("TF_CONFIG is not set; it must name all workers and this one")
    import tensorflow_workload as models
    tf = models.tf
    models.limit_threads(values)
    if values.backend == "grpc_nccl":
        models.need_gpu()
        log.device = "GPU"
    options = tf.distribute.experimental.CommunicationOptions(
        implementation=communication(tf, values.backend, values.strategy))
    began = time.monotonic_ns()
    strategy = tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)
    with strategy.scope():
        model = models.make_model(values)
        optimizer = models.make_optimizer(values)
    log.start(values, backend=values.backend, strategy=values.strategy, tensorflow=tf.__version__,
              **models.sizes(model))
    log.connected(began, strategy=values.strategy, backend=values.backend,
                  communication=options.implementation.name)
    data = strategy.distribute_datasets_from_function(lambda _: models.dataset(values, log.rank, log.size))
    batches = iter(data)
    step_of = make_step(tf, strategy, model, optimizer, values.batch * log.size)
    for warmup, steps in ((True, values.warmup), (False, values.steps)):
        if steps:
            log.phase(warmup)
        for step in range(steps):
            batch = next(batches)
            started = time.monotonic_ns()
            loss = step_of(batch)
            loss = float(strategy.experimental_local_results(loss)[0].numpy()) * log.size
            log.step(step, warmup, values.batch, time.monotonic_ns() - started, loss=loss)
    log.end()


run(train, log)

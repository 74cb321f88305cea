# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training by TensorFlow's ParameterServerStrategy. Servers and workers serve until they are stopped; the chief hands
out the steps and prints the log: one of its steps is one step of every worker."""

import json
import os
import time

import millrace_workload
from millrace_workload import Log, WorkloadError, read_options, run

place = json.loads(os.environ.get("TF_CONFIG", "{}"))
task = place.get("task", {})
workers = max(1, len(place.get("cluster", {}).get("worker", [])))
log = Log(0, workers)


def serve(tf):
    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    server = tf.distribute.Server(resolver.cluster_spec(), job_name=resolver.task_type, task_index=resolver.task_id,
                                  protocol=resolver.rpc_layer or "grpc", start=True)
    millrace_workload.write_lines(f"{resolver.task_type} {resolver.task_id} is ready\n")
    server.join()


def make_step(tf, strategy, model, optimizer):
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(reduction="none")

    def on_replica(images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(loss_of(labels, model(images, training=True)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    @tf.function
    def step(iterator):
        images, labels = next(iterator)
        return strategy.run(on_replica, args=(images, labels))

    return step


def lead(tf, models, values):
    began = time.monotonic_ns()
    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    strategy_type = getattr(tf.distribute, "ParameterServerStrategy", None) \
        or tf.distribute.experimental.ParameterServerStrategy
    coordinators = getattr(tf.distribute, "coordinator", None) or tf.distribute.experimental.coordinator
    strategy = strategy_type(resolver)
    coordinator = coordinators.ClusterCoordinator(strategy)
    with strategy.scope():
        model = models.make_model(values)
        optimizer = models.make_optimizer(values)
    log.start(values, backend=values.backend, tensorflow=tf.__version__,
              servers=len(place["cluster"].get("ps", [])), **models.sizes(model))
    data = coordinator.create_per_worker_dataset(lambda: models.dataset(values, 0, 1))
    batches = iter(data)
    log.connected(began, backend=values.backend)
    step_of = make_step(tf, strategy, model, optimizer)
    for warmup, steps in ((True, values.warmup), (False, values.steps)):
        if steps:
            log.phase(warmup)
        for step in range(steps):
            started = time.monotonic_ns()
            losses = [coordinator.schedule(step_of, args=(batches,)) for _ in range(workers)]
            coordinator.join()
            took = time.monotonic_ns() - started
            loss = sum(float(each.fetch()) for each in losses) / workers
            log.step(step, warmup, values.batch * workers, took, loss=loss, workers=workers)
    log.end()


def train():
    parser = millrace_workload.options("Training by TensorFlow's ParameterServerStrategy")
    parser.add_argument("--backend", default="grpc")
    values = read_options(parser)
    if not place:
        raise WorkloadError("TF_CONFIG is not set; it must name all workers, servers and the chief")
    import tensorflow_workload as models
    models.limit_threads(values)
    if task.get("type") == "chief":
        lead(models.tf, models, values)
    else:
        serve(models.tf)


run(train, log)

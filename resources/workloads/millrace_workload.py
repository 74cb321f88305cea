# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the training scripts of Millrace share: options, the log that Millrace reads, the way to end.

Every rank prints one JSON object a line: {"event", "rank", "mono_ns", "wall_ns", ...}. Events are start, connected,
phase, step, metric, error and end; a quantity that a framework does not tell is left out. Rank 0 also prints lines for
people. A script ends with 0 when all steps are done, with 1 after an error event, with 2 for wrong options or a missing
package.
"""

import argparse
import hashlib
import json
import math
import os
import socket
import sys
import time
import traceback


class WorkloadError(Exception):
    """Something that needs one sentence and no stack of calls."""

    def __init__(self, sentence, code="invalid-input", status=2):
        super().__init__(sentence)
        self.code = code
        self.status = status


# Models of small images, with the size that they are made for.
PIXELS = {"slp": 28, "mlp": 28, "cnn": 28, "resnet20": 32}


def options(description):
    """A parser with the options of every script."""
    parser = argparse.ArgumentParser(description=description, allow_abbrev=False)
    parser.add_argument("--model", default="resnet50")
    parser.add_argument("--batch", type=int, default=32, help="samples of one worker in one step")
    parser.add_argument("--steps", type=int, default=20, help="measured steps")
    parser.add_argument("--warmup", type=int, default=2, help="steps before them")
    # Frameworks multiply seeds and keep them in signed 64 bits.
    parser.add_argument("--seed", type=lambda text: int(text) % 2**31, default=1)
    parser.add_argument("--optimizer", choices=["sgd", "adam", "rmsprop"], default="sgd")
    parser.add_argument("--learning-rate", type=float, help="by default 0.01 for sgd, else 0.001")
    parser.add_argument("--deadline", type=float, default=60, metavar="SECONDS", help="longest wait for another worker")
    parser.add_argument("--data", default="synthetic", help="synthetic (noise), generated (ten classes that can be "
                        "learnt), or the folder of CIFAR-10 or MNIST (never downloaded)")
    parser.add_argument("--image-size", type=int, help="pixels; by default those of a small model, else 224 for "
                        "synthetic data and 32 for others")
    parser.add_argument("--classes", type=int, help="by default 1000 for synthetic data, else 10")
    parser.add_argument("--threads", type=int, default=0, help="of one worker; 0: the framework's choice")
    return parser


def read_options(parser):
    """Fills in what depends on other options."""
    values = parser.parse_args()
    for name, least in (("batch", 1), ("steps", 1), ("warmup", 0)):
        if getattr(values, name) < least:
            parser.error(f"--{name} must be at least {least}")
    values.synthetic = values.data == "synthetic"
    values.image_size = values.image_size or PIXELS.get(values.model) or (224 if values.synthetic else 32)
    values.classes = values.classes or (1000 if values.synthetic else 10)
    values.learning_rate = values.learning_rate or (0.01 if values.optimizer == "sgd" else 0.001)
    return values


def write_lines(text):
    """In one call as far as the pipe takes it, so that lines of several workers do not mix."""
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(1, data):]


def script_hash():
    """SHA-256 of the script that runs, as Millrace stores it with the run."""
    try:
        with open(sys.argv[0], "rb") as script:
            return hashlib.sha256(script.read()).hexdigest()
    except OSError:
        return None


def data_name(data):
    if data == "synthetic":
        return data
    import datasets
    return datasets.name_of(data)


class Log:
    """The lines of one rank. Durations are nanoseconds; None is left out."""

    def __init__(self, rank=0, size=1):
        self.rank = rank
        self.size = size
        self.rates = []
        self.durations = []
        self.computes = []
        self.communications = []
        self.samples = 0
        self.device = "CPU"

    def event(self, event, human="", **fields):
        line = {"event": event, "rank": self.rank, "mono_ns": time.monotonic_ns(), "wall_ns": time.time_ns()}
        for key, value in fields.items():
            if value is not None and not (isinstance(value, float) and not math.isfinite(value)):
                line[key] = value
        write_lines(json.dumps(line, separators=(",", ":")) + "\n" + (human if self.rank == 0 else ""))

    def start(self, values, **fields):
        self.event("start", f"Model: {values.model}\nBatch size: {values.batch}\n", size=self.size, model=values.model,
                   batch=values.batch, global_batch=values.batch * self.size, steps=values.steps,
                   warmup_steps=values.warmup, seed=values.seed, optimizer=values.optimizer,
                   image_size=values.image_size, classes=values.classes,
                   data=data_name(values.data), script_sha256=script_hash(),
                   host=socket.gethostname(), pid=os.getpid(), **fields)

    def connected(self, began_ns, **fields):
        took = time.monotonic_ns() - began_ns
        self.event("connected", f"init took {took / 1e9:.3f}s\n", connect_ns=took, **fields)

    def phase(self, warmup):
        self.event("phase", "Running warmup...\n" if warmup else "Running benchmark...\n",
                   phase="warmup" if warmup else "benchmark")

    def step(self, step, warmup, samples, step_ns, compute_ns=None, comm_ns=None, loss=None, **fields):
        rate = samples * 1e9 / max(step_ns, 1)
        if warmup:
            human = f"Warmup Step #{step}: {rate:.1f} img/sec per {self.device}, took {step_ns / 1e9:.3f}s\n"
        else:
            human = f"Iter #{step}: {rate:.1f} img/sec per {self.device}\n"
            self.rates.append(rate)
            self.durations.append(step_ns)
            self.samples += samples
            if compute_ns is not None:
                self.computes.append(compute_ns)
            if comm_ns is not None:
                self.communications.append(comm_ns)
        self.event("step", human, step=step, warmup=warmup, compute_ns=compute_ns, comm_ns=comm_ns, step_ns=step_ns,
                   samples=samples, loss=loss, **fields)

    def metric(self, name, value, step=None):
        self.event("metric", name=name, value=value, step=step)

    def error(self, code, sentence):
        self.event("error", code=code, what=sentence)

    def end(self, **fields):
        rate_mean, rate_deviation = mean_and_deviation(self.rates)
        step_mean, step_deviation = mean_and_deviation(self.durations)
        seconds = sum(self.durations) / 1e9
        human = f"Img/sec per {self.device}: {rate_mean:.1f} +-{1.96 * rate_deviation:.1f}\n"
        self.event("end", human, steps=len(self.durations), samples_per_second=self.samples / max(seconds, 1e-9),
                   rate_mean=rate_mean, rate_stddev=rate_deviation, step_mean_ns=step_mean,
                   step_stddev_ns=step_deviation, compute_mean_ns=mean_and_deviation(self.computes)[0],
                   comm_mean_ns=mean_and_deviation(self.communications)[0], **fields)


def mean_and_deviation(values):
    """Of the population; NaN for nothing."""
    if not values:
        return math.nan, math.nan
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def missing_package(package, error):
    return WorkloadError(f"the Python package {package} cannot be used by {sys.executable}: {error}; install it there, "
                         "or name another interpreter by the option \"python\" of the workload", "unsupported")


def run(train, log):
    """Calls train(); an exception becomes one error event and an exit status."""
    try:
        train()
    except WorkloadError as error:
        log.error(error.code, str(error))
        finish(error.status)
    except KeyboardInterrupt:
        log.error("cancelled", "interrupted")
        finish(130)
    except Exception as error:  # whatever the framework throws ends the worker with a sentence
        traceback.print_exc()
        words = " ".join(str(error).split()) or type(error).__name__
        log.error("peer-failed" if is_about_a_peer(words) else "internal", f"{type(error).__name__}: {words}"[:2000])
        finish(1)
    finish(0)


def is_about_a_peer(words):
    return any(sign in words for sign in ("closed by peer", "reset by peer", "Connection refused", "Timed out",
                                          "timed out", "Broken pipe"))


def finish(status):
    """Without the frameworks' own clean-up, which can wait for workers that are gone."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)

# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the training script with data that can be learnt: python3 test_scripts.py [Test.function]"""

import functools
import gzip
import json
import os
import pathlib
import runpy
import struct
import sys
import tempfile
import unittest

import ranks

SCRIPTS = ranks.HERE.parents[3] / "resources" / "workloads"
sys.path.insert(0, str(SCRIPTS))

try:
    import numpy
    import torch
except ImportError:
    pass  # main() says so


def perform_script(options):
    sys.argv = [str(SCRIPTS / "pytorch_ddp.py"), "--threads", "1", *options]
    runpy.run_path(sys.argv[0], run_name="__main__")


def share_generated():
    """Makes the generated data once: ranks are forked from this process."""
    import datasets
    if not hasattr(datasets.generated, "__wrapped__"):
        datasets.generated = functools.lru_cache(datasets.generated)
    datasets.generated()


def train(size, *options, more=None, seconds=200):
    """The lines of every rank as objects."""
    share_generated()
    port = ranks.free_port()
    processes = [ranks.Forked(lambda: perform_script(options), ranks.environment(rank, size, port, more))
                 for rank in range(size)]
    lines = []
    try:
        for rank, process in enumerate(processes):
            output, errors = process.communicate(timeout=seconds)
            if process.returncode != 0:
                raise RuntimeError(f"rank {rank} exited with {process.returncode}: {output[-500:]} {errors[-1500:]}")
            lines.append([json.loads(line) for line in output.splitlines() if line.startswith("{")])
    finally:
        for process in processes:
            process.kill()
    return lines


def metrics(lines, name):
    return [line["value"] for line in lines if line["event"] == "metric" and line["name"] == name]


def end_of(lines):
    return next(line for line in lines if line["event"] == "end")


class DataSets(unittest.TestCase):
    """The readers of the published files, against files that are written here by their description."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        random = numpy.random.RandomState(1)
        self.images = random.randint(0, 256, (30, 28, 28)).astype(numpy.uint8)
        self.labels = (numpy.arange(30) % 10).astype(numpy.uint8)

    def write_mnist(self, compressed=False):
        for part, count in (("train", 30), ("t10k", 12)):
            contents = {f"{part}-images-idx3-ubyte": struct.pack(">4B3I", 0, 0, 8, 3, count, 28, 28)
                        + self.images[:count].tobytes(),
                        f"{part}-labels-idx1-ubyte": struct.pack(">4BI", 0, 0, 8, 1, count)
                        + self.labels[:count].tobytes()}
            for name, content in contents.items():
                if compressed:
                    (self.path / (name + ".gz")).write_bytes(gzip.compress(content))
                else:
                    (self.path / name).write_bytes(content)

    def test_mnist(self):
        import datasets
        for compressed in (False, True):
            for file in self.path.iterdir():
                file.unlink()
            self.write_mnist(compressed)
            loaded = datasets.load(str(self.path))
            self.assertEqual(loaded.name, "mnist")
            self.assertTrue(numpy.array_equal(loaded.images[:, 0], self.images))
            self.assertTrue(numpy.array_equal(loaded.test_images[:, 0], self.images[:12]))
            self.assertEqual(loaded.labels.tolist(), self.labels.tolist())
            self.assertEqual(loaded.test_labels.tolist(), self.labels[:12].tolist())

    def test_damaged_mnist(self):
        import datasets
        from millrace_workload import WorkloadError
        self.write_mnist()
        images = self.path / "train-images-idx3-ubyte"
        labels = self.path / "train-labels-idx1-ubyte"
        good_images, good_labels = images.read_bytes(), labels.read_bytes()
        cases = [(images, good_images[:-1], "it has 23519 values instead of 30 × 28 × 28"),
                 (images, b"", "its first bytes are not those of IDX with 3 dimensions"),
                 (images, struct.pack(">4B3I", 0, 0, 8, 3, 2**32 - 1, 2**32 - 1, 2**32 - 1), "it has 0 values"),
                 (labels, good_images, "its first bytes are not those of IDX with 1 dimensions"),
                 (labels, struct.pack(">4BI", 0, 0, 8, 1, 29) + bytes(29), "30 images and 29 labels"),
                 (labels, struct.pack(">4BI", 0, 0, 8, 1, 30) + bytes([11]) * 30, "go up to 11")]
        for file, content, sentence in cases:
            images.write_bytes(good_images)
            labels.write_bytes(good_labels)
            file.write_bytes(content)
            with self.assertRaises(WorkloadError) as raised:
                datasets.load(str(self.path))
            self.assertIn(sentence, str(raised.exception))
            self.assertIn(self.folder.name, str(raised.exception))
        images.write_bytes(good_images)
        labels.unlink()
        with self.assertRaises(WorkloadError) as raised:
            datasets.load(str(self.path))
        self.assertIn("does not hold train-labels-idx1-ubyte", str(raised.exception))

    def test_cifar10(self):
        import datasets
        random = numpy.random.RandomState(2)
        pixels = random.randint(0, 256, (6, 7, 3072)).astype(numpy.uint8)
        for number, name in enumerate([*(f"data_batch_{file}" for file in range(1, 6)), "test_batch"]):
            (self.path / (name + ".bin")).write_bytes(
                b"".join(bytes([index]) + pixels[number, index].tobytes() for index in range(7)))
        loaded = datasets.load(str(self.path))
        self.assertEqual(loaded.name, "cifar10")
        self.assertTrue(numpy.array_equal(loaded.images.reshape(5, 7, 3072), pixels[:5]))
        self.assertTrue(numpy.array_equal(loaded.test_images.reshape(7, 3072), pixels[5]))
        self.assertEqual(loaded.test_labels.tolist(), list(range(7)))

    def test_generated(self):
        import datasets
        generated = getattr(datasets.generated, "__wrapped__", datasets.generated)
        one, other = generated(500, 100), generated(500, 100)
        self.assertTrue(numpy.array_equal(one.images, other.images))
        self.assertEqual(numpy.bincount(one.labels).tolist(), [50] * 10)
        self.assertEqual(one.test_images.shape, (100, 3, 32, 32))


class Training(unittest.TestCase):
    def test_ranks_equal_one_process(self):
        """Two ranks with half the batch train as one process, but for rounding; a second time with the same bits."""
        whole = train(1, "--model", "cnn", "--data", "generated", "--batch", "32", "--steps", "60", "--warmup", "0")
        halves = [train(2, "--model", "cnn", "--data", "generated", "--batch", "16", "--steps", "60", "--warmup", "0",
                        "--backend", "millrace") for _ in range(2)]
        digests = {end_of(lines)["parameters_sha256"] for each in halves for lines in each}
        self.assertEqual(len(digests), 1, "the ranks, or two trainings, differ")
        losses = [[line["loss"] for line in lines if line["event"] == "step"] for lines in (whole[0], *halves[0])]
        for together, first, second in zip(*losses):
            self.assertAlmostEqual((first + second) / 2, together, delta=2e-3)

    def test_every_model_learns(self):
        for model, rate, least in (("slp", "0.005", 0.25), ("mlp", "0.01", 0.3), ("cnn", "0.03", 0.3)):
            lines = train(2, "--model", model, "--data", "generated", "--batch", "32", "--steps", "200", "--backend",
                          "millrace", "--learning-rate", rate, "--evaluate-every", "100")
            accuracies = metrics(lines[0], "accuracy")
            print(f"{model}: accuracies {accuracies}", flush=True)
            self.assertEqual(len(accuracies), 2)
            self.assertGreater(accuracies[-1], least)
            self.assertEqual(metrics(lines[1], "accuracy"), [], "rank 0 reports it for all")

    def test_resnet20(self):
        lines = train(1, "--model", "resnet20", "--data", "generated", "--batch", "8", "--steps", "2", "--warmup", "0")
        start = lines[0][0]
        self.assertEqual(start["elements"], 269_722)
        self.assertEqual((start["data"], start["image_size"], start["classes"]), ("generated", 32, 10))
        self.assertEqual(len(metrics(lines[0], "accuracy")), 1)

    def test_averagings(self):
        """Models that are averaged learn, too; those of local and diloco are the same after an averaging."""
        for averaging, same in (("sma", False), ("ada", True), ("pair", False), ("local", True), ("diloco", True)):
            lines = train(2, "--model", "mlp", "--data", "generated", "--batch", "32", "--steps", "100", "--warmup",
                          "0", "--backend", "millrace", "--averaging", averaging, "--local-steps", "5")
            accuracy = metrics(lines[0], "accuracy")[-1]
            print(f"{averaging}: accuracy {accuracy}", flush=True)
            self.assertGreater(accuracy, 0.2, averaging)
            self.assertEqual(len({end_of(each)["parameters_sha256"] for each in lines}) == 1, same, averaging)
            self.assertTrue(all(line["comm_ns"] > 0 and line["compute_ns"] > 0 and line["comm_ns"] < line["step_ns"]
                                for line in lines[0] if line["event"] == "step"))

    def test_outer_step(self):
        """An outer step of rate 1 without momentum averages the models as local does; others train otherwise."""
        def digest(*options):
            lines = train(2, "--model", "slp", "--data", "generated", "--steps", "8", "--warmup", "0", "--backend",
                          "millrace", "--local-steps", "4", "--averaging", *options)
            return end_of(lines[0])["parameters_sha256"]
        local = digest("local")
        self.assertNotEqual(digest("diloco"), local)
        self.assertEqual(digest("diloco", "--outer-learning-rate", "1", "--outer-momentum", "0"), local)

    def test_monitors(self):
        plain = train(2, "--model", "mlp", "--data", "generated", "--steps", "24", "--warmup", "0")
        for monitor, backend in (("noise-scale", "gloo"), ("noise-scale", "millrace"), ("variance", "millrace")):
            lines = train(2, "--model", "mlp", "--data", "generated", "--steps", "24", "--warmup", "0", "--backend",
                          backend, "--monitor", monitor, "--monitor-interval", "3")
            values = [metrics(each, f"gradient-{monitor}") for each in lines]
            self.assertEqual(values[0], values[1], "the ranks agree")
            self.assertTrue(4 <= len(values[0]) <= 8, "no noise scale while |G|^2 is not above zero")
            self.assertTrue(all(value > 0 for value in values[0]))
            self.assertEqual({end_of(each)["parameters_sha256"] for each in lines},
                             {end_of(plain[0])["parameters_sha256"]}, "a monitor does not change the training")

    def test_wrong_options(self):
        for options, sentence in ((["--averaging", "pair"], "needs the backend millrace"),
                                  (["--averaging", "sma", "--monitor", "variance"], "needs --averaging gradients"),
                                  (["--monitor-interval", "0"], "must be at least 1"),
                                  (["--model", "slp", "--image-size", "64"], "takes images of 28 pixels"),
                                  (["--model", "slq"], "unknown model")):
            with self.assertRaises(RuntimeError) as raised:
                train(1, *options)
            self.assertIn(sentence, str(raised.exception))


class Waits(unittest.TestCase):
    def test_reports_by_peer(self):
        """What all ranks sent in the steps is what they received, and the payload is that of the gradients."""
        ranks_lines = train(3, "--model", "mlp", "--data", "generated", "--steps", "20", "--warmup", "2", "--backend",
                            "millrace", more={"MILLRACE_SHARED_MEMORY": "0"})
        sent, received = 0, 0
        for rank, lines in enumerate(ranks_lines):
            reports = [line for line in lines if line["event"] == "peers"]
            self.assertEqual(sum(report["steps"] for report in reports), 22)
            start = next(line for line in lines if line["event"] == "start")
            # DDP reduces and broadcasts the sizes of its buckets once.
            self.assertAlmostEqual(sum(report["payload"] for report in reports), 22 * start["bytes"], delta=100)
            self.assertAlmostEqual(sum(sum(report["pair_bytes"]) for report in reports), 22 * start["bytes"], delta=100)
            for report in reports:
                self.assertEqual(report["leads"], rank == 0)
                self.assertNotIn(rank, report["peers"])
                self.assertLessEqual(sum(report["waited_ns"]), 1.01 * report["comm_ns"])
                self.assertLessEqual(report["comm_ns"], 1.01 * report["interval_ns"])
            self.assertGreater(sum(sum(report["waited_ns"]) for report in reports), 0)
            sent += sum(sum(report["sent"]) for report in reports)
            received += sum(sum(report["received"]) for report in reports)
        self.assertEqual(sent, received)


if __name__ == "__main__":
    try:
        import torch  # noqa: F811
        import torchvision  # noqa: F401
    except ImportError as error:
        print(f"SKIP: {error}")
        sys.exit(0)
    unittest.main(verbosity=2)

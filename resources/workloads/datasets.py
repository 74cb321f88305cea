# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The data sets of the training scripts: MNIST or CIFAR-10 from a folder, or one that is generated and can be learnt."""

import dataclasses

import numpy

import cifar10
import mnist

GENERATED = "generated"


@dataclasses.dataclass
class DataSet:
    """Images are bytes, (n, channels, height, width); labels go from 0 to 9. Mean and deviation of a channel, from 0 to 1."""
    name: str
    images: numpy.ndarray
    labels: numpy.ndarray
    test_images: numpy.ndarray
    test_labels: numpy.ndarray
    mean: tuple
    deviation: tuple


def name_of(data):
    """"synthetic", "generated", "mnist" or "cifar10", as in the log."""
    if data in ("synthetic", GENERATED):
        return data
    return "mnist" if mnist.is_in(data) else "cifar10"


def load(data):
    name = name_of(data)
    if name == GENERATED:
        return generated()
    if name == "mnist":
        return DataSet(name, *mnist.load(data, "train"), *mnist.load(data, "test"), (0.1307,), (0.3081,))
    return DataSet(name, *cifar10.load(data), *cifar10.load_test(data), (0.4914, 0.4822, 0.4465),
                   (0.2470, 0.2435, 0.2616))


def generated(train=10_000, test=2_000, side=32):
    """Ten classes of three smooth colour patterns each. An image is a pattern of its class, moved by up to 6 pixels, with
    a weaker pattern of another class over it and noise that is stronger than both: a linear model learns a part of it, a
    convolutional one most. RandomState gives the same numbers in all versions of NumPy."""
    random = numpy.random.RandomState(2020)
    angles = numpy.arange(side) * (2 * numpy.pi / side)
    patterns = numpy.zeros((10, 3, 3, side, side))
    for down in range(4):
        for across in range(4):
            if down + across == 0:
                continue
            amplitude = random.normal(size=(10, 3, 3, 1, 1)) / (down + across)
            phase = random.uniform(0, 2 * numpy.pi, size=(10, 3, 3, 1, 1))
            patterns += amplitude * numpy.cos(down * angles[:, None] + across * angles[None, :] + phase)
    patterns /= patterns.std(axis=(2, 3, 4), keepdims=True)
    most = 6
    wrapped = numpy.pad(patterns, [(0, 0)] * 3 + [(most, most)] * 2, mode="wrap")

    def moved(label):
        pattern = wrapped[label, random.randint(3)]
        down, across = most - random.randint(-most, most + 1, size=2)
        return pattern[:, down:down + side, across:across + side]

    def part(count):
        labels = numpy.arange(count) % 10
        random.shuffle(labels)
        images = numpy.empty((count, 3, side, side), numpy.uint8)
        for index, label in enumerate(labels):
            other = (label + random.randint(1, 10)) % 10
            light = moved(label) + random.uniform(0, 0.7) * moved(other) + 2 * random.normal(size=images.shape[1:])
            images[index] = numpy.clip(128 + 32 * light, 0, 255)
        return images, labels.astype(numpy.int64)

    return DataSet(GENERATED, *part(train), *part(test), (0.5, 0.5, 0.5), (0.27, 0.27, 0.27))

# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The images of MNIST, from the four files as they are published (IDX), compressed by gzip or not."""

import gzip
import os

import numpy

from millrace_workload import WorkloadError

NAMES = {"train": ("train-images-idx3-ubyte", "train-labels-idx1-ubyte"),
         "test": ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")}


def find(folder, name):
    """The file in the folder or in its MNIST/raw, where torchvision puts it; None if it is not there."""
    for inner in ("", os.path.join("MNIST", "raw")):
        for ending in ("", ".gz"):
            file = os.path.join(folder, inner, name + ending)
            if os.path.isfile(file):
                return file
    return None


def is_in(folder):
    return find(folder, NAMES["train"][0]) is not None


def read(file, dimensions):
    """IDX: 0, 0, 8 (bytes), the number of dimensions, their sizes as big-endian 32-bit numbers, then the values."""
    with (gzip.open if file.endswith(".gz") else open)(file, "rb") as stream:
        content = stream.read()
    start = 4 + 4 * dimensions
    if len(content) < start or content[:4] != bytes((0, 0, 8, dimensions)):
        raise ValueError(f"its first bytes are not those of IDX with {dimensions} dimensions")
    shape = [int(each) for each in numpy.frombuffer(content, ">u4", dimensions, 4)]
    values = numpy.frombuffer(content, numpy.uint8, offset=start)
    if numpy.prod(shape, dtype=object) != values.size:
        raise ValueError(f"it has {values.size} values instead of {' × '.join(map(str, shape))}")
    return values.reshape(shape)


def load(folder, part):
    """Images as bytes, (n, 1, height, width), and labels from 0 to 9; `part`: "train" or "test"."""
    parts = []
    for name, dimensions in zip(NAMES[part], (3, 1)):
        file = find(folder, name)
        if file is None:
            raise WorkloadError(f"the folder \"{folder}\" does not hold {name} of MNIST", "not-found")
        try:
            parts.append(read(file, dimensions))
        except Exception as error:  # whatever a damaged file makes of the reader
            raise WorkloadError(f"\"{file}\" is no file of MNIST: {error}", "corrupt") from None
    images, labels = parts
    if len(images) != len(labels) or len(images) == 0:
        raise WorkloadError(f"\"{folder}\" has {len(images)} images and {len(labels)} labels of MNIST", "corrupt")
    if labels.max() > 9:
        raise WorkloadError(f"the labels in \"{folder}\" go up to {labels.max()}, and not to 9", "corrupt")
    return images[:, None], labels.astype(numpy.int64)

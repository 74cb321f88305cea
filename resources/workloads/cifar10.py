# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The images of CIFAR-10, from the files as they are published: the binary version (data_batch_1.bin, …: one
byte of label and 3072 of image a record) or the Python version (data_batch_1, …: pickled arrays)."""

import os
import pickle

import numpy

from millrace_workload import WorkloadError

ALLOWED = {("numpy.core.multiarray", "_reconstruct"), ("numpy._core.multiarray", "_reconstruct"),
           ("numpy", "ndarray"), ("numpy", "dtype"), ("_codecs", "encode")}


class ArrayUnpickler(pickle.Unpickler):
    """A pickle can call anything; this one makes arrays only."""

    def find_class(self, module, name):
        if (module, name) not in ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} does not belong into CIFAR-10")
        return super().find_class(module, name)


TRAINING = [f"data_batch_{number}" for number in range(1, 6)]


def find(folder, names):
    """The files of these names, and whether they are binary; nothing if one is not there."""
    for inner, ending in (("cifar-10-batches-bin", ".bin"), ("cifar-10-batches-py", ""), ("", ".bin"), ("", "")):
        files = [os.path.join(folder, inner, name + ending) for name in names]
        if all(os.path.isfile(each) for each in files):
            return files, ending == ".bin"
    return [], False


def read_binary(file):
    records = numpy.fromfile(file, dtype=numpy.uint8)
    if records.size == 0 or records.size % 3073:
        raise ValueError("not a whole number of records of 3073 bytes")
    records = records.reshape(-1, 3073)
    return records[:, 1:], records[:, 0].astype(numpy.int64)


def read_pickle(file):
    with open(file, "rb") as stream:
        part = ArrayUnpickler(stream, encoding="bytes").load()
    images, labels = part[b"data"], numpy.array(part[b"labels"], dtype=numpy.int64)
    if images.dtype != numpy.uint8 or images.ndim != 2 or images.shape[1] != 3072 or len(images) != len(labels):
        raise ValueError("not images of 3072 bytes with a label each")
    return images, labels


def load(folder):
    """The 50 000 training images as bytes, (n, 3, 32, 32), and their labels from 0 to 9."""
    files, is_binary = find(folder, TRAINING)
    if not files:
        raise WorkloadError(f"the folder \"{folder}\" does not hold CIFAR-10: data_batch_1 to 5, in it or in "
                            "cifar-10-batches-py or cifar-10-batches-bin", "not-found")
    return read(folder, files, is_binary)


def load_test(folder):
    """The test images, or none if their file is not there."""
    files, is_binary = find(folder, ["test_batch"])
    if not files:
        return numpy.zeros((0, 3, 32, 32), numpy.uint8), numpy.zeros(0, numpy.int64)
    return read(folder, files, is_binary)


def read(folder, files, is_binary):
    parts = []
    for file in files:
        try:
            parts.append(read_binary(file) if is_binary else read_pickle(file))
        except Exception as error:  # whatever a damaged file makes of the reader
            raise WorkloadError(f"\"{file}\" is no file of CIFAR-10: {error}", "corrupt") from None
    images = numpy.concatenate([each[0] for each in parts]).reshape(-1, 3, 32, 32)
    labels = numpy.concatenate([each[1] for each in parts])
    if labels.max() > 9:
        raise WorkloadError(f"the labels in \"{folder}\" go up to {labels.max()}, and not to 9", "corrupt")
    return images, labels

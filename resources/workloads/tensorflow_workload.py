# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models, data and optimizers of the scripts that train with TensorFlow 2.4 or newer."""

from millrace_workload import WorkloadError, missing_package

try:
    import numpy
    import tensorflow as tf
except ImportError as error:
    raise missing_package("tensorflow", error) from None

MODELS = {"mobilenetv2": "MobileNetV2", "mobilenet_v2": "MobileNetV2", "densenet201": "DenseNet201",
          "resnet50": "ResNet50", "resnet101": "ResNet101", "vgg16": "VGG16"}


def make_model(values):
    name = MODELS.get(values.model)
    if name is None:
        raise WorkloadError(f"unknown model \"{values.model}\"; available: {', '.join(sorted(MODELS))}")
    tf.random.set_seed(values.seed)
    return getattr(tf.keras.applications, name)(weights=None, classes=values.classes,
                                                input_shape=(values.image_size, values.image_size, 3))


def sizes(model):
    """The fields of the start event: what is reduced in every step, and the buffers in addition to it."""
    trained = [int(numpy.prod(each.shape)) for each in model.trainable_variables]
    others = [int(numpy.prod(each.shape)) for each in model.non_trainable_variables]
    return {"tensors": len(trained), "elements": sum(trained), "bytes": 4 * sum(trained),
            "buffer_bytes": 4 * sum(others)}


def make_optimizer(values):
    kinds = {"sgd": tf.keras.optimizers.SGD, "adam": tf.keras.optimizers.Adam, "rmsprop": tf.keras.optimizers.RMSprop}
    return kinds[values.optimizer](learning_rate=values.learning_rate)


def dataset(values, rank, size, batch=None):
    """Endless; every rank has a share of its own. `batch` where it is not the worker's."""
    batch = batch or values.batch
    if values.synthetic:
        random = numpy.random.default_rng(values.seed * 1000003 + rank)
        images = random.standard_normal((batch, values.image_size, values.image_size, 3), dtype=numpy.float32)
        labels = random.integers(values.classes, size=batch)
        return tf.data.Dataset.from_tensors((images, labels)).repeat()
    import datasets
    loaded = datasets.load(values.data)
    images, labels = loaded.images.transpose(0, 2, 3, 1), loaded.labels
    if images.shape[3] == 1:
        images = images.repeat(3, axis=3)
    if len(images) // size < batch:
        raise WorkloadError(f"a batch of {batch} is more than the share of one of {size} workers")
    data = tf.data.Dataset.from_tensor_slices((images, labels)).shard(size, rank)
    data = data.shuffle(len(images) // size, seed=values.seed).repeat().batch(batch, drop_remainder=True)
    side = values.image_size
    data = data.map(lambda image, label: (tf.cast(image, tf.float32) / 127.5 - 1, label))
    return data if side == images.shape[1] else data.map(lambda image, label: (tf.image.resize(image, (side, side)), label))


def limit_threads(values):
    if values.threads:
        tf.config.threading.set_intra_op_parallelism_threads(values.threads)


def need_gpu():
    if not tf.config.list_physical_devices("GPU"):
        raise WorkloadError("this backend needs a GPU and TensorFlow sees none on this node; choose the other backend, "
                            "or check the driver with nvidia-smi", "unsupported")

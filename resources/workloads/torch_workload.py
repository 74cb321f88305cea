# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models, data and optimizers of the scripts that train with PyTorch."""

import itertools

from millrace_workload import WorkloadError, missing_package

try:
    import torch
    import torchvision
except ImportError as error:
    raise missing_package("torch or torchvision", error) from None

# Millrace's names and torchvision's.
MODELS = {"mobilenetv2": "mobilenet_v2", "mobilenet_v2": "mobilenet_v2", "densenet201": "densenet201",
          "resnet18": "resnet18", "resnet50": "resnet50", "resnet101": "resnet101", "vgg16": "vgg16"}


def make_model(values):
    name = MODELS.get(values.model)
    if name is None:
        raise WorkloadError(f"unknown model \"{values.model}\"; available: {', '.join(sorted(MODELS))}")
    torch.manual_seed(values.seed)
    return getattr(torchvision.models, name)(num_classes=values.classes)


def sizes(model):
    """The fields of the start event: what is reduced in every step, and the buffers in addition to it."""
    parameters = [each for each in model.parameters() if each.requires_grad]
    return {"tensors": len(parameters), "elements": sum(each.numel() for each in parameters),
            "bytes": sum(each.numel() * each.element_size() for each in parameters),
            "buffer_bytes": sum(each.numel() * each.element_size() for each in model.buffers())}


def make_optimizer(values, parameters):
    if values.optimizer == "adam":
        return torch.optim.Adam(parameters, lr=values.learning_rate)
    if values.optimizer == "rmsprop":
        return torch.optim.RMSprop(parameters, lr=values.learning_rate)
    return torch.optim.SGD(parameters, lr=values.learning_rate, momentum=0.9)


def batches(values, rank, size, device):
    """Endless pairs of images and labels; in every epoch each rank has a share of its own."""
    if values.synthetic:
        generator = torch.Generator().manual_seed(values.seed * 1000003 + rank)
        images = torch.randn(values.batch, 3, values.image_size, values.image_size, generator=generator)
        labels = torch.randint(values.classes, (values.batch,), generator=generator)
        return itertools.repeat((images.to(device), labels.to(device)))
    return cifar10(values, rank, size, device)


def cifar10(values, rank, size, device):
    import cifar10 as files
    images, labels = files.load(values.data)
    share = len(images) // size
    if share < values.batch:
        raise WorkloadError(f"a batch of {values.batch} is more than the share of one of {size} workers")
    mean = torch.tensor([0.4914, 0.4822, 0.4465]).view(1, 3, 1, 1)
    deviation = torch.tensor([0.2470, 0.2435, 0.2616]).view(1, 3, 1, 1)
    images, labels = torch.from_numpy(images), torch.from_numpy(labels)
    for epoch in itertools.count():
        order = torch.randperm(len(images), generator=torch.Generator().manual_seed(values.seed + epoch))
        mine = order[rank * share:(rank + 1) * share]
        for begin in range(0, share - values.batch + 1, values.batch):
            chosen = mine[begin:begin + values.batch]
            batch = (images[chosen].float() / 255 - mean) / deviation
            if values.image_size != 32:
                batch = torch.nn.functional.interpolate(batch, size=values.image_size, mode="bilinear",
                                                        align_corners=False)
            yield batch.to(device), labels[chosen].to(device)


def choose_device(needs_gpu, local_rank):
    if torch.cuda.is_available():
        torch.cuda.set_device(local_rank % torch.cuda.device_count())
        return torch.device("cuda", torch.cuda.current_device())
    if needs_gpu:
        raise WorkloadError("this backend needs a GPU and PyTorch sees none on this node; use gloo, or check the "
                            "driver with nvidia-smi", "unsupported")
    return torch.device("cpu")


def settle(device):
    """Waits until the device has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)

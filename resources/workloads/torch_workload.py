# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models, data and optimizers of the scripts that train with PyTorch."""

import hashlib
import itertools

from millrace_workload import PIXELS, WorkloadError, missing_package

try:
    import torch
    import torchvision

    from small_models import SMALL_MODELS
except ImportError as error:
    raise missing_package("torch or torchvision", error) from None

# Millrace's names and torchvision's.
MODELS = {"mobilenetv2": "mobilenet_v2", "mobilenet_v2": "mobilenet_v2", "densenet201": "densenet201",
          "resnet18": "resnet18", "resnet50": "resnet50", "resnet101": "resnet101", "vgg16": "vgg16"}


def make_model(values):
    torch.manual_seed(values.seed)
    if values.model in SMALL_MODELS:
        make, _, any_size = SMALL_MODELS[values.model]
        if not any_size and values.image_size != PIXELS[values.model]:
            raise WorkloadError(f"{values.model} takes images of {PIXELS[values.model]} pixels, not of "
                                f"{values.image_size}")
        return make(values.classes)
    name = MODELS.get(values.model)
    if name is None:
        known = sorted([*MODELS, *SMALL_MODELS])
        raise WorkloadError(f"unknown model \"{values.model}\"; available: {', '.join(known)}")
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


def channels_of(values):
    return SMALL_MODELS[values.model][1] if values.model in SMALL_MODELS else 3


def batches(values, rank, size, device):
    """Endless pairs of images and labels. In every epoch each rank has a share of its own; together, the batches of all
    ranks are that of one process with a batch as large as theirs."""
    if values.synthetic:
        generator = torch.Generator().manual_seed(values.seed * 1000003 + rank)
        images = torch.randn(values.batch, channels_of(values), values.image_size, values.image_size,
                             generator=generator)
        labels = torch.randint(values.classes, (values.batch,), generator=generator)
        return itertools.repeat((images.to(device), labels.to(device)))
    return Images(values).batches(rank, size, device)


class Images:
    """A data set as the model takes it."""

    def __init__(self, values):
        import datasets
        self.values = values
        self.set = datasets.load(values.data)
        self.epoch = 0
        self.taken = 0  # images of this epoch, by each rank

    def share(self, size):
        """Images of one rank in an epoch."""
        return len(self.set.images) // size

    def seek(self, steps, batch, size):
        """To where a training with this batch and so many ranks is after these steps."""
        self.epoch, taken = divmod(steps, max(1, self.share(size) // batch))
        self.taken = taken * batch

    def batches(self, rank, size, device):
        """Goes on where the last call of it ended, so that the batch can change."""
        count = len(self.set.images)
        share = self.share(size)
        batch = self.values.batch
        if share < batch:
            raise WorkloadError(f"a batch of {batch} is more than the share of one of {size} workers, {share} images")
        while True:
            order = torch.randperm(count, generator=torch.Generator().manual_seed(self.values.seed + self.epoch))
            mine = order[rank::size]
            while self.taken + batch <= share:
                begin, self.taken = self.taken, self.taken + batch
                yield self.part(self.set.images, self.set.labels, mine[begin:begin + batch].numpy(), device)
            self.epoch, self.taken = self.epoch + 1, 0

    def test_batches(self, rank, size, device, batch=250):
        """The test images of a rank."""
        mine = range(rank, len(self.set.test_images), size)
        for begin in range(0, len(mine), batch):
            yield self.part(self.set.test_images, self.set.test_labels, list(mine[begin:begin + batch]), device)

    def part(self, images, labels, chosen, device):
        """Normalised; in the number of channels and pixels of the model."""
        channels, side = channels_of(self.values), self.values.image_size
        light = torch.from_numpy(images[chosen]).to(device).float() / 255
        mean = torch.tensor(self.set.mean, device=device).view(1, -1, 1, 1)
        light = (light - mean) / torch.tensor(self.set.deviation, device=device).view(1, -1, 1, 1)
        if light.shape[1] > channels:
            light = light.mean(1, keepdim=True)
        elif light.shape[1] < channels:
            light = light.expand(-1, channels, -1, -1)
        if light.shape[2] != side or light.shape[3] != side:
            light = torch.nn.functional.interpolate(light, size=side, mode="bilinear", align_corners=False)
        return light, torch.from_numpy(labels[chosen]).to(device)


@torch.no_grad()
def evaluate(model, batches):
    """Right answers, sum of the losses and number of images: a tensor of three float64."""
    was_training = model.training
    model.eval()
    sums = torch.zeros(3, dtype=torch.float64)
    for images, labels in batches:
        answers = model(images)
        sums[0] += int((answers.argmax(1) == labels).sum())
        sums[1] += float(torch.nn.functional.cross_entropy(answers, labels, reduction="sum"))
        sums[2] += len(labels)
    model.train(was_training)
    return sums


def digest(model):
    """SHA-256 of all parameters: equal on two ranks if they are equal bit by bit."""
    whole = hashlib.sha256()
    for parameter in model.parameters():
        whole.update(parameter.detach().cpu().contiguous().numpy().tobytes())
    return whole.hexdigest()


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

# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small image models that a processor trains in minutes. With 10 classes: slp 7 850 parameters, mlp 266 610, cnn 61 706,
resnet20 269 722."""

import torch
from torch import nn


def slp(classes):
    """One layer, as in KungFu's example for MNIST."""
    return nn.Sequential(nn.Flatten(), nn.Linear(784, classes))


def mlp(classes):
    """LeNet-300-100 (LeCun et al., Gradient-based learning applied to document recognition, 1998)."""
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 300), nn.ReLU(), nn.Linear(300, 100), nn.ReLU(),
                         nn.Linear(100, classes))


def cnn(classes):
    """LeNet-5 (the same paper) with the parts that are usual today: all maps connected, ReLU, maximum pooling."""
    return nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(),
                         nn.Linear(84, classes))


class Block(nn.Module):
    """Two convolutions, and a shortcut without parameters: every second pixel, and zeros for new maps."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.stride = outputs // inputs
        self.more = outputs - inputs
        self.convolution1 = nn.Conv2d(inputs, outputs, 3, self.stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.convolution2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)

    def forward(self, x):
        inner = torch.relu(self.norm1(self.convolution1(x)))
        shortcut = x[:, :, ::self.stride, ::self.stride]
        if self.more:
            shortcut = nn.functional.pad(shortcut, (0, 0, 0, 0, self.more // 2, self.more - self.more // 2))
        return torch.relu(self.norm2(self.convolution2(inner)) + shortcut)


def resnet20(classes):
    """ResNet-20 for CIFAR-10 (He et al., Deep residual learning for image recognition, 2016), shortcuts of type A."""
    layers = [nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU()]
    for inputs, outputs in ((16, 16), (16, 32), (32, 64)):
        layers += [Block(inputs, outputs), Block(outputs, outputs), Block(outputs, outputs)]
    model = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, classes))
    for module in model.modules():
        if isinstance(module, nn.Conv2d):
            nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
    return model


# Name: how it is made, the channels of its images, whether it takes any number of pixels.
SMALL_MODELS = {"slp": (slp, 1, False), "mlp": (mlp, 1, False), "cnn": (cnn, 1, False), "resnet20": (resnet20, 3, True)}

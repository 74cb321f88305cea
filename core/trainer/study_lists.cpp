// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/layer_shapes.h"

namespace millrace::trainer {
namespace {

void append(TensorSizes& list, const TensorSizes& more)
{
    list.insert(list.end(), more.begin(), more.end());
}

struct ResNetStage
{
    std::size_t width, blocks, inputs;
};

void appendIdentityBlock(TensorSizes& list, const ResNetStage& stage)
{
    const std::size_t f = stage.width;
    const std::size_t c = 4 * f;
    append(list, {c, c, c, f * c, f, f, f, 9 * f * f, f, f, f, c * f});
}

void appendProjectionBlock(TensorSizes& list, const ResNetStage& stage)
{
    const std::size_t f = stage.width;
    const std::size_t c = 4 * f;
    append(list, {c, c, c, c, c, c, f * c});
    if (f == 512)
        append(list, {f, f, f, stage.inputs * c});
    else
        append(list, {stage.inputs * c, f, f, f});
    append(list, {9 * f * f, f, f, f, stage.inputs * f});
}

TensorSizes bertVariables(bool withPooler)
{
    TensorSizes list{23440896, 1536, 393216, 768, 768};
    for (int layer = 0; layer < 12; ++layer) {
        for (int matrix = 0; matrix < 4; ++matrix)
            append(list, {589824, 768});
        append(list, {768, 768, 2359296, 3072, 2359296, 768, 768, 768});
    }
    if (withPooler)
        append(list, {589824, 768});
    append(list, {1536, 2});
    return list;
}

} // namespace

TensorSizes vgg16Tensors()
{
    TensorSizes list{1728, 64, 36864, 64, 73728, 128, 147456, 128, 294912, 256, 589824, 256, 589824, 256, 1179648, 512};
    for (int layer = 0; layer < 5; ++layer)
        append(list, {2359296, 512});
    append(list, {102760448, 4096, 16777216, 4096, 4096000, 1000});
    return list;
}

TensorSizes resnet50Tensors()
{
    TensorSizes list{1000, 2048000};
    for (const ResNetStage& stage : {ResNetStage{512, 3, 1024}, {256, 6, 512}, {128, 4, 256}, {64, 3, 64}}) {
        for (std::size_t block = 1; block < stage.blocks; ++block)
            appendIdentityBlock(list, stage);
        appendProjectionBlock(list, stage);
    }
    append(list, {64, 64, 64, 9408});
    return list;
}

TensorSizes bertTensors()
{
    TensorSizes list = bertVariables(true);
    for (const std::size_t size : bertVariables(false))
        append(list, {size, size});
    return list;
}

TensorSizes bertGradientTensors()
{
    const TensorSizes list = bertVariables(false);
    return {list.rbegin(), list.rend()};
}

} // namespace millrace::trainer

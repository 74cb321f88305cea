// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/layer_shapes.h"

#include <algorithm>

namespace millrace::trainer {

LayerShapes& LayerShapes::convolution(std::size_t outputs, std::size_t kernel, std::size_t stride, std::size_t groups)
{
    const std::size_t weights = outputs * (m_channels / groups) * kernel * kernel;
    m_side = (m_side + stride - 1) / stride;
    m_channels = outputs;
    m_tensors.push_back(weights);
    m_multiplyAdds += static_cast<double>(weights) * static_cast<double>(m_side * m_side);
    return *this;
}

LayerShapes& LayerShapes::normalisation()
{
    m_tensors.insert(m_tensors.end(), 2, m_channels);
    return *this;
}

LayerShapes& LayerShapes::pooling(std::size_t stride)
{
    m_side = (m_side + stride - 1) / stride;
    return *this;
}

LayerShapes& LayerShapes::classifier(std::size_t classes)
{
    m_side = 1;
    m_tensors.push_back(m_channels * classes);
    m_tensors.push_back(classes);
    m_multiplyAdds += static_cast<double>(m_channels * classes);
    m_channels = classes;
    return *this;
}

void LayerShapes::resume(std::size_t channels, std::size_t side) noexcept
{
    m_channels = channels;
    m_side = side;
}

LayerShapes mobilenetV2()
{
    struct Stage
    {
        std::size_t expansion, channels, blocks, stride;
    };
    LayerShapes net(3, 224);
    net.convolution(32, 3, 2).normalisation();
    for (const Stage& stage : {Stage{1, 16, 1, 1},
                               {6, 24, 2, 2},
                               {6, 32, 3, 2},
                               {6, 64, 4, 2},
                               {6, 96, 3, 1},
                               {6, 160, 3, 2},
                               {6, 320, 1, 1}}) {
        for (std::size_t block = 0; block < stage.blocks; ++block) {
            const std::size_t hidden = net.channels() * stage.expansion;
            if (stage.expansion != 1)
                net.convolution(hidden, 1).normalisation();
            net.convolution(hidden, 3, block == 0 ? stage.stride : 1, hidden).normalisation();
            net.convolution(stage.channels, 1).normalisation();
        }
    }
    net.convolution(1280, 1).normalisation();
    net.classifier(1000);
    return net;
}

LayerShapes densenet201()
{
    constexpr std::size_t growth = 32;
    LayerShapes net(3, 224);
    net.convolution(64, 7, 2).normalisation().pooling(2);
    std::size_t channels = 64;
    for (const std::size_t layers : {6u, 12u, 48u, 32u}) {
        for (std::size_t layer = 0; layer < layers; ++layer) {
            net.normalisation().convolution(4 * growth, 1).normalisation().convolution(growth, 3);
            channels += growth;
            net.resume(channels, net.side());
        }
        net.normalisation();
        if (layers != 32) {
            channels /= 2;
            net.convolution(channels, 1).pooling(2);
        }
    }
    net.classifier(1000);
    return net;
}

LayerShapes resnet101()
{
    struct Stage
    {
        std::size_t width, blocks, stride;
    };
    LayerShapes net(3, 224);
    net.convolution(64, 7, 2).normalisation().pooling(2);
    for (const Stage& stage : {Stage{64, 3, 1}, {128, 4, 2}, {256, 23, 2}, {512, 3, 2}}) {
        for (std::size_t block = 0; block < stage.blocks; ++block) {
            const std::size_t stride = block == 0 ? stage.stride : 1;
            const std::size_t inputs = net.channels();
            const std::size_t side = net.side();
            net.convolution(stage.width, 1).normalisation();
            net.convolution(stage.width, 3, stride).normalisation();
            net.convolution(4 * stage.width, 1).normalisation();
            if (block == 0) {
                net.resume(inputs, side);
                net.convolution(4 * stage.width, 1, stride).normalisation();
            }
        }
    }
    net.classifier(1000);
    return net;
}

} // namespace millrace::trainer

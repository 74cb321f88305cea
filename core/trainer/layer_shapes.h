// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

namespace millrace::trainer {

/// Sizes of gradient tensors, float32 elements each.
using TensorSizes = std::vector<std::size_t>;

/// Lists of KungFu's benchmarks (tests/go/fakemodel), element for element and in that order.
[[nodiscard]] TensorSizes vgg16Tensors();
[[nodiscard]] TensorSizes resnet50Tensors();
/// 201 variables and their 398 Adam slots.
[[nodiscard]] TensorSizes bertTensors();
/// The gradients of BERT-base with the SQuAD head (no pooler), last layer first.
[[nodiscard]] TensorSizes bertGradientTensors();

/// Convolutional network described layer by layer, from the image on; counts parameters and operations.
class LayerShapes
{
public:
    /// `side`: height and width of the square input.
    LayerShapes(std::size_t channels, std::size_t side) : m_channels(channels), m_side(side) { }
    /// Adds a convolution without bias, padded so that stride 1 keeps the side.
    LayerShapes& convolution(std::size_t outputs, std::size_t kernel, std::size_t stride = 1, std::size_t groups = 1);
    /// Adds scale and shift of a batch normalisation.
    LayerShapes& normalisation();
    /// Adds pooling without parameters.
    LayerShapes& pooling(std::size_t stride);
    /// Adds global pooling, then a matrix and its bias.
    LayerShapes& classifier(std::size_t classes);
    /// Continues from another point of the network, for branches.
    void resume(std::size_t channels, std::size_t side) noexcept;

    [[nodiscard]] std::size_t channels() const noexcept { return m_channels; }
    [[nodiscard]] std::size_t side() const noexcept { return m_side; }
    /// Multiply-adds of convolutions and the classifier for one sample.
    [[nodiscard]] double multiplyAdds() const noexcept { return m_multiplyAdds; }
    /// Last layer first.
    [[nodiscard]] TensorSizes gradients() const { return {m_tensors.rbegin(), m_tensors.rend()}; }

private:
    TensorSizes m_tensors;
    std::size_t m_channels;
    std::size_t m_side;
    double m_multiplyAdds = 0;
};

/// MobileNetV2, width 1.0 (Sandler et al. 2018, table 2), as torchvision builds it.
[[nodiscard]] LayerShapes mobilenetV2();
/// DenseNet-201, growth 32 (Huang et al. 2017, table 1), as torchvision builds it.
[[nodiscard]] LayerShapes densenet201();
/// ResNet-101 with bottlenecks (He et al. 2016, table 1), the stride in the 3×3 convolution as in torchvision.
[[nodiscard]] LayerShapes resnet101();

} // namespace millrace::trainer

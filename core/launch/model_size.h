// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace millrace::launch {

struct Workload;

/// Implementation of a model: the two differ in the biases of convolutions. Torchvision: those of small_models.py, too.
enum class ModelFamily
{
    Torchvision,
    Keras
};

struct ModelSize
{
    std::string_view name; ///< Millrace's
    std::string_view alias; ///< torchvision's, if different
    std::int64_t torchParameters = 0; ///< with 1000 classes, all trained
    std::int64_t kerasParameters = 0; ///< trained ones of keras.applications, 1000 classes; 0: not offered there
    std::int64_t features = 0; ///< inputs of the last layer
    std::int64_t torchBufferBytes = 0; ///< running means and variances, which are not trained
    std::int64_t torchTensors = 0; ///< of the trained parameters
    std::int64_t pixels = 0; ///< side of the images that the model is made for
    std::int64_t imageMultiplyAdds = 0; ///< of all convolutions, for one image of that side
    std::int64_t hiddenMultiplyAdds = 0; ///< of the matrices before the last layer, whatever the image
};

/// Image models of the scripts: torchvision 0.14.1 counted, keras.applications from its summaries, then those of
/// small_models.py.
[[nodiscard]] std::span<const ModelSize> modelSizes();
/// Looks up a name or alias.
[[nodiscard]] const ModelSize* findModelSize(std::string_view name);
/// Returns the number of parameters for this number of classes.
[[nodiscard]] std::int64_t parameterCount(const ModelSize& model, ModelFamily family, std::int64_t classes);
/// Multiply-adds of convolutions and matrices for one image, as torchvision builds the model. Exact for sides that are
/// multiples of 32; others count as the next one.
[[nodiscard]] double multiplyAdds(const ModelSize& model, std::int64_t pixels, std::int64_t classes);

/// What one worker trains, in numbers that are known before it runs; 0: not known.
struct TrainedModel
{
    double parameters = 0;
    double tensors = 0; ///< of gradients
    double forwardFlops = 0; ///< floating-point operations of the forward pass of one sample, a multiply-add as two
    double roundSteps = 1; ///< steps from one averaging to the next

    bool operator==(const TrainedModel&) const = default;
};

/// Returns the model of a script of Millrace, from the workload's model and its extra options "classes", "data" and
/// "image_size"; nothing for an unknown model or a user's program.
[[nodiscard]] std::optional<TrainedModel> scriptModel(const Workload& workload, ModelFamily family);

} // namespace millrace::launch

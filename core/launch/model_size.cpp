// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/model_size.h"

#include "core/base/text.h"
#include "core/launch/workload.h"

#include <algorithm>
#include <array>

namespace millrace::launch {

namespace {

constexpr std::int64_t countedClasses = 1000;
constexpr std::int64_t syntheticPixels = 224; // of millrace_workload.py, for models that take any
constexpr std::int64_t dataSetPixels = 32; // of CIFAR-10 and the generated data
constexpr std::int64_t largestStride = 32; // of all models that take any side

constexpr std::array sizes = {
    ModelSize{"mobilenetv2", "mobilenet_v2", 3504872, 3504872, 1280, 136864, 158, 224, 299494272, 0},
    ModelSize{"densenet201", "densenet201", 20013928, 20013928, 1920, 917832, 604, 224, 4289445888, 0},
    ModelSize{"resnet50", "resnet50", 25557032, 25583592, 2048, 212904, 161, 224, 4087136256, 0},
    ModelSize{"resnet101", "resnet101", 44549160, 44601832, 2048, 422208, 314, 224, 7799357440, 0},
    ModelSize{"resnet18", "resnet18", 11689512, 0, 512, 38560, 62, 224, 1813561344, 0},
    ModelSize{"vgg16", "vgg16", 138357544, 138357544, 4096, 0, 32, 224, 15346630656, 119537664},
    ModelSize{"slp", "slp", 785000, 0, 784, 0, 2, 28, 0, 0},
    ModelSize{"mlp", "mlp", 366600, 0, 100, 0, 6, 28, 0, 265200},
    ModelSize{"cnn", "cnn", 145856, 0, 84, 0, 10, 28, 357600, 58080},
    ModelSize{"resnet20", "resnet20", 334072, 0, 64, 5656, 59, 32, 40550400, 0},
};

bool isSynthetic(const Workload& workload)
{
    const auto data = workload.extras.find("data");
    return data == workload.extras.end() || data->second == "synthetic";
}

/// Number of an extra option; 0: absent, or not a number.
std::int64_t numberOf(const Workload& workload, const std::string& name)
{
    const auto given = workload.extras.find(name);
    return given == workload.extras.end() ? 0 : parseInteger(given->second).value_or(0);
}

std::int64_t classesOf(const Workload& workload)
{
    if (workload.extras.contains("classes"))
        return numberOf(workload, "classes");
    return isSynthetic(workload) ? countedClasses : 10;
}

std::int64_t pixelsOf(const Workload& workload, const ModelSize& model)
{
    if (const std::int64_t given = numberOf(workload, "image_size"); given > 0)
        return given;
    if (model.pixels != syntheticPixels)
        return model.pixels;
    return isSynthetic(workload) ? syntheticPixels : dataSetPixels;
}

} // namespace

std::span<const ModelSize> modelSizes()
{
    return sizes;
}

const ModelSize* findModelSize(std::string_view name)
{
    const auto found = std::ranges::find_if(
        sizes, [name](const ModelSize& model) { return model.name == name || model.alias == name; });
    return found == sizes.end() ? nullptr : &*found;
}

std::int64_t parameterCount(const ModelSize& model, ModelFamily family, std::int64_t classes)
{
    const std::int64_t counted = family == ModelFamily::Keras ? model.kerasParameters : model.torchParameters;
    return counted == 0 ? 0 : counted + (classes - countedClasses) * (model.features + 1);
}

double multiplyAdds(const ModelSize& model, std::int64_t pixels, std::int64_t classes)
{
    const std::int64_t side =
        model.pixels % largestStride == 0 ? (pixels + largestStride - 1) / largestStride * largestStride : model.pixels;
    const double scale = static_cast<double>(side) / static_cast<double>(model.pixels);
    return static_cast<double>(model.imageMultiplyAdds) * scale * scale
        + static_cast<double>(model.hiddenMultiplyAdds + model.features * classes);
}

std::optional<TrainedModel> scriptModel(const Workload& workload, ModelFamily family)
{
    const ModelSize* size = findModelSize(workload.model);
    const std::int64_t classes = classesOf(workload);
    if (size == nullptr || classes < 1 || !workload.command.empty())
        return std::nullopt;
    TrainedModel model;
    model.parameters = static_cast<double>(parameterCount(*size, family, classes));
    if (model.parameters == 0)
        return std::nullopt;
    // Keras differs in the shapes of some layers.
    if (family == ModelFamily::Torchvision) {
        model.tensors = static_cast<double>(size->torchTensors);
        model.forwardFlops = 2 * multiplyAdds(*size, pixelsOf(workload, *size), classes);
    }
    return model;
}

} // namespace millrace::launch

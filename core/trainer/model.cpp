// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/model.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/trainer/layer_shapes.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace millrace::trainer {
namespace {

constexpr std::int64_t largestDivisor = 1'000'000;

struct Entry
{
    const char* name;
    std::vector<std::string> aliases;
    TensorSizes (*tensors)();
    double forwardFlops;
    const char* source;
    const char* flopsSource;
};

constexpr const char* kungfu = "KungFu's fake models (Mai et al., OSDI 2020)";
constexpr const char* torchvision = "torchvision's published multiply-adds at 224×224, times two";
constexpr const char* bertFlops =
    "matrix products of the 12 layers at 384 tokens, from the shapes of Devlin et al. 2019";
/// Per layer 24·d²·t for the projections and 4·t²·d for attention, d = 768, t = 384 tokens.
constexpr double bertForward = 12 * (24.0 * 768 * 768 * 384 + 4.0 * 384 * 384 * 768);

const std::vector<Entry>& entries()
{
    static const std::vector<Entry> table{
        {"resnet50", {"resnet50-imagenet", "resnet-50"}, resnet50Tensors, 2 * 4.089e9, kungfu, torchvision},
        {"vgg16", {"vgg16-imagenet", "vgg-16"}, vgg16Tensors, 2 * 15.47e9, kungfu, torchvision},
        {"bert", {"bert-kungfu"}, bertTensors, bertForward, kungfu, bertFlops},
        {"bert-grad",
         {"bert-base", "bert-gradients"},
         bertGradientTensors,
         bertForward,
         "KungFu's list for BERT-base with the SQuAD head, no pooler",
         bertFlops},
        {"slp-mnist",
         {"slp"},
         [] {
             return TensorSizes{7840, 10};
         },
         2 * 7840.0,
         kungfu,
         "784×10 matrix product"},
        {"mobilenetv2",
         {"mobilenet-v2", "mobilenet_v2"},
         [] { return mobilenetV2().gradients(); },
         2 * 0.301e9,
         "torchvision's layer shapes (Sandler et al. 2018)",
         torchvision},
        {"densenet201",
         {"densenet-201"},
         [] { return densenet201().gradients(); },
         2 * 4.291e9,
         "torchvision's layer shapes (Huang et al. 2017)",
         torchvision},
        {"resnet101",
         {"resnet-101"},
         [] { return resnet101().gradients(); },
         2 * 7.801e9,
         "torchvision's layer shapes (He et al. 2016)",
         torchvision},
        {"tiny", {}, [] { return TensorSizes(10000, 8); }, 0, kungfu, ""},
        {"1024x100", {}, [] { return TensorSizes(100, 1024); }, 0, kungfu, ""},
        {"vector", {}, [] { return TensorSizes(16, 16777216); }, 0, "16 tensors of 64 MiB, to be divided", ""},
    };
    return table;
}

bool matches(const Entry& entry, std::string_view name)
{
    return entry.name == name || std::ranges::find(entry.aliases, name) != entry.aliases.end();
}

Error unknownModel(std::string_view name)
{
    std::vector<std::string> candidates;
    for (const Entry& entry : entries()) {
        candidates.emplace_back(entry.name);
        candidates.insert(candidates.end(), entry.aliases.begin(), entry.aliases.end());
    }
    const std::string near = nearest(name, candidates);
    if (!near.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("unknown model \"{}\"; did you mean \"{}\"?", name, near));
    return fail(ErrorCode::InvalidInput,
                fmt::format("unknown model \"{}\"; known are {}", name, join(modelNames(), ", ")));
}

} // namespace

std::size_t Model::elements() const noexcept
{
    return std::accumulate(tensors.begin(), tensors.end(), std::size_t(0));
}

const std::vector<std::string>& modelNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const Entry& entry : entries())
            list.emplace_back(entry.name);
        return list;
    }();
    return names;
}

Result<Model> findModel(std::string_view name)
{
    const std::size_t slash = name.find('/');
    const std::string_view whole = name.substr(0, slash);
    const auto entry = std::ranges::find_if(entries(), [&](const Entry& each) { return matches(each, whole); });
    if (entry == entries().end())
        return unknownModel(whole);
    Model model{entry->name, entry->aliases, entry->tensors(), entry->forwardFlops, entry->source, entry->flopsSource};
    if (slash == name.npos)
        return model;
    const auto divisor = parseInteger(name.substr(slash + 1));
    if (!divisor || *divisor < 1 || *divisor > largestDivisor)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\": after the slash give the divisor for the gradient size (1 to {})", name,
                                largestDivisor));
    for (std::size_t& elements : model.tensors)
        elements = std::max<std::size_t>(1, elements / static_cast<std::size_t>(*divisor));
    model.name += fmt::format("/{}", *divisor);
    model.source += fmt::format("; each tensor divided by {}", *divisor);
    return model;
}

Error notEnoughMemory(const Model& model)
{
    return fail(ErrorCode::Io,
                fmt::format("there is not enough memory for the {} of gradients of model {}",
                            humanSize(static_cast<double>(model.bytes())), model.name));
}

} // namespace millrace::trainer

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/driple_synth.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace millrace::predict {

namespace {

constexpr std::size_t synthGraphs = 320;
constexpr std::size_t synthNodes = 100;
constexpr std::size_t synthLayers = 50;
constexpr std::size_t synthFeatures = 3;
constexpr std::size_t synthBatch = 32;
/// First graphs of validation and test.
constexpr std::size_t firstValidation = 192;
constexpr std::size_t firstTest = 256;

/// SplitMix64 as a stream.
class SynthDraws
{
public:
    explicit SynthDraws(std::uint64_t state) : m_state(state) { }
    std::uint64_t next() noexcept
    {
        const std::uint64_t value = mixSeed(m_state);
        m_state += 0x9e3779b97f4a7c15ull;
        return value;
    }
    double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    std::size_t below(std::size_t bound) noexcept { return next() % bound; }

private:
    std::uint64_t m_state;
};

/// Activations and parameters of the layers of a made network, and what its family does to the kernels.
struct MadeNetwork
{
    std::size_t family = 0;
    double batch = 0;
    double opsScale = 0;
    std::array<double, synthLayers> activations{};
    std::array<double, synthLayers> parameters{};

    explicit MadeNetwork(SynthDraws& draws)
    {
        static constexpr std::array<double, 4> activationOf = {1e5, 2e5, 2e4, 5e4};
        static constexpr std::array<double, 4> parametersOf = {2e5, 1e6, 5e5, 1e6};
        family = draws.below(4);
        batch = 16.0 * static_cast<double>(1u << draws.below(4));
        const double width = 0.5 + 1.5 * draws.uniform();
        opsScale = 10 + 60 * draws.uniform();
        for (std::size_t i = 0; i < synthLayers; ++i) {
            const auto layer = static_cast<double>(i);
            const double shape = family < 2 ? 1 - 0.9 * layer / 49 : 1.0;
            activations[i] = batch * width * activationOf[family] * shape;
            parameters[i] = width * width * parametersOf[family] * (0.1 + layer / 49);
        }
    }
};

void drawFeatures(const MadeNetwork& network, SynthDraws& draws, std::array<double, synthNodes * synthFeatures>& out)
{
    for (std::size_t i = 0; i < synthNodes; ++i) {
        const std::size_t layer = i < synthLayers ? i : synthNodes - 1 - i;
        const double weight = i < synthLayers ? 1.0 : 2.0;
        const double base = network.activations[layer] + weight * network.parameters[layer];
        out[synthFeatures * i] = std::trunc(base * (0.8 + 0.4 * draws.uniform()));
        out[synthFeatures * i + 1] = std::trunc(network.opsScale * (0.5 + draws.uniform()));
        out[synthFeatures * i + 2] = out[synthFeatures * i + 1] * (0.02 + 0.12 * draws.uniform());
    }
}

void drawEdges(std::size_t family, SynthDraws& draws, float* adjacency)
{
    const auto join = [adjacency](std::size_t i, std::size_t j) {
        adjacency[i * synthNodes + j] = adjacency[j * synthNodes + i] = 1;
    };
    const auto joinSome = [&](std::size_t step, double probability) {
        for (std::size_t i = 0; i < synthNodes - step; ++i)
            if (draws.uniform() < probability)
                join(i, i + step);
    };
    for (std::size_t i = 0; i + 1 < synthNodes; ++i)
        join(i, i + 1);
    for (std::size_t i = 0; i < 49; ++i)
        if (draws.uniform() < 0.7)
            join(i, 99 - i);
    if (family == 1)
        joinSome(2, 0.5);
    if (family == 3)
        joinSome(3, 0.3);
    for (int i = 0; i < 20; ++i) {
        const std::size_t from = draws.below(synthNodes);
        const std::size_t to = draws.below(synthNodes);
        if (from != to)
            join(from, to);
    }
}

std::array<double, metricCount> drawLabels(const SynthSetting& setting, const MadeNetwork& network, double ops,
                                           SynthDraws& draws)
{
    static constexpr std::array<double, 4> kernelFactor = {1, 1.5, 4, 2};
    double activations = 0;
    double parameters = 0;
    for (std::size_t i = 0; i < synthLayers; ++i) {
        activations += network.activations[i];
        parameters += network.parameters[i];
    }
    const double compute = activations * 3e-9 * kernelFactor[network.family] / setting.gpuSpeed + ops * 2e-6;
    const double transfer =
        4 * parameters * setting.workers / (setting.parameterServers * setting.gigabitsPerSecond * 1e9);
    const double idle = 0.05 * compute + std::max(transfer - 0.3 * compute, 0.0) + 0.002;
    const double line = setting.gigabitsPerSecond * 1000;
    std::array<double, metricCount> labels = {
        idle + 0.2 * compute,
        0.8 * compute,
        100 * activations / (activations + 8 * parameters + 3e7),
        idle,
        compute,
        100 * network.batch / (network.batch + 20),
        0.8 * compute,
        0.5 * transfer + 0.001,
        line * parameters / (parameters + 1e6),
        0.9 * compute,
        0.45 * transfer + 0.001,
        line * parameters / (parameters + 2e6),
    };
    for (double& label : labels)
        label = label * (0.95 + 0.1 * draws.uniform());
    return labels;
}

void makeGraph(const SynthSetting& setting, std::size_t index, Batch& batch)
{
    SynthDraws draws(setting.seed * 1'000'003 + index);
    const MadeNetwork network(draws);
    std::array<double, synthNodes * synthFeatures> features{};
    drawFeatures(network, draws, features);
    const std::size_t begin = batch.adjacency.size();
    batch.adjacency.resize(begin + synthNodes * synthNodes);
    drawEdges(network.family, draws, batch.adjacency.data() + begin);
    double ops = 0;
    for (std::size_t i = 0; i < synthNodes; ++i)
        ops += features[synthFeatures * i + 1];
    const auto toFloat = [](double value) { return static_cast<float>(value); };
    std::ranges::transform(features, std::back_inserter(batch.features), toFloat);
    std::ranges::transform(drawLabels(setting, network, ops, draws), std::back_inserter(batch.labels), toFloat);
    ++batch.graphs;
}

} // namespace

DataSet makeDripleSynth(const SynthSetting& setting)
{
    DataSet set;
    set.name = std::string("DripleSynth v1 ") + setting.name;
    for (std::size_t first = 0; first < synthGraphs; first += synthBatch) {
        Batch batch;
        batch.nodes = synthNodes;
        batch.nodeFeatures = synthFeatures;
        for (std::size_t i = first; i < first + synthBatch; ++i)
            makeGraph(setting, i, batch);
        const Part part = first < firstValidation ? Part::Train : first < firstTest ? Part::Validation : Part::Test;
        set.of(part).push_back(std::move(batch));
    }
    return set;
}

std::optional<SynthSetting> findSynthSetting(char name) noexcept
{
    for (const SynthSetting& setting : synthSettings)
        if (setting.name == name)
            return setting;
    return std::nullopt;
}

} // namespace millrace::predict

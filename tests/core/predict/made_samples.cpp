// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/predict/made_samples.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace millrace::predict::test {

namespace {

struct MadeModel
{
    const char* name;
    double parameters;
    double flops;
    double tensors;
};

constexpr std::array<MadeModel, madeModels> list = {{{"small", 1.2e6, 3e8, 40},
                                                     {"mobile", 3.5e6, 6e8, 158},
                                                     {"net18", 11.7e6, 3.6e9, 62},
                                                     {"net50", 25.6e6, 8.2e9, 161},
                                                     {"net101", 44.5e6, 15.6e9, 314},
                                                     {"wide", 68.9e6, 22.8e9, 161},
                                                     {"text", 110e6, 22e9, 199},
                                                     {"deep", 143e6, 39e9, 38}}};

} // namespace

Setting madeSetting(std::size_t model, double workers, double bitsPerSecond, double batch)
{
    Setting setting;
    setting.model = list[model].name;
    setting.parameters = list[model].parameters;
    setting.forwardFlops = list[model].flops;
    setting.tensors = list[model].tensors;
    setting.workers = workers;
    setting.batch = batch;
    setting.strategy = "RING_ALLREDUCE";
    setting.bitsPerSecond = bitsPerSecond;
    setting.flopsPerSecond = 10e12;
    return setting;
}

Sample madeSample(const Setting& setting, double noise, std::uint64_t seed)
{
    Random random(seed);
    const auto noisy = [&](double value) { return value * std::exp(noise * random.normal()); };
    Sample sample;
    sample.setting = setting;
    sample.provenance.run = "run " + std::to_string(seed);
    const double line = setting.bitsPerSecond * 1e-6;
    const double gigabits = setting.bitsPerSecond * 1e-9;
    const double lineUse = 0.95 / (1 + 0.02 * setting.workers) / (1 + 0.05 * gigabits);
    const double deviceUse = 0.3 + 0.3 * setting.batch / (setting.batch + 32);
    const double bits = 8 * 2 * (setting.workers - 1) / setting.workers * 4 * setting.parameters;
    const double transfer = bits / (setting.bitsPerSecond * lineUse);
    const double computing = 3 * setting.forwardFlops * setting.batch / (setting.flopsPerSecond * deviceUse);
    const auto set = [&sample](Resource resource, UseQuantity quantity, double value) {
        sample.labels[metricIndex(resource, quantity)] = {value, 0.02 * value, 50};
    };
    for (const Resource resource : {Resource::Gpu, Resource::GpuMemory}) {
        set(resource, UseQuantity::Idle, noisy(transfer + 0.002));
        set(resource, UseQuantity::Burst, noisy(computing));
        set(resource, UseQuantity::Consumption, std::min(100.0, noisy(100 * deviceUse)));
    }
    for (const Resource resource : {Resource::Receive, Resource::Transmit}) {
        set(resource, UseQuantity::Idle, noisy(computing + 0.001));
        set(resource, UseQuantity::Burst, noisy(transfer));
        set(resource, UseQuantity::Consumption, std::min(line, noisy(line * lineUse)));
    }
    return sample;
}

std::vector<Sample> madeSamples(std::size_t count, double noise, std::uint64_t seed, std::size_t models)
{
    Random random(seed);
    static constexpr std::array<double, 6> workers = {2, 3, 4, 6, 8, 16};
    static constexpr std::array<double, 5> rates = {1e8, 5e8, 1e9, 2.5e9, 1e10};
    static constexpr std::array<double, 4> batches = {8, 16, 32, 64};
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < count; ++i) {
        const Setting setting = madeSetting(random.below(models), workers[random.below(workers.size())],
                                            rates[random.below(rates.size())], batches[random.below(batches.size())]);
        samples.push_back(madeSample(setting, noise, seed * 1'000'003 + i));
    }
    return samples;
}

} // namespace millrace::predict::test

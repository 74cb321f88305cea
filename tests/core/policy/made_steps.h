// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"

#include <QtTest>
#include <functional>

namespace millrace::policy {

inline Nanoseconds milliseconds(double time)
{
    return Nanoseconds(static_cast<Nanoseconds::rep>(time * 1e6));
}

/// A policy by its text.
inline std::unique_ptr<Policy> made(std::string_view text)
{
    const auto specs = parsePolicies(text);
    if (!specs || specs->size() != 1)
        qFatal("%s", specs ? "not one policy" : specs.error().text().c_str());
    return makePolicy(specs->front());
}

/// A training whose steps obey what its policy decides.
struct MadeTraining
{
    explicit MadeTraining(std::string_view text, int number, int batch = 32)
        : policy(made(text)), workers(number), setting{collective::Strategy::Star, 0, batch}
    {
    }

    /// One step of all workers; returns its decision, carried out.
    std::optional<Decision> step(double communication, double compute = 20, std::optional<double> noise = {})
    {
        Observation seen;
        seen.step = done++;
        seen.first = std::exchange(changed, false);
        seen.setting = setting;
        seen.payload = 100'000'000;
        seen.noiseScale = noise;
        seen.duration.assign(static_cast<std::size_t>(workers), milliseconds(communication + compute));
        seen.communication.assign(static_cast<std::size_t>(workers), milliseconds(communication));
        auto decision = policy->observe(seen);
        if (!decision)
            return decision;
        if (decision->change == Change::Strategy) {
            setting.strategy = decision->strategy;
            setting.root = decision->value;
        } else if (decision->change == Change::Batch)
            setting.batch = decision->value;
        else {
            changed = changed || workers != decision->value;
            workers = decision->value;
        }
        return decision;
    }

    std::unique_ptr<Policy> policy;
    int workers;
    Setting setting;
    std::int64_t done = 0;
    bool changed = true;
};

} // namespace millrace::policy

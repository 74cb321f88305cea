// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/stored_runs.h"

#include "core/store/run_repository.h"

#include <algorithm>
#include <cmath>

using namespace millrace;

namespace e2e {

namespace {

template <typename Read>
auto read(const std::filesystem::path& file, Read what) -> decltype(what(std::declval<store::RunRepository&>()))
{
    auto database = store::Database::openReadOnly(file);
    if (!database)
        return {};
    const SystemClock clock;
    store::RunRepository repository(*database, clock);
    return what(repository);
}

} // namespace

std::vector<store::RunRecord> runsOf(const std::filesystem::path& file)
{
    return read(file, [](store::RunRepository& repository) {
        const auto campaigns = repository.campaigns();
        if (!campaigns || campaigns->empty())
            return std::vector<store::RunRecord>();
        return repository.runs(campaigns->front().id).value_or({});
    });
}

int countOf(const std::vector<store::RunRecord>& runs, store::RunState state)
{
    return static_cast<int>(std::ranges::count(runs, state, &store::RunRecord::state));
}

std::map<std::string, double> metricsOf(const std::filesystem::path& file, store::RunId run, const std::string& name)
{
    return read(file, [&](store::RunRepository& repository) {
        std::map<std::string, double> found;
        if (const auto metrics = repository.metrics(run))
            for (const store::Metric& metric : *metrics)
                if (metric.name == name)
                    found[metric.subject] = metric.value;
        return found;
    });
}

double metricOf(const std::filesystem::path& file, store::RunId run, const std::string& name)
{
    const auto all = metricsOf(file, run, name);
    const auto found = all.find("");
    return found == all.end() ? std::nan("") : found->second;
}

std::vector<store::GateResult> gatesOf(const std::filesystem::path& file, store::RunId run, const std::string& name)
{
    return read(file, [&](store::RunRepository& repository) {
        auto gates = repository.gates(run);
        std::vector<store::GateResult> found;
        if (gates)
            std::ranges::copy_if(*gates, std::back_inserter(found),
                                 [&name](const store::GateResult& gate) { return gate.name == name; });
        return found;
    });
}

} // namespace e2e

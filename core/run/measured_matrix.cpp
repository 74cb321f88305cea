// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/measured_matrix.h"

#include "core/base/clock.h"
#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::run {

namespace {

constexpr std::size_t mostRuns = 200;

/// "node0→node1" or "node0↔node1".
std::optional<std::pair<std::string, std::string>> endsOf(const std::string& subject)
{
    for (const std::string_view arrow : {"→", "↔"})
        if (const std::size_t at = subject.find(arrow); at != std::string::npos)
            return std::pair(subject.substr(0, at), subject.substr(at + arrow.size()));
    return std::nullopt;
}

struct Measured
{
    std::vector<double> rates;
    std::vector<double> roundTrips;
};

} // namespace

Result<cluster::NetworkMatrix> measuredMatrix(store::Database& database)
{
    store::ResultFilter filter;
    filter.states = {store::RunState::Done, store::RunState::Invalid};
    filter.conditions = {store::onlyMeasured()};
    store::ResultQuery query(database);
    MR_TRY(found, query.index(filter, {store::ResultOrder::By::Started, {}, {}, true}));
    found.runs.resize(std::min(found.runs.size(), mostRuns));
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    std::map<std::pair<std::string, std::string>, Measured> pairs;
    for (const store::RunId run : found.runs) {
        MR_TRY(gates, repository.gates(run));
        for (const store::GateResult& gate : gates) {
            const auto ends = endsOf(gate.subject);
            if (!ends || !std::isfinite(gate.achieved) || gate.achieved <= 0)
                continue;
            if (gate.name == "rate")
                pairs[*ends].rates.push_back(gate.achieved);
            if (gate.name == "round trip")
                for (const auto& pair : {*ends, std::pair(ends->second, ends->first)})
                    pairs[pair].roundTrips.push_back(gate.achieved);
        }
    }
    if (pairs.empty())
        return fail(ErrorCode::NotFound,
                    fmt::format("no run of {} has measured a path between nodes", database.file().string()));
    cluster::NetworkMatrix matrix;
    for (const auto& [ends, measured] : pairs) {
        cluster::PairEntry entry;
        entry.from = ends.first;
        entry.to = ends.second;
        if (!measured.rates.empty())
            entry.bitsPerSecond = std::round(median(measured.rates));
        if (!measured.roundTrips.empty())
            entry.roundTrip = fromSeconds(median(measured.roundTrips));
        entry.source = fmt::format("measured in {}", database.file().filename().string());
        matrix.push_back(std::move(entry));
    }
    return matrix;
}

} // namespace millrace::run

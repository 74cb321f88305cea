// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/row_reader.h"

#include "core/base/seconds.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {
namespace {

constexpr double latestTime = 9e9; // s since 1970; fits into int64 nanoseconds
constexpr double longestStep = 1e6; // s
constexpr std::int64_t mostBatches = 1'000'000'000;
constexpr std::size_t mostColumns = 256;

/// Strips the group: "01_general/step" and "step" are the same column.
std::string shortName(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return std::string(trim(slash == name.npos ? name : name.substr(slash + 1)));
}

} // namespace

LineOutcome RowReader::read(std::string_view body, const EventOrigin& origin)
{
    constexpr std::string_view header = "Type,ID,Timestamp,Loss,Accuracy";
    if (body == header)
        return SilentLine{};
    if (body.starts_with("Batch,") || body.starts_with("Epoch,"))
        return readBatch(body, m_states.of(origin), origin);
    if (body.starts_with("_step,")) {
        State& state = m_states.of(origin);
        const auto names = split(body, ',');
        if (names.size() > mostColumns)
            return DamagedLine{"a table of more than 256 columns"};
        state.columns.clear();
        for (const std::string_view name : names)
            state.columns.push_back(shortName(name));
        return SilentLine{};
    }
    if (body.empty() || body[0] < '0' || body[0] > '9' || body.find(',') == body.npos)
        return UnknownLine{};
    State& state = m_states.of(origin);
    return state.columns.empty() ? LineOutcome(UnknownLine{}) : readNamed(body, state, origin);
}

LineOutcome RowReader::readBatch(std::string_view body, State& state, const EventOrigin& origin)
{
    const auto fields = split(body, ',');
    if (fields.size() != 5)
        return DamagedLine{"a row of train_history.log has five fields"};
    const auto number = parseInteger(fields[1]);
    const auto time = parseDouble(fields[2]);
    const auto loss = parseDouble(fields[3]);
    const auto accuracy = parseDouble(fields[4]);
    if (!number || !time || !loss || !accuracy || *number < 0 || *number > mostBatches || !(*time >= 0)
        || !(*time < latestTime))
        return DamagedLine{"a number cannot be read"};
    EventOrigin timed = origin;
    timed.wall = fromSeconds(*time);
    timed.timedByWorker = true;
    if (fields[0] == "Epoch")
        return LogEvent(MetricEvent{std::move(timed), "accuracy", *accuracy, {}, *number});
    const bool continues = *number > state.lastBatch;
    if (!continues)
        state.base = std::min(state.base + state.lastBatch + 1, mostBatches * 1000);
    IterationEvent event;
    event.origin = std::move(timed);
    event.iteration = state.base + *number;
    event.loss = *loss;
    const double span = *time - state.lastTime;
    if (continues && *number == state.lastBatch + 1 && state.lastBatch >= 0 && span >= 0 && span < longestStep)
        event.duration = fromSeconds(span);
    state.lastBatch = *number;
    state.lastTime = *time;
    return LogEvent(std::move(event));
}

LineOutcome RowReader::readNamed(std::string_view body, State& state, const EventOrigin& origin)
{
    const auto fields = split(body, ',');
    if (fields.size() != state.columns.size())
        return DamagedLine{"a row with another number of fields than its header"};
    const auto value = [&](std::string_view name) -> std::optional<double> {
        const auto column = std::ranges::find(state.columns, name);
        if (column == state.columns.end())
            return std::nullopt;
        const auto number = parseDouble(fields[static_cast<std::size_t>(column - state.columns.begin())]);
        return number && std::isfinite(*number) ? std::optional(*number) : std::nullopt;
    };
    const auto samples = value("locally_processed_samples");
    const auto time = value("step_time_s");
    const auto step = value("step");
    if (!step || !time || !(*time >= 0) || *time > longestStep || !(*step >= 0)
        || *step > static_cast<double>(mostBatches))
        return SilentLine{};
    IterationEvent event;
    event.origin = origin;
    if (const auto stamp = value("_timestamp"); stamp && *stamp >= 0 && *stamp < latestTime) {
        event.origin.wall = fromSeconds(*stamp);
        event.origin.timedByWorker = true;
    }
    event.iteration = static_cast<std::int64_t>(*step);
    event.duration = fromSeconds(*time);
    event.loss = value("minibatch_loss");
    if (samples && state.lastSamples >= 0 && *samples > state.lastSamples && *samples < 1e15)
        event.samples = static_cast<std::int64_t>(*samples - state.lastSamples);
    if (event.samples && *time > 0)
        event.samplesPerSecond = static_cast<double>(*event.samples) / *time;
    if (samples)
        state.lastSamples = *samples;
    if (const auto peers = value("num_peers"); peers && *peers >= 0 && *peers < 1e6)
        event.workers = static_cast<int>(*peers);
    return LogEvent(std::move(event));
}

} // namespace millrace::monitor

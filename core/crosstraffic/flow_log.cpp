// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/flow_log.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/unknown.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace millrace::crosstraffic {

namespace {

constexpr std::string_view logHeader = "index,destination,bytes,acked_bytes,planned_start_wall_ns,start_wall_ns,"
                                       "completion_ns,ideal_ns,datagrams_lost,datagrams_reordered,retransmissions,end,"
                                       "error";
constexpr std::array<std::string_view, 3> endNames{"completed", "cut", "failed"};

/// Replaces characters that would break the line.
std::string field(std::string_view text)
{
    std::string safe(text.substr(0, 500));
    for (char& c : safe)
        if (c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20)
            c = c == ',' ? ';' : ' ';
    return safe;
}

template <typename T>
bool number(std::string_view text, T& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool time(std::string_view text, Nanoseconds& value)
{
    std::int64_t count = 0;
    if (!number(text, count))
        return false;
    value = Nanoseconds(count);
    return true;
}

bool readEnd(std::string_view text, FlowEnd& end)
{
    for (std::size_t i = 0; i < endNames.size(); ++i)
        if (text == endNames[i]) {
            end = static_cast<FlowEnd>(i);
            return true;
        }
    return false;
}

bool readLine(std::string_view line, FlowRecord& record)
{
    const auto parts = split(line, ',');
    if (parts.size() != 13)
        return false;
    record.destination = parts[1];
    record.error = parts[12];
    return number(parts[0], record.index) && number(parts[2], record.bytes) && number(parts[3], record.ackedBytes)
        && time(parts[4], record.plannedStart) && time(parts[5], record.start) && time(parts[6], record.completion)
        && time(parts[7], record.ideal) && number(parts[8], record.datagramsLost)
        && number(parts[9], record.datagramsReordered) && number(parts[10], record.retransmissions)
        && readEnd(parts[11], record.end) && record.completion.count() >= 0 && record.ideal.count() >= 0;
}

struct ClassLimits
{
    std::string_view name;
    std::uint64_t above;
    std::uint64_t upTo;
};
constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();
constexpr std::array<ClassLimits, 4> classes{ClassLimits{"small", 0, 100'000},
                                             {"medium", 100'000, 10'000'000},
                                             {"large", 10'000'000, endless},
                                             {"all", 0, endless}};

/// Endless flows belong to no class: their duration is that of the load.
FlowClassSummary summariseClass(const std::vector<FlowRecord>& records, const ClassLimits& limits)
{
    std::vector<double> times;
    std::vector<double> slowdowns;
    for (const FlowRecord& record : records) {
        if (record.end != FlowEnd::Completed || record.bytes <= limits.above || record.bytes > limits.upTo)
            continue;
        times.push_back(seconds(record.completion));
        if (const double slowdown = record.slowdown(); !std::isnan(slowdown))
            slowdowns.push_back(slowdown);
    }
    return {std::string(limits.name), times.size(),          mean(times),     median(times),
            quantile(times, 0.95),    quantile(times, 0.99), mean(slowdowns), quantile(slowdowns, 0.99)};
}

} // namespace

Nanoseconds idealCompletion(Nanoseconds roundTrip, std::uint64_t bytes, double bitsPerSecond) noexcept
{
    constexpr int handshakeAndData = 2; // round trips
    return handshakeAndData * roundTrip
        + Nanoseconds(static_cast<std::int64_t>(static_cast<double>(bytes) * 8e9 / bitsPerSecond));
}

double FlowRecord::goodput() const noexcept
{
    return completion.count() > 0 ? static_cast<double>(ackedBytes) * 8 / seconds(completion) : unknown;
}

double FlowRecord::slowdown() const noexcept
{
    if (ideal.count() <= 0 || completion.count() <= 0 || end != FlowEnd::Completed || bytes == 0)
        return unknown;
    return seconds(completion) / seconds(ideal);
}

FlowSummary summarise(const std::vector<FlowRecord>& records)
{
    FlowSummary summary;
    std::vector<double> errors;
    for (const FlowRecord& record : records) {
        summary.completed += record.end == FlowEnd::Completed;
        summary.cut += record.end == FlowEnd::Cut;
        summary.failed += record.end == FlowEnd::Failed;
        summary.bytes += record.ackedBytes;
        errors.push_back(std::abs(seconds(record.startError())));
    }
    for (const ClassLimits& limits : classes)
        summary.classes.push_back(summariseClass(records, limits));
    summary.startErrorMedian = median(errors);
    summary.startErrorP99 = quantile(errors, 0.99);
    return summary;
}

std::string shortfallText(const std::vector<FlowRecord>& records, std::size_t due, Nanoseconds load)
{
    std::map<std::string, std::size_t> reasons;
    std::size_t late = 0;
    for (const FlowRecord& record : records) {
        late += record.startError() > lateStart;
        if (!record.error.empty())
            ++reasons[record.error];
    }
    const std::size_t missing = due - std::min(due, records.size());
    const bool overload = missing > 0 || late * 100 > records.size();
    if (reasons.empty() && !overload)
        return {};
    std::vector<std::string> parts;
    if (late > 0)
        parts.push_back(fmt::format("{} began more than {} ms late", late, lateStart / std::chrono::milliseconds(1)));
    if (missing > 0)
        parts.push_back(fmt::format("{} did not start", missing));
    for (const auto& [reason, count] : reasons)
        parts.push_back(fmt::format("{} ended with \"{}\"", count, reason));
    std::string text = fmt::format("of {} flows {}", due, join(parts, ", "));
    if (overload)
        text += fmt::format("; this node began {:.0f} flows per second: lower the rate, make the flows larger, or use "
                            "more sources",
                            static_cast<double>(records.size()) / seconds(load));
    return text + "; the flow log has each of them";
}

std::string flowLogText(const std::vector<FlowRecord>& records)
{
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender(text), "{}\n", logHeader);
    for (const FlowRecord& r : records)
        fmt::format_to(fmt::appender(text), "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", r.index, field(r.destination),
                       r.bytes, r.ackedBytes, r.plannedStart.count(), r.start.count(), r.completion.count(),
                       r.ideal.count(), r.datagramsLost, r.datagramsReordered, r.retransmissions,
                       endNames[static_cast<std::size_t>(r.end)], field(r.error));
    return fmt::to_string(text);
}

Result<std::vector<FlowRecord>> parseFlowLog(std::string_view text, Issues& issues)
{
    std::vector<FlowRecord> records;
    bool headed = false;
    for (std::int64_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (number == 1) {
            headed = line == logHeader;
            if (!headed)
                break;
            continue;
        }
        FlowRecord record;
        if (line.empty())
            continue;
        if (readLine(line, record))
            records.push_back(std::move(record));
        else
            countIssue(issues,
                       {"damaged-flow", Severity::Warning, 1,
                        fmt::format("no flow is described by \"{}\"", line.substr(0, 80)),
                        fmt::format("line {}", number)});
    }
    if (!headed)
        return fail(ErrorCode::Corrupt,
                    "not a flow log: the first line is not the header written by millrace-agent; use a file "
                    "flows-*.csv of a run");
    return records;
}

} // namespace millrace::crosstraffic

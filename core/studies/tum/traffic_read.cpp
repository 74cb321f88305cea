// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/importers/table_values.h"
#include "core/importers/text_time.h"
#include "core/studies/tum/json.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

/// "('192.168.17.50', '192.168.17.51')"
bool splitPair(std::string_view text, std::string& source, std::string& destination)
{
    const auto parts = split(text, '\'');
    if (parts.size() != 5 || parts[0] != "(" || trim(parts[2]) != "," || parts[4] != ")")
        return false;
    source = parts[1];
    destination = parts[3];
    return !source.empty() && !destination.empty();
}

/// Times of consecutive rows, kept as intervals: every millisecond is a row.
class RowTimes
{
public:
    static constexpr std::int64_t largestRow = 9'000'000'000'000'000;

    bool add(std::int64_t row, std::int64_t millisecond)
    {
        if (!m_stretches.empty()) {
            Stretch& last = m_stretches.back();
            if (row == last.row + last.count && millisecond == last.millisecond + last.count) {
                ++last.count;
                return true;
            }
        }
        const bool rises = m_stretches.empty() || row > m_stretches.back().row;
        if (m_stretches.size() >= importers::mostTableRows || !rises || row > largestRow)
            return false;
        m_stretches.push_back({row, millisecond, 1});
        return true;
    }
    [[nodiscard]] std::optional<std::int64_t> millisecondOf(std::int64_t row) const
    {
        const auto after = std::ranges::upper_bound(m_stretches, row, {}, &Stretch::row);
        if (after == m_stretches.begin())
            return std::nullopt;
        const Stretch& stretch = *std::prev(after);
        return row < stretch.row + stretch.count ? std::optional(stretch.millisecond + row - stretch.row)
                                                 : std::nullopt;
    }

private:
    struct Stretch
    {
        std::int64_t row, millisecond, count;
    };
    std::vector<Stretch> m_stretches;
};

class TrafficReader
{
public:
    TrafficReader(const analysis::WallZone& zone, Issues& issues, const JobContext& job) : m_issues(issues), m_job(job)
    {
        m_traffic.zone = zone;
    }

    Result<void> readTotals(const std::filesystem::path& file);
    Result<void> readPairs(const std::filesystem::path& file);
    Result<void> readFlows(const std::filesystem::path& file);
    PublishedTraffic finish(const std::filesystem::path& folder);

private:
    /// The bin in UTC of a wall clock's millisecond; none outside the int64 nanosecond range.
    [[nodiscard]] std::optional<std::int64_t> binOf(std::int64_t wall) const
    {
        if (wall < 0 || wall > 9'000'000'000'000)
            return std::nullopt;
        return m_traffic.zone.utcOf(wall * nanosecondsPerMillisecond) / nanosecondsPerMillisecond;
    }
    void addPairValue(PairTotals& pair, std::int64_t bin, std::uint64_t bytes);

    PublishedTraffic m_traffic;
    analysis::BinBudget m_budget;
    Issues& m_issues;
    const JobContext& m_job;
    bool m_hasTotals = false;
};

Result<void> TrafficReader::readTotals(const std::filesystem::path& file)
{
    RowTimes times;
    const auto cell = [&](std::string_view column, std::string_view index, const importers::PandasValue& value) {
        const auto row = importers::integerOf(index);
        const auto number = importers::wholeNumber(value);
        if (!row || !number || (column != "frame.time" && column != "frame.len")) {
            importers::countDamage(m_issues, "other-value", fmt::format("{} {}", column, index), file);
            return;
        }
        if (column == "frame.time") {
            if (!times.add(*row, static_cast<std::int64_t>(*number)))
                importers::countDamage(m_issues, "rows-beyond", "rows that do not ascend, or too many gaps", file);
            return;
        }
        const auto wall = times.millisecondOf(*row);
        const auto bin = wall ? binOf(*wall) : std::nullopt;
        if (!bin || *number > 0xffffffffu)
            importers::countDamage(m_issues, "other-value", fmt::format("row {} without a time", index), file);
        else if (*number > 0) {
            m_traffic.milliseconds.add(*bin, static_cast<std::uint32_t>(*number), m_budget);
            m_traffic.wireBytes += *number;
        }
    };
    m_hasTotals = true;
    return importers::readPandasColumns(file, cell, m_issues, m_job);
}

void TrafficReader::addPairValue(PairTotals& pair, std::int64_t bin, std::uint64_t bytes)
{
    pair.milliseconds.add(bin, static_cast<std::uint32_t>(bytes), m_budget);
    pair.wireBytes += bytes;
    if (m_hasTotals)
        return;
    m_traffic.milliseconds.add(bin, static_cast<std::uint32_t>(bytes), m_budget);
    m_traffic.wireBytes += bytes;
}

Result<void> TrafficReader::readPairs(const std::filesystem::path& file)
{
    std::string latest;
    bool usable = false;
    const auto cell = [&](std::string_view column, std::string_view index, const importers::PandasValue& value) {
        if (column != latest || m_traffic.pairs.empty()) {
            latest = column;
            PairTotals pair;
            pair.ipv4 = true;
            usable =
                m_traffic.pairs.size() < importers::mostTableRows && splitPair(column, pair.source, pair.destination);
            if (usable)
                m_traffic.pairs.push_back(std::move(pair));
            else
                importers::countDamage(m_issues, "other-key", std::string(column), file);
        }
        const auto wall = importers::integerOf(index);
        const auto bytes = importers::wholeNumber(value);
        const auto bin = wall ? binOf(*wall) : std::nullopt;
        if (!bin || !bytes || *bytes > 0xffffffffu)
            importers::countDamage(m_issues, "other-value", fmt::format("{} {}", column, index), file);
        else if (usable && *bytes > 0)
            addPairValue(m_traffic.pairs.back(), *bin, *bytes);
    };
    return importers::readPandasColumns(file, cell, m_issues, m_job);
}

Result<void> TrafficReader::readFlows(const std::filesystem::path& file)
{
    MR_TRY(flows, readFlowArrival(file, m_issues));
    importers::PacketOptions options;
    options.zone = m_traffic.zone;
    for (const ReadFlow& read : flows) {
        PublishedFlow flow;
        flow.source = read.source;
        flow.destination = read.destination;
        flow.sourcePort = read.sourcePort;
        flow.destinationPort = read.destinationPort;
        flow.sourcePortNumber = static_cast<std::uint32_t>(importers::integerOf(read.sourcePort).value_or(0));
        flow.destinationPortNumber = static_cast<std::uint32_t>(importers::integerOf(read.destinationPort).value_or(0));
        flow.protocol = 6;
        flow.inStudy = true;
        flow.wireBytes = read.bytes;
        importers::TimeProblem problem{};
        const auto first = importers::parseFrameTime(read.arrival, options, problem);
        const auto last = importers::parseFrameTime(read.departure, options, problem);
        if (!first || !last)
            importers::countDamage(m_issues, "bad-time", read.arrival, file);
        flow.first = first.value_or(0);
        flow.last = last.value_or(0);
        m_traffic.flows.push_back(std::move(flow));
    }
    if (!flows.empty())
        m_issues.push_back({"published-times", Severity::Note, 1,
                            "first and last times of flows are those of other packets where files interleave",
                            file.filename().string()});
    return {};
}

PublishedTraffic TrafficReader::finish(const std::filesystem::path& folder)
{
    std::map<std::string, std::uint64_t> sent;
    for (const PairTotals& pair : m_traffic.pairs)
        sent[pair.source] += pair.wireBytes;
    for (const auto& [host, bytes] : sent)
        m_traffic.sent.push_back({host, true, bytes});
    std::ranges::sort(m_traffic.pairs, {},
                      [](const PairTotals& each) { return std::tie(each.source, each.destination); });
    if (!m_traffic.milliseconds.empty()) {
        m_traffic.first = m_traffic.milliseconds.first() * nanosecondsPerMillisecond;
        m_traffic.last = m_traffic.milliseconds.last() * nanosecondsPerMillisecond;
    }
    if (m_budget.refused > 0)
        importers::countDamage(m_issues, "bins-beyond", "traffic is spread over more milliseconds than are kept",
                               folder);
    return std::move(m_traffic);
}

} // namespace

Result<PublishedTraffic> readTumTraffic(const std::filesystem::path& folder, const analysis::WallZone& zone,
                                        Issues& issues, const JobContext& job)
{
    TrafficReader reader(zone, issues, job);
    std::error_code ignored;
    bool any = false;
    const auto read = [&](const char* name, Result<void> (TrafficReader::*part)(const std::filesystem::path&)) {
        const auto file = folder / name;
        if (!std::filesystem::exists(file, ignored))
            return Result<void>();
        any = true;
        return (reader.*part)(file);
    };
    MR_CHECK(read("bytes_per_sec.json", &TrafficReader::readTotals));
    MR_CHECK(read("utilization.json", &TrafficReader::readPairs));
    MR_CHECK(read("flow_arrival.json", &TrafficReader::readFlows));
    if (!any)
        return fail(
            ErrorCode::NotFound,
            fmt::format("{} has none of bytes_per_sec.json, utilization.json and flow_arrival.json", folder.string()));
    return reader.finish(folder);
}

} // namespace millrace::studies::tum

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/importers/pandas_columns.h"
#include "core/importers/text_time.h"
#include "core/importers/tum_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

constexpr std::size_t mostRows = 1'000'000;
constexpr std::int64_t million = 1'000'000;

void count(Issues& issues, const char* kind, std::string example, const std::filesystem::path& file)
{
    const auto known = std::ranges::find(issues, kind, &Issue::kind);
    if (known != issues.end())
        ++known->count;
    else
        issues.push_back({kind, Severity::Warning, 1, std::move(example), file.filename().string()});
}

std::optional<std::uint64_t> wholeNumber(const PandasValue& value)
{
    const double* number = std::get_if<double>(&value);
    if (number == nullptr || !(*number >= 0) || *number > 9e15 || std::floor(*number) != *number)
        return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

std::optional<std::int64_t> integerOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

/// Rows of a file with parallel columns, put together by their index.
template <typename Row>
class ParallelRows
{
public:
    /// nullptr when there are too many.
    Row* at(std::string_view index)
    {
        const auto found = m_places.find(index);
        if (found != m_places.end())
            return &m_rows[found->second];
        if (m_rows.size() >= mostRows)
            return nullptr;
        m_places.emplace(std::string(index), m_rows.size());
        return &m_rows.emplace_back();
    }
    [[nodiscard]] std::vector<Row> take() { return std::move(m_rows); }

private:
    std::vector<Row> m_rows;
    std::map<std::string, std::size_t, std::less<>> m_places;
};

/// A text, or a number as the text that is meant: 2222.0 is "2222".
std::string textOf(const PandasValue& value)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return std::string(*text);
    if (const auto whole = wholeNumber(value))
        return std::to_string(*whole);
    const double* number = std::get_if<double>(&value);
    return number == nullptr ? std::string() : shortest(*number);
}

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

/// Times of rows that follow each other, kept as stretches: every millisecond is a row.
class RowTimes
{
public:
    bool add(std::int64_t row, std::int64_t millisecond)
    {
        if (!m_stretches.empty()) {
            Stretch& last = m_stretches.back();
            if (row == last.row + last.count && millisecond == last.millisecond + last.count) {
                ++last.count;
                return true;
            }
        }
        if (m_stretches.size() >= mostRows || (!m_stretches.empty() && row <= m_stretches.back().row))
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
    analysis::PublishedTraffic finish(const std::filesystem::path& folder);

private:
    /// The bin in UTC of a wall clock's millisecond; nothing beyond the years that nanoseconds hold.
    [[nodiscard]] std::optional<std::int64_t> binOf(std::int64_t wall) const
    {
        if (wall < 0 || wall > 9'000'000'000'000)
            return std::nullopt;
        return m_traffic.zone.utcOf(wall * million) / million;
    }
    void addPairValue(analysis::PairTotals& pair, std::int64_t bin, std::uint64_t bytes);

    analysis::PublishedTraffic m_traffic;
    analysis::BinBudget m_budget;
    Issues& m_issues;
    const JobContext& m_job;
    bool m_hasTotals = false;
};

Result<void> TrafficReader::readTotals(const std::filesystem::path& file)
{
    RowTimes times;
    const auto cell = [&](std::string_view column, std::string_view index, const PandasValue& value) {
        const auto row = integerOf(index);
        const auto number = wholeNumber(value);
        if (!row || !number || (column != "frame.time" && column != "frame.len")) {
            count(m_issues, "other-value", fmt::format("{} {}", column, index), file);
            return;
        }
        if (column == "frame.time") {
            if (!times.add(*row, static_cast<std::int64_t>(*number)))
                count(m_issues, "rows-beyond", "rows that do not ascend, or too many gaps", file);
            return;
        }
        const auto wall = times.millisecondOf(*row);
        const auto bin = wall ? binOf(*wall) : std::nullopt;
        if (!bin || *number > 0xffffffffu)
            count(m_issues, "other-value", fmt::format("row {} without a time", index), file);
        else if (*number > 0) {
            m_traffic.milliseconds.add(*bin, static_cast<std::uint32_t>(*number), m_budget);
            m_traffic.wireBytes += *number;
        }
    };
    m_hasTotals = true;
    return readPandasColumns(file, cell, m_issues, m_job);
}

void TrafficReader::addPairValue(analysis::PairTotals& pair, std::int64_t bin, std::uint64_t bytes)
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
    const auto cell = [&](std::string_view column, std::string_view index, const PandasValue& value) {
        if (column != latest || m_traffic.pairs.empty()) {
            latest = column;
            analysis::PairTotals pair;
            pair.ipv4 = true;
            usable = m_traffic.pairs.size() < mostRows && splitPair(column, pair.source, pair.destination);
            if (usable)
                m_traffic.pairs.push_back(std::move(pair));
            else
                count(m_issues, "other-key", std::string(column), file);
        }
        const auto wall = integerOf(index);
        const auto bytes = wholeNumber(value);
        const auto bin = wall ? binOf(*wall) : std::nullopt;
        if (!bin || !bytes || *bytes > 0xffffffffu)
            count(m_issues, "other-value", fmt::format("{} {}", column, index), file);
        else if (usable && *bytes > 0)
            addPairValue(m_traffic.pairs.back(), *bin, *bytes);
    };
    return readPandasColumns(file, cell, m_issues, m_job);
}

Result<void> TrafficReader::readFlows(const std::filesystem::path& file)
{
    MR_TRY(flows, readFlowArrival(file, m_issues));
    PacketOptions options;
    options.zone = m_traffic.zone;
    for (const ReadFlow& read : flows) {
        analysis::PublishedFlow flow;
        flow.source = read.source;
        flow.destination = read.destination;
        flow.sourcePort = read.sourcePort;
        flow.destinationPort = read.destinationPort;
        flow.sourcePortNumber = static_cast<std::uint32_t>(integerOf(read.sourcePort).value_or(0));
        flow.destinationPortNumber = static_cast<std::uint32_t>(integerOf(read.destinationPort).value_or(0));
        flow.protocol = 6;
        flow.inStudy = true;
        flow.wireBytes = read.bytes;
        TimeProblem problem{};
        const auto first = parseFrameTime(read.arrival, options, problem);
        const auto last = parseFrameTime(read.departure, options, problem);
        if (!first || !last)
            count(m_issues, "bad-time", read.arrival, file);
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

analysis::PublishedTraffic TrafficReader::finish(const std::filesystem::path& folder)
{
    std::map<std::string, std::uint64_t> sent;
    for (const analysis::PairTotals& pair : m_traffic.pairs)
        sent[pair.source] += pair.wireBytes;
    for (const auto& [host, bytes] : sent)
        m_traffic.sent.push_back({host, true, bytes});
    std::ranges::sort(m_traffic.pairs, {},
                      [](const analysis::PairTotals& each) { return std::tie(each.source, each.destination); });
    if (!m_traffic.milliseconds.empty()) {
        m_traffic.first = m_traffic.milliseconds.first() * million;
        m_traffic.last = m_traffic.milliseconds.last() * million;
    }
    if (m_budget.refused > 0)
        count(m_issues, "bins-beyond", "traffic is spread over more milliseconds than are kept", folder);
    return std::move(m_traffic);
}

} // namespace

Result<std::map<std::string, std::vector<analysis::HostBytes>>> readBytesSent(const std::filesystem::path& file,
                                                                              Issues& issues)
{
    std::map<std::string, std::vector<analysis::HostBytes>> runs;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view run, std::string_view host, const PandasValue& value) {
            if (std::holds_alternative<std::monostate>(value))
                return;
            const auto bytes = wholeNumber(value);
            if (!bytes || host.empty() || runs.size() >= mostRows)
                count(issues, "other-value", fmt::format("{} {}", run, host), file);
            else
                runs[std::string(run)].push_back({std::string(host), true, *bytes});
        },
        issues));
    return runs;
}

Result<std::map<std::string, double>> readNumberFlows(const std::filesystem::path& file, Issues& issues)
{
    std::map<std::string, double> runs;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view run, const PandasValue& value) {
            const auto flows = wholeNumber(value);
            if (column != "flows" || !flows || runs.size() >= mostRows)
                count(issues, "other-value", fmt::format("{} {}", column, run), file);
            else
                runs[std::string(run)] = static_cast<double>(*flows);
        },
        issues));
    return runs;
}

Result<std::vector<ReadPair>> readJointSentReceived(const std::filesystem::path& file, Issues& issues)
{
    ParallelRows<ReadPair> rows;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const PandasValue& value) {
            ReadPair* row = rows.at(index);
            const auto bytes = wholeNumber(value);
            if (row != nullptr && column == "ip.src")
                row->source = textOf(value);
            else if (row != nullptr && column == "ip.dst")
                row->destination = textOf(value);
            else if (row != nullptr && column == "frame.len" && bytes)
                row->bytes = *bytes;
            else
                count(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

Result<std::vector<analysis::FlowSize>> readFlowCdf(const std::filesystem::path& file, Issues& issues)
{
    ParallelRows<analysis::FlowSize> rows;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const PandasValue& value) {
            analysis::FlowSize* row = rows.at(index);
            const double* number = std::get_if<double>(&value);
            const auto whole = wholeNumber(value);
            if (row != nullptr && column == "value" && whole)
                row->bytes = *whole;
            else if (row != nullptr && column == "frequency" && whole)
                row->flows = *whole;
            else if (row != nullptr && column == "pdf" && number != nullptr)
                row->share = *number;
            else if (row != nullptr && column == "cdf" && number != nullptr)
                row->cumulative = *number;
            else
                count(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

Result<std::vector<ReadFlow>> readFlowArrival(const std::filesystem::path& file, Issues& issues)
{
    static const std::map<std::string, std::string ReadFlow::*, std::less<>> texts = {
        {"ip.src", &ReadFlow::source},          {"ip.dst", &ReadFlow::destination},
        {"tcp.srcport", &ReadFlow::sourcePort}, {"tcp.dstport", &ReadFlow::destinationPort},
        {"arrival.time", &ReadFlow::arrival},   {"departure.time", &ReadFlow::departure}};
    ParallelRows<ReadFlow> rows;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const PandasValue& value) {
            ReadFlow* row = rows.at(index);
            const auto field = texts.find(column);
            const auto bytes = wholeNumber(value);
            if (row != nullptr && field != texts.end())
                row->*(field->second) = textOf(value);
            else if (row != nullptr && column == "value" && bytes)
                row->bytes = *bytes;
            else
                count(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

Result<std::map<std::string, ReadLane>> readTemporalFlow(const std::filesystem::path& file, Issues& issues)
{
    std::map<std::string, ReadLane> lanes;
    std::size_t values = 0;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view flow, std::string_view, const PandasValue& value) {
            const auto* text = std::get_if<std::string_view>(&value);
            if (text == nullptr || lanes.size() >= mostRows) {
                count(issues, "other-value", std::string(flow), file);
                return;
            }
            ReadLane& lane = lanes[std::string(flow)];
            const bool whole =
                readPandasText(*text, [&](std::string_view column, std::string_view index, const PandasValue& inner) {
                    const auto second = integerOf(index);
                    const auto bytes = wholeNumber(inner);
                    if (column != "frame.len" || !second || !bytes || ++values > mostRows * 10)
                        count(issues, "other-value", fmt::format("{} {}", flow, index), file);
                    else
                        lane.emplace_back(*second, *bytes);
                });
            if (!whole)
                count(issues, "cut-file", fmt::format("the text of {}", flow), file);
        },
        issues));
    return lanes;
}

Result<analysis::PublishedTraffic> readTumTraffic(const std::filesystem::path& folder, const analysis::WallZone& zone,
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
        return fail(ErrorCode::NotFound,
                    fmt::format("{} holds none of bytes_per_sec.json, utilization.json and flow_arrival.json",
                                folder.string()));
    return reader.finish(folder);
}

} // namespace millrace::importers

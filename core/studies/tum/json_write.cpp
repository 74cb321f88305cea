// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/text_time.h"
#include "core/studies/tum/json.h"
#include "core/studies/tum/published_series.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

constexpr std::int64_t mostRows = 100'000'000;
constexpr std::int64_t mostBinsOfAFlow = 10'000'000;

/// Passes text on in large pieces.
class Pieces
{
public:
    explicit Pieces(const TextSink& sink) : m_sink(sink) { }

    template <typename... Values>
    void add(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Values>(values)...);
    }
    /// Call this regularly.
    [[nodiscard]] Result<void> passOn(bool all = false)
    {
        if (m_text.size() < (std::size_t(1) << 16) && !all)
            return {};
        MR_CHECK(m_sink(m_text));
        m_text.clear();
        return {};
    }

private:
    const TextSink& m_sink;
    std::string m_text;
};

/// {"0":…,"1":…} of the values that `text` gives for each row.
template <typename Rows, typename Text>
std::string column(std::string_view name, const Rows& rows, Text text)
{
    std::string out = fmt::format("{}:{{", pandasText(name));
    std::size_t index = 0;
    for (const auto& row : rows) {
        out += fmt::format("{}\"{}\":{}", index == 0 ? "" : ",", index, text(row));
        ++index;
    }
    return out + "}";
}

std::vector<const PublishedFlow*> studyFlows(const PublishedTraffic& traffic)
{
    std::vector<const PublishedFlow*> flows;
    for (const PublishedFlow& flow : traffic.flows)
        if (flow.inStudy)
            flows.push_back(&flow);
    return flows;
}

std::vector<const PairTotals*> studyPairs(const PublishedTraffic& traffic)
{
    std::vector<const PairTotals*> pairs;
    for (const PairTotals& pair : traffic.pairs)
        if (pair.ipv4)
            pairs.push_back(&pair);
    return pairs;
}

Result<void> checkRows(std::int64_t rows, std::string_view file)
{
    if (rows <= mostRows)
        return {};
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} would have {} rows, one for each millisecond, silent ones too; cut the capture into "
                            "shorter ones",
                            file, rows));
}

std::string integerText(std::uint64_t value)
{
    return std::to_string(value);
}

} // namespace

std::string pandasNumber(double value)
{
    if (!std::isfinite(value))
        return "null";
    std::string text = fmt::format("{:.10f}", value);
    while (text.ends_with('0') && !text.ends_with(".0"))
        text.pop_back();
    return text;
}

std::string pandasText(std::string_view text)
{
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '"' || c == '\\' || c == '/')
            out += fmt::format("\\{}", text[i]);
        else if (c == '\n' || c == '\t' || c == '\r')
            out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
        else if (c < 0x20)
            out += fmt::format("\\u{:04x}", c);
        else if (c < 0x80)
            out += text[i];
        else {
            // Names of folders are UTF-8; each invalid byte becomes a question mark.
            const std::size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
            std::uint32_t code = length == 4 ? c & 0x07u : length == 3 ? c & 0x0fu : c & 0x1fu;
            if (length == 0 || i + length > text.size()) {
                out += '?';
                continue;
            }
            for (std::size_t k = 1; k < length; ++k)
                code = (code << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3fu);
            if (code >= 0x10000)
                out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((code - 0x10000) >> 10),
                                   0xdc00 + ((code - 0x10000) & 0x3ff));
            else
                out += fmt::format("\\u{:04x}", code);
            i += length - 1;
        }
    }
    return out + "\"";
}

std::string bytesSentJson(std::span<const NamedTraffic> runs)
{
    // Rows in the order in which hosts first appear; a run without one of them turns its whole column into floats.
    std::vector<std::string> hosts;
    for (const NamedTraffic& run : runs)
        for (const HostBytes& each : run.sent)
            if (each.ipv4 && std::ranges::find(hosts, each.host) == hosts.end())
                hosts.push_back(each.host);
    std::string out = "{";
    for (const NamedTraffic& run : runs) {
        std::vector<std::string> values;
        bool whole = true;
        for (const std::string& host : hosts) {
            const auto found =
                std::ranges::find_if(run.sent, [&](const HostBytes& each) { return each.ipv4 && each.host == host; });
            whole = whole && found != run.sent.end();
            values.push_back(found == run.sent.end() ? "null" : std::to_string(found->wireBytes));
        }
        out += fmt::format("{}{}:{{", out.size() == 1 ? "" : ",", pandasText(run.run));
        for (std::size_t i = 0; i < hosts.size(); ++i)
            out += fmt::format("{}{}:{}{}", i == 0 ? "" : ",", pandasText(hosts[i]), values[i],
                               whole || values[i] == "null" ? "" : ".0");
        out += "}";
    }
    return out + "}";
}

std::string numberFlowsJson(std::span<const NamedTraffic> runs)
{
    std::string out = "{\"flows\":{";
    for (std::size_t i = 0; i < runs.size(); ++i)
        out += fmt::format("{}{}:{}", i == 0 ? "" : ",", pandasText(runs[i].run), runs[i].flows);
    return out + "}}";
}

std::string jointSentReceivedJson(const PublishedTraffic& traffic)
{
    const auto pairs = studyPairs(traffic);
    return fmt::format("{{{},{},{}}}",
                       column("ip.src", pairs, [](const auto* each) { return pandasText(each->source); }),
                       column("ip.dst", pairs, [](const auto* each) { return pandasText(each->destination); }),
                       column("frame.len", pairs, [](const auto* each) { return integerText(each->wireBytes); }));
}

Result<void> bytesPerSecJson(const PublishedTraffic& traffic, const TextSink& sink)
{
    const auto rows = StudyRows::ofAll(traffic);
    MR_CHECK(checkRows(rows.count(), "bytes_per_sec.json"));
    const std::int64_t shift = traffic.wallShift() / nanosecondsPerMillisecond;
    Pieces out(sink);
    out.add("{{\"frame.time\":{{");
    std::int64_t row = 0;
    for (const auto& stretch : rows.stretches())
        for (std::int64_t bin = stretch.begin; bin < stretch.end; ++bin, ++row) {
            out.add("{}\"{}\":{}", row == 0 ? "" : ",", row, bin + shift);
            MR_CHECK(out.passOn());
        }
    out.add("}},\"frame.len\":{{");
    row = 0;
    for (const auto& stretch : rows.stretches())
        for (std::int64_t bin = stretch.begin; bin < stretch.end; ++bin, ++row) {
            out.add("{}\"{}\":{}", row == 0 ? "" : ",", row, traffic.milliseconds.at(bin));
            MR_CHECK(out.passOn());
        }
    out.add("}}}}");
    return out.passOn(true);
}

Result<void> utilizationJson(const PublishedTraffic& traffic, const TextSink& sink)
{
    const auto rows = StudyRows::ofPairs(traffic);
    const auto pairs = studyPairs(traffic);
    MR_CHECK(checkRows(rows.count() * static_cast<std::int64_t>(pairs.size()), "utilization.json"));
    const std::int64_t shift = traffic.wallShift() / nanosecondsPerMillisecond;
    Pieces out(sink);
    out.add("{{");
    for (const PairTotals* pair : pairs) {
        const std::string name = fmt::format("('{}', '{}')", pair->source, pair->destination);
        out.add("{}{}:{{", pair == pairs.front() ? "" : ",", pandasText(name));
        bool first = true;
        for (const auto& stretch : rows.stretches())
            for (std::int64_t bin = stretch.begin; bin < stretch.end; ++bin) {
                out.add("{}\"{}\":{}", first ? "" : ",", bin + shift, pair->milliseconds.at(bin));
                first = false;
                MR_CHECK(out.passOn());
            }
        out.add("}}");
    }
    out.add("}}");
    return out.passOn(true);
}

std::string flowCdfJson(const PublishedTraffic& traffic)
{
    const auto sizes = flowSizes(traffic, true);
    return fmt::format("{{{},{},{},{}}}",
                       column("value", sizes, [](const auto& each) { return integerText(each.bytes); }),
                       column("frequency", sizes, [](const auto& each) { return integerText(each.flows); }),
                       column("pdf", sizes, [](const auto& each) { return pandasNumber(each.share); }),
                       column("cdf", sizes, [](const auto& each) { return pandasNumber(each.cumulative); }));
}

std::string flowArrivalJson(const PublishedTraffic& traffic, std::span<const FlowTimes> times)
{
    const auto flows = studyFlows(traffic);
    const std::string_view decimals = traffic.withoutTcpPorts > 0 ? ".0" : "";
    const auto known = times.first(std::min(times.size(), flows.size()));
    const auto texts = [&](std::string_view name, std::string PublishedFlow::*field) {
        return column(name, flows, [field](const auto* each) { return pandasText(each->*field); });
    };
    const auto ports = [&](std::string_view name, std::uint32_t PublishedFlow::*field) {
        return column(name, flows,
                      [field, decimals](const auto* each) { return fmt::format("{}{}", each->*field, decimals); });
    };
    const auto clock = [&](std::string_view name, std::int64_t FlowTimes::*field) {
        return column(name, known, [&, field](const auto& each) {
            return pandasText(importers::frameTimeText(each.*field, traffic.zone));
        });
    };
    return fmt::format("{{{},{},{},{},{},{},{}}}",
                       column("value", flows, [](const auto* each) { return integerText(each->wireBytes); }),
                       texts("ip.src", &PublishedFlow::source), texts("ip.dst", &PublishedFlow::destination),
                       ports("tcp.srcport", &PublishedFlow::sourcePortNumber),
                       ports("tcp.dstport", &PublishedFlow::destinationPortNumber),
                       clock("arrival.time", &FlowTimes::arrival), clock("departure.time", &FlowTimes::departure));
}

Result<void> temporalFlowJson(const PublishedTraffic& traffic, const TextSink& sink)
{
    constexpr std::int64_t second = 1'000'000'000;
    Pieces out(sink);
    out.add("{{");
    std::size_t number = 0;
    for (const PublishedFlow* flow : studyFlows(traffic)) {
        const std::int64_t bins = flow->studyLane.back().first + 1;
        if (bins > mostBinsOfAFlow)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("temporal_flow.json would have {} stretches of 10 s for one flow; cut the capture "
                                    "into shorter ones",
                                    bins));
        // json.dump writes a space after ":" and ","; the text inside is from pandas and has none.
        out.add("{}\"flow{}\": \"{{\\\"frame.len\\\":{{", number == 0 ? "" : ", ", number + 1);
        ++number;
        auto next = flow->studyLane.begin();
        for (std::int64_t bin = 0; bin < bins; ++bin) {
            const std::int64_t seconds = (flow->first - traffic.first + bin * laneWidth) / second % 86'400;
            const bool busy = next != flow->studyLane.end() && next->first == bin;
            out.add("{}\\\"{}\\\":{}", bin == 0 ? "" : ",", seconds, busy ? next->second : 0);
            if (busy)
                ++next;
            MR_CHECK(out.passOn());
        }
        out.add("}}}}\"");
    }
    out.add("}}");
    return out.passOn(true);
}

} // namespace millrace::studies::tum

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/iperf3_json.h"

#include "core/base/seconds.h"
#include "core/importers/flent.h"
#include "core/importers/iperf3_end.h"
#include "core/importers/loose_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

constexpr double longestIperfTest = 1e7; ///< s

/// Assembles the lines of --json-stream into documents as printed by -J.
std::vector<LooseJson> documentsOf(std::vector<LooseDocument> parts, Issues& issues, const std::string& name)
{
    std::vector<LooseJson> documents;
    bool inStream = false;
    const auto current = [&]() -> LooseJson& {
        if (!inStream)
            documents.push_back({{"intervals", LooseJson::array()}});
        inStream = true;
        return documents.back();
    };
    for (LooseDocument& part : parts) {
        const std::string event = textOf(part.json, "event");
        const LooseJson* data = memberOf(part.json, "data");
        if (event.empty() || data == nullptr) {
            inStream = false;
            if (memberOf(part.json, "start") != nullptr || memberOf(part.json, "intervals") != nullptr
                || memberOf(part.json, "end") != nullptr)
                documents.push_back(std::move(part.json));
            else
                countIssue(issues,
                           {"other-json", Severity::Note, 1, "a JSON object that iperf3 does not write",
                            fmt::format("{} line {}", name, part.line)});
            continue;
        }
        if (event == "start")
            inStream = false;
        if (event == "interval")
            current()["intervals"].push_back(*data);
        else if (event == "start" || event == "end" || event == "error")
            current()[event] = *data;
    }
    return documents;
}

/// Reads the intervals of one document.
class IntervalReader
{
public:
    IntervalReader(ToolRun& run, Iperf3Totals& totals, bool reverse, std::string place)
        : m_run(run), m_totals(totals), m_reverse(reverse), m_place(std::move(place))
    {
    }

    void read(const LooseJson& interval)
    {
        const LooseJson* streams = memberOf(interval, "streams");
        if (streams == nullptr || !streams->is_array()) {
            damaged("an interval without streams");
            return;
        }
        Sum sums[2];
        for (const LooseJson& stream : *streams)
            readStream(stream, sums);
        ++m_run.rows;
        for (const bool sent : {true, false})
            if (sums[sent].streams > 0) {
                addSample("net.rate", Iperf3Totals::directionName(sent), "bit/s", sums[sent].end, sums[sent].rate);
                if (sums[sent].hasRetransmissions)
                    addSample("tcp.retransmissions", Iperf3Totals::directionName(sent), "segments/s", sums[sent].end,
                              sums[sent].retransmissions);
                compare(interval, sent, sums[sent]);
            }
    }

private:
    struct Sum
    {
        int streams = 0;
        double rate = 0;
        double bytes = 0;
        double retransmissions = 0;
        bool hasRetransmissions = false;
        double end = 0;
    };

    void readStream(const LooseJson& stream, Sum (&sums)[2])
    {
        const auto end = numberOf(stream, "end"), bytes = numberOf(stream, "bytes");
        const auto rate = numberOf(stream, "bits_per_second");
        const auto seconds = numberOf(stream, "seconds");
        if (!end || *end < 0 || *end > longestIperfTest || (!rate && (!bytes || !seconds)) || rate.value_or(0) < 0) {
            damaged("a stream without end or rate");
            return;
        }
        const LooseJson* omitted = memberOf(stream, "omitted");
        if (omitted != nullptr && omitted->is_boolean() && omitted->get<bool>()) {
            countIssue(m_run.issues,
                       {"omitted-interval", Severity::Note, 1, "iperf3 -O: not part of the test", m_place});
            return;
        }
        const LooseJson* sender = memberOf(stream, "sender");
        const bool sent = sender != nullptr && sender->is_boolean() ? sender->get<bool>() : !m_reverse;
        const double value = bytes && seconds && *seconds > 0 ? *bytes * 8 / *seconds : rate.value_or(0);
        Sum& sum = sums[sent];
        ++sum.streams;
        sum.rate += value;
        sum.bytes += bytes.value_or(0);
        sum.end = std::max(sum.end, *end);
        m_totals.add(sent, bytes.value_or(0), *end);
        const std::string name = m_totals.streamName(sent, numberOf(stream, "socket").value_or(0));
        if (name.empty())
            return;
        addSample("net.rate", name, "bit/s", *end, value);
        const auto optional = [&](const char* key, const char* series, const char* unit, double factor) {
            if (const auto number = numberOf(stream, key); number && *number >= 0)
                addSample(series, name, unit, *end, *number * factor);
        };
        optional("rtt", "tcp.rtt", "s", 1e-6);
        optional("snd_cwnd", "tcp.cwnd", "B", 1);
        optional("jitter_ms", "net.jitter", "s", 1e-3);
        optional("lost_percent", "net.loss", "", 0.01);
        const auto retransmits = numberOf(stream, "retransmits");
        if (retransmits && seconds && *seconds > 0) {
            addSample("tcp.retransmissions", name, "segments/s", *end, *retransmits / *seconds);
            sum.retransmissions += *retransmits / *seconds;
            sum.hasRetransmissions = true;
        }
    }

    void addSample(const char* series, const std::string& node, const char* unit, double end, double value)
    {
        analysis::Series& all = m_run.seriesOf(series, node, unit);
        all.times.push_back((m_run.begin + fromSeconds(end)).count());
        all.values.push_back(value);
    }

    /// iperf3's own sum of this interval.
    void compare(const LooseJson& interval, bool sent, const Sum& sum)
    {
        for (const char* key : {"sum", "sum_bidir_reverse"}) {
            const LooseJson* printed = memberOf(interval, key);
            if (printed == nullptr)
                continue;
            const LooseJson* sender = memberOf(*printed, "sender");
            const auto bytes = numberOf(*printed, "bytes");
            const bool same =
                sender != nullptr && sender->is_boolean() ? sender->get<bool>() == sent : sent != m_reverse;
            if (bytes && same && std::abs(*bytes - sum.bytes) > 1)
                countIssue(m_run.issues,
                           {"sums-differ", Severity::Warning, 1,
                            fmt::format("iperf3 reports {:.0f} B for an interval, its streams add up to {:.0f} B",
                                        *bytes, sum.bytes),
                            m_place});
        }
    }
    void damaged(const char* why)
    {
        countIssue(m_run.issues, {"damaged-interval", Severity::Warning, 1, why, m_place});
    }

    ToolRun& m_run;
    Iperf3Totals& m_totals;
    bool m_reverse = false;
    std::string m_place;
};

/// Start time, as precise as iperf3 gives it; after -O the times of intervals restart at 0.
Nanoseconds beginOf(const LooseJson& start, double omit)
{
    const LooseJson* stamp = memberOf(start, "timestamp");
    if (stamp == nullptr)
        return Nanoseconds(0);
    const double milliseconds = numberOf(*stamp, "timemillisecs").value_or(0);
    const double seconds = milliseconds > 0 ? milliseconds / 1e3 : numberOf(*stamp, "timesecs").value_or(0);
    if (!(seconds > 0) || seconds > 9e9)
        return Nanoseconds(0);
    return std::chrono::milliseconds(std::llround((seconds + omit) * 1e3));
}

void addHosts(ToolRun& run, const LooseJson& start)
{
    const LooseJson* connected = memberOf(start, "connected");
    const LooseJson* first =
        connected != nullptr && connected->is_array() && !connected->empty() ? &connected->front() : nullptr;
    const bool isServer = memberOf(start, "accepted_connection") != nullptr;
    const std::string local = first == nullptr ? std::string() : textOf(*first, "local_host");
    const std::string remote = first == nullptr ? std::string() : textOf(*first, "remote_host");
    run.addFactor("client", isServer ? remote : local);
    run.addFactor("server", isServer ? local : remote);
}

ToolRun runOf(const LooseJson& document, const std::string& place)
{
    static const LooseJson none = LooseJson::object();
    ToolRun run;
    const LooseJson* start = memberOf(document, "start");
    const LooseJson& begin = start == nullptr ? none : *start;
    const LooseJson* asked = memberOf(begin, "test_start");
    const LooseJson& test = asked == nullptr ? none : *asked;
    const bool reverse = numberOf(test, "reverse").value_or(0) > 0;
    run.begin = beginOf(begin, std::clamp(numberOf(test, "omit").value_or(0), 0.0, longestIperfTest));
    Iperf3Totals totals(begin, test);
    IntervalReader reader(run, totals, reverse, place);
    const LooseJson* intervals = memberOf(document, "intervals");
    if (intervals != nullptr && intervals->is_array())
        for (const LooseJson& interval : *intervals)
            reader.read(interval);
    if (run.rows == 0)
        run.issues.push_back({"no-intervals", Severity::Warning, 1, "no measured interval", place});

    run.addFactor("tool", "iperf3");
    run.addFactor("protocol", textOf(test, "protocol"));
    run.addFactor("direction", totals.direction());
    if (const double streams = numberOf(test, "num_streams").value_or(totals.streams()); streams > 0)
        run.addFactor("streams", streams, "");
    addHosts(run, begin);
    if (const auto duration = numberOf(test, "duration"); duration && *duration > 0)
        run.addFactor("duration", *duration, "s");
    if (const auto rate = numberOf(test, "target_bitrate"); rate && *rate > 0)
        run.addFactor("requested_rate", *rate, "bit/s");
    const LooseJson* end = memberOf(document, "end");
    if (end != nullptr)
        run.addFactor("congestion_control", textOf(*end, "sender_tcp_congestion"));
    totals.addMetrics(run, end == nullptr ? none : *end, place);
    run.end = run.begin + fromSeconds(totals.lastEnd());
    for (const char* key : {"error", "warning"})
        if (const std::string said = textOf(document, key); !said.empty())
            run.issues.push_back({"tool-error", Severity::Error, 1, "iperf3 says: " + said, place});
    return run;
}

} // namespace

bool looksLikeIperf3(std::string_view head)
{
    const auto has = [&](std::string_view text) { return head.find(text) != head.npos; };
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == head.npos || head[first] != '{')
        return has("\n{") && has("\"intervals\"") && has("\"connected\"");
    const bool isStream = has("\"event\"") && has("\"data\"") && (has("\"connected\"") || has("\"bits_per_second\""));
    return isStream || (has("\"start\"") && has("\"connected\"") && (has("\"version\"") || has("\"test_start\"")))
        || (has("\"intervals\"") && has("\"bits_per_second\""));
}

Result<std::vector<ToolRun>> parseIperf3(std::string_view text, const std::string& name, Issues& issues)
{
    const std::vector<LooseJson> documents = documentsOf(readLooseJson(text, name, issues), issues, name);
    if (documents.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no result of iperf3 -J; was its output truncated to the first line?", name));
    std::vector<ToolRun> runs;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (i > 0 && documents[i] == documents[i - 1]) {
            countIssue(issues, {"double-document", Severity::Warning, 1, "duplicate result", name});
            continue;
        }
        runs.push_back(runOf(documents[i], documents.size() == 1 ? name : fmt::format("{} document {}", name, i + 1)));
        if (documents.size() > 1)
            runs.back().name = std::to_string(i + 1);
    }
    if (runs.size() == 1)
        runs.front().name.clear();
    return runs;
}

namespace {

std::optional<FormatMatch> matchIperf3(const FileHead& head)
{
    return matchIf(!looksLikeFlent(head.text()) && looksLikeIperf3(head.text()), 0.95,
                   "JSON with the members of iperf3 -J");
}

Result<std::vector<ToolRun>> readIperf3(const std::filesystem::path& file, Issues& issues, const JobContext&)
{
    MR_TRY(text, readToolText(file, issues));
    return parseIperf3(text, file.filename().string(), issues);
}

} // namespace

const FileFormat iperf3Format{
    .name = "iperf3-json", .sign = FormatSign::Words, .match = matchIperf3, .read = readIperf3, .title = "iperf3 JSON"};

} // namespace millrace::importers

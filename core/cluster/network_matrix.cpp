// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/network_matrix.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::cluster {

namespace {

constexpr std::size_t mostPairs = 4'000'000;
constexpr std::size_t largestFile = std::size_t(64) << 20;

Error refuse(std::size_t line, const std::string& what)
{
    return fail(ErrorCode::InvalidInput, fmt::format("line {}: {}", line, what));
}

/// Which column a name is.
class Columns
{
public:
    static Result<Columns> of(std::string_view header, std::size_t line)
    {
        static const std::vector<std::string> known = {"from", "to", "rate", "rtt", "loss", "streams", "source"};
        Columns columns;
        std::size_t number = 0;
        for (const std::string_view part : split(header, ',')) {
            const std::string name = lowerCase(trim(part));
            if (std::ranges::find(known, name) == known.end())
                return refuse(line, fmt::format("there is no column \"{}\"; known are {}", name, join(known, ", ")));
            if (!columns.m_places.try_emplace(name, number++).second)
                return refuse(line, fmt::format("the column \"{}\" is there twice", name));
        }
        for (const char* needed : {"from", "to"})
            if (!columns.m_places.contains(needed))
                return refuse(line, fmt::format("the column \"{}\" is missing", needed));
        return columns;
    }
    [[nodiscard]] std::string_view cell(const std::vector<std::string_view>& cells, const char* name) const
    {
        const auto found = m_places.find(name);
        return found == m_places.end() || found->second >= cells.size() ? std::string_view()
                                                                        : trim(cells[found->second]);
    }

private:
    std::map<std::string, std::size_t, std::less<>> m_places;
};

template <typename Value>
Result<std::optional<Value>> optional(std::string_view cell, Result<Value> (*parse)(std::string_view))
{
    if (cell.empty())
        return std::optional<Value>();
    MR_TRY(value, parse(cell));
    return std::optional<Value>(value);
}

Result<PairEntry> readRow(const Columns& columns, std::string_view line)
{
    const auto cells = split(line, ',');
    PairEntry entry;
    entry.from = columns.cell(cells, "from");
    entry.to = columns.cell(cells, "to");
    if (entry.from.empty() || entry.to.empty())
        return fail(ErrorCode::InvalidInput, "from or to is empty");
    MR_TRY(rate, optional(columns.cell(cells, "rate"), parseRate));
    MR_TRY(roundTrip, optional(columns.cell(cells, "rtt"), parseDuration));
    MR_TRY(loss, optional(columns.cell(cells, "loss"), parseFraction));
    entry.bitsPerSecond = rate;
    entry.roundTrip = roundTrip;
    entry.loss = loss;
    if (const std::string_view streams = columns.cell(cells, "streams"); !streams.empty()) {
        const auto number = parseInteger(streams);
        if (!number || *number < 1 || *number > 65536)
            return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not a number of connections", streams));
        entry.streams = static_cast<int>(*number);
    }
    entry.source = columns.cell(cells, "source");
    return entry;
}

std::string noteOf(const PairEntry& entry)
{
    std::string note = entry.source.empty() ? std::string("network matrix") : entry.source;
    if (entry.bitsPerSecond && entry.streams > 1 && !note.starts_with(estimateMark))
        note += fmt::format(", {} connections", entry.streams);
    return note;
}

/// The node of this name, host or address.
const Node* nodeCalled(const Cluster& cluster, std::string_view name)
{
    if (const Node* node = findNode(cluster, name))
        return node;
    const auto isIt = [name](const Node& node) {
        const std::string_view host = std::string_view(node.host).substr(node.host.find('@') + 1);
        return (!node.host.empty() && host == name)
            || std::ranges::any_of(node.nics, [name](const Nic& nic) { return nic.address == name; });
    };
    const auto found = std::ranges::find_if(cluster.nodes, isIt);
    return found == cluster.nodes.end() ? nullptr : &*found;
}

} // namespace

Result<NetworkMatrix> parseMatrix(std::string_view csv)
{
    if (csv.starts_with("\xef\xbb\xbf"))
        csv.remove_prefix(3);
    NetworkMatrix matrix;
    std::optional<Columns> columns;
    std::size_t number = 0;
    for (const std::string_view line : split(csv, '\n')) {
        ++number;
        const std::string_view text = trim(line);
        if (text.empty() || text.starts_with('#'))
            continue;
        if (!columns) {
            MR_TRY(read, Columns::of(text, number));
            columns = std::move(read);
            continue;
        }
        auto entry = readRow(*columns, text);
        if (!entry)
            return refuse(number, entry.error().text());
        matrix.push_back(*std::move(entry));
        if (matrix.size() > mostPairs)
            return refuse(number, fmt::format("more than {} pairs", mostPairs));
    }
    if (!columns)
        return fail(ErrorCode::InvalidInput, "there is no header with the columns from and to");
    return matrix;
}

std::string matrixText(const NetworkMatrix& matrix)
{
    std::string text = "from,to,rate,rtt,loss,streams,source\n";
    for (const PairEntry& entry : matrix) {
        std::string source = entry.source;
        std::ranges::replace(source, ',', ';');
        text += fmt::format("{},{},{},{},{},{},{}\n", entry.from, entry.to,
                            entry.bitsPerSecond ? rateText(*entry.bitsPerSecond) : "",
                            entry.roundTrip ? durationText(*entry.roundTrip) : "",
                            entry.loss ? fractionText(*entry.loss) : "", entry.streams, source);
    }
    return text;
}

Result<PairEntry> parseIperf3(std::string_view text, const std::string& file)
{
    const Json json = Json::parse(text, nullptr, false);
    const auto refuseFile = [&](std::string_view what) {
        return fail(ErrorCode::InvalidInput, fmt::format("{}: {}", file, what));
    };
    if (json.is_discarded() || !json.is_object())
        return refuseFile("not JSON of iperf3");
    try {
        if (json.contains("error"))
            return refuseFile("iperf3 failed: " + json.at("error").get<std::string>());
        const Json& end = json.at("end");
        const Json& connected = json.at("start").at("connected").at(0);
        PairEntry entry;
        entry.from = connected.at("local_host").get<std::string>();
        entry.to = connected.at("remote_host").get<std::string>();
        entry.streams = static_cast<int>(json.at("start").at("connected").size());
        entry.bitsPerSecond = end.at("sum_received").at("bits_per_second").get<double>();
        double roundTrips = 0;
        int known = 0;
        for (const Json& stream : end.at("streams"))
            if (stream.contains("sender") && stream.at("sender").contains("mean_rtt")) {
                roundTrips += stream.at("sender").at("mean_rtt").get<double>(); // µs
                ++known;
            }
        if (known > 0)
            entry.roundTrip = std::chrono::nanoseconds(std::llround(1000 * roundTrips / known));
        // With -R the other side sent.
        if (json.at("start").contains("test_start") && json.at("start").at("test_start").value("reverse", 0) != 0)
            std::swap(entry.from, entry.to);
        entry.source = file;
        return entry;
    } catch (const Json::exception& error) {
        return refuseFile(fmt::format("not the JSON of an iperf3 client ({})", error.what()));
    }
}

Result<NetworkMatrix> readMatrixFile(const std::filesystem::path& file)
{
    MR_TRY(text, readFile(file, largestFile));
    if (trim(text).starts_with('{')) {
        MR_TRY(entry, parseIperf3(text, file.filename().string()));
        return NetworkMatrix{std::move(entry)};
    }
    auto read = parseMatrix(text);
    if (!read)
        return within(fmt::format("reading {}", file.string()), std::move(read).error());
    for (PairEntry& entry : *read)
        if (entry.source.empty())
            entry.source = file.filename().string();
    return read;
}

void estimateRates(NetworkMatrix& matrix, int streams, double windowBytes)
{
    for (PairEntry& entry : matrix) {
        if (entry.bitsPerSecond || !entry.roundTrip || entry.roundTrip->count() <= 0)
            continue;
        const double seconds = std::chrono::duration<double>(*entry.roundTrip).count();
        entry.bitsPerSecond = std::round(8 * streams * windowBytes / seconds);
        entry.streams = streams;
        entry.source = fmt::format("{}{} × {} in flight ÷ {}", estimateMark, streams, humanSize(windowBytes),
                                   durationText(*entry.roundTrip));
    }
}

double smallerRate(double left, double right) noexcept
{
    return left > 0 && right > 0 ? std::min(left, right) : std::max(left, right);
}

double nicRate(const Node& from, const Node& to) noexcept
{
    const auto rateOf = [](const Node& node) { return node.nics.empty() ? 0 : node.nics.front().bitsPerSecond; };
    return smallerRate(rateOf(from), rateOf(to));
}

Result<void> putMatrix(Cluster& cluster, const NetworkMatrix& matrix)
{
    std::set<std::pair<std::string, std::string>> pairs;
    std::vector<Link> links;
    for (const PairEntry& entry : matrix) {
        const Node* from = nodeCalled(cluster, entry.from);
        const Node* to = nodeCalled(cluster, entry.to);
        if (from == nullptr || to == nullptr)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("\"{}\" is no node of the cluster \"{}\", nor the host or address of one",
                                    from == nullptr ? entry.from : entry.to, cluster.name));
        if (from == to)
            continue;
        Link link;
        link.from = from->name;
        link.to = to->name;
        link.bothWays = false;
        link.settings.bitsPerSecond = entry.bitsPerSecond;
        if (entry.roundTrip)
            link.settings.delay = *entry.roundTrip / 2;
        link.settings.loss = entry.loss;
        link.note = noteOf(entry);
        if (link.settings == LinkSettings())
            continue;
        pairs.emplace(link.from, link.to);
        links.push_back(std::move(link));
    }
    std::erase_if(cluster.links, [&](const Link& link) {
        return !link.note.empty() && !link.bothWays && pairs.contains({link.from, link.to});
    });
    cluster.links.insert(cluster.links.end(), links.begin(), links.end());
    return {};
}

NetworkMatrix matrixOf(const Cluster& cluster)
{
    NetworkMatrix matrix;
    for (const Node& from : cluster.nodes)
        for (const Node& to : cluster.nodes) {
            if (&from == &to)
                continue;
            const PathSettings there = pathBetween(cluster, from, to);
            const PathSettings back = pathBetween(cluster, to, from);
            PairEntry entry;
            entry.from = from.name;
            entry.to = to.name;
            const double rate = smallerRate(there.bitsPerSecond, nicRate(from, to));
            if (rate > 0)
                entry.bitsPerSecond = rate;
            entry.roundTrip = there.delay + back.delay;
            entry.loss = there.loss;
            for (const Link& link : cluster.links)
                if (!link.note.empty() && link.settings.bitsPerSecond
                    && matchesPair(link.from, link.to, link.bothWays, from, to))
                    entry.source = link.note;
            matrix.push_back(std::move(entry));
        }
    return matrix;
}

} // namespace millrace::cluster

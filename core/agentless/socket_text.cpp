// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/socket_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <optional>

namespace millrace::agentless {

namespace {

struct Sum
{
    counters::PeerTcp peer;
    Nanoseconds rtts{0};
    std::uint32_t rttCount = 0;
    double windows = 0;
};

struct End
{
    std::string address;
    std::int64_t port = 0;
};

/// "10.0.0.1:22", "[::ffff:10.0.0.1]:22", "[fe80::1]%eth0:22"
std::optional<End> parseEnd(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    const auto port = colon == std::string_view::npos ? std::optional<std::int64_t>()
                                                      : parseInteger(text.substr(colon + 1)).value_or(-1);
    if (!port || *port < 0)
        return std::nullopt;
    std::string address(text.substr(0, colon));
    std::erase_if(address, [](char c) { return c == '[' || c == ']'; });
    address.erase(std::min(address.find('%'), address.size()));
    if (address.starts_with("::ffff:") && address.find('.') != std::string::npos)
        address.erase(0, 7);
    return End{address, *port};
}

std::vector<std::string_view> words(std::string_view line)
{
    auto all = split(line, ' ');
    for (std::string_view& word : all)
        word = trim(word);
    std::erase_if(all, [](std::string_view word) { return word.empty(); });
    return all;
}

std::uint64_t unsignedOf(std::string_view text)
{
    const auto value = parseInteger(text);
    return value && *value > 0 ? static_cast<std::uint64_t>(*value) : 0;
}

/// "cubic wscale:7,7 rto:204 rtt:0.05/0.02 … delivery_rate 12bps … retrans:0/3"
void addNumbers(Sum& sum, std::string_view line)
{
    counters::PeerTcp& peer = sum.peer;
    const auto all = words(line);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view word = all[i];
        const std::size_t colon = word.find(':');
        if (word == "delivery_rate" && i + 1 < all.size() && all[i + 1].ends_with("bps"))
            peer.deliveryRate += parseDouble(all[i + 1].substr(0, all[i + 1].size() - 3)).value_or(0) / 8;
        if (i == 0 && colon == std::string_view::npos) {
            const std::string name(word);
            if (peer.congestionControl.empty())
                peer.congestionControl = name;
            else if (("," + peer.congestionControl + ",").find("," + name + ",") == std::string::npos)
                peer.congestionControl += "," + name;
        }
        if (colon == std::string_view::npos)
            continue;
        const std::string_view key = word.substr(0, colon);
        const std::string_view value = word.substr(colon + 1);
        if (key == "bytes_acked")
            peer.ackedBytes += unsignedOf(value);
        else if (key == "bytes_received")
            peer.receivedBytes += unsignedOf(value);
        else if (key == "bytes_sent")
            peer.sentBytes += unsignedOf(value);
        else if (key == "bytes_retrans")
            peer.retransmittedBytes += unsignedOf(value);
        else if (key == "retrans")
            peer.retransmissions += unsignedOf(value.substr(std::min(value.size(), value.find('/') + 1)));
        else if (key == "unacked")
            peer.unackedSegments += unsignedOf(value);
        else if (key == "cwnd")
            sum.windows += static_cast<double>(unsignedOf(value));
        else if (key == "rtt") {
            const double ms = parseDouble(value.substr(0, value.find('/'))).value_or(0);
            const Nanoseconds rtt(static_cast<std::int64_t>(std::clamp(ms, 0.0, 1e9) * 1e6));
            if (rtt.count() == 0)
                continue;
            peer.minimumRtt = sum.rttCount == 0 ? rtt : std::min(peer.minimumRtt, rtt);
            peer.maximumRtt = std::max(peer.maximumRtt, rtt);
            sum.rtts += rtt;
            ++sum.rttCount;
        }
    }
}

} // namespace

std::vector<counters::PeerTcp> parseSockets(std::string_view text, const counters::PortRange& ports)
{
    std::map<std::string, Sum> sums;
    Sum* current = nullptr;
    const auto within = [&ports](std::int64_t port) { return port >= ports.first && port <= ports.last; };
    for (const std::string_view line : split(text, '\n')) {
        if (line.starts_with('\t') || line.starts_with(' ')) {
            if (current != nullptr)
                addNumbers(*current, line);
            continue;
        }
        current = nullptr;
        const auto fields = words(line);
        if (fields.size() < 5)
            continue;
        const auto local = parseEnd(fields[3]);
        const auto remote = parseEnd(fields[4]);
        if (!local || !remote || remote->port == 0 || !(within(local->port) || within(remote->port)))
            continue;
        current = &sums[remote->address];
        current->peer.address = remote->address;
        ++current->peer.sockets;
    }
    std::vector<counters::PeerTcp> peers;
    for (auto& [address, sum] : sums) {
        if (sum.rttCount > 0)
            sum.peer.meanRtt = sum.rtts / sum.rttCount;
        sum.peer.meanWindow = sum.windows / sum.peer.sockets;
        peers.push_back(std::move(sum.peer));
    }
    return peers;
}

} // namespace millrace::agentless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/preflight.h"

#include "core/base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <fmt/format.h>

namespace millrace::cluster {

namespace {

template <typename T>
const T* named(const std::vector<T>& all, std::string_view name) noexcept
{
    const auto found = std::ranges::find(all, name, &T::name);
    return found == all.end() ? nullptr : &*found;
}

/// IPv4 address with its network.
struct NetAddress
{
    std::string address;
    std::uint32_t network = 0;
    int prefix = 0;

    [[nodiscard]] bool sameNetwork(const NetAddress& other) const noexcept
    {
        return network == other.network && prefix == other.prefix;
    }
};

std::optional<NetAddress> parseAddress(const std::string& text)
{
    const std::size_t slash = text.find('/');
    NetAddress result;
    result.address = text.substr(0, slash);
    in_addr bytes{};
    const auto prefix = parseInteger(slash == std::string::npos ? "32" : text.substr(slash + 1));
    if (::inet_pton(AF_INET, result.address.c_str(), &bytes) != 1 || !prefix || *prefix < 1 || *prefix > 32)
        return std::nullopt;
    result.prefix = static_cast<int>(*prefix);
    result.network = ntohl(bytes.s_addr) & (~std::uint32_t(0) << (32 - result.prefix));
    return result;
}

struct Candidate
{
    const NicFacts* nic = nullptr;
    NetAddress address;
};

bool isLoopback(const NetAddress& address) noexcept
{
    return (address.network >> 24) == 127;
}

std::vector<Candidate> candidatesOf(const Nic& wished, const NodeFacts& facts)
{
    std::vector<Candidate> all;
    for (const NicFacts& nic : facts.nics)
        for (const std::string& text : nic.addresses) {
            const auto address = parseAddress(text);
            if (!address || (!wished.name.empty() && nic.name != wished.name)
                || (!wished.address.empty() && address->address != wished.address))
                continue;
            if (!wished.address.empty() || (nic.up && !isLoopback(*address)))
                all.push_back({&nic, *address});
        }
    return all;
}

const Candidate* inNetwork(const std::vector<Candidate>& candidates, const NetAddress& network)
{
    const auto found =
        std::ranges::find_if(candidates, [&](const Candidate& each) { return each.address.sameNetwork(network); });
    return found == candidates.end() ? nullptr : &*found;
}

/// Whether each node has a distinct address in the network; the slowest known speed of the NICs.
bool reachesAll(const std::vector<std::vector<Candidate>>& nodes, const NetAddress& network, double& speed)
{
    std::vector<std::string> addresses;
    speed = 0;
    for (const auto& candidates : nodes) {
        const Candidate* candidate = inNetwork(candidates, network);
        if (candidate == nullptr || std::ranges::count(addresses, candidate->address.address) > 0)
            return false;
        addresses.push_back(candidate->address.address);
        if (candidate->nic->bitsPerSecond > 0)
            speed = speed == 0 ? candidate->nic->bitsPerSecond : std::min(speed, candidate->nic->bitsPerSecond);
    }
    return true;
}

Error noNic(const Nic& wished, const NodeFacts& facts, std::size_t candidates)
{
    if (!wished.address.empty() && candidates == 0)
        return fail(ErrorCode::NotFound,
                    fmt::format("no interface of {} has the address {}; correct the address in the "
                                "project",
                                facts.hostname, wished.address));
    if (candidates == 0)
        return fail(ErrorCode::NotFound,
                    fmt::format("{} has no interface {} that is up and has an IPv4 address", facts.hostname,
                                wished.name.empty() ? "other than the loopback" : wished.name));
    return fail(ErrorCode::NotFound,
                fmt::format("{} shares no network with the other nodes and has several addresses; write the address "
                            "for the experiment into the project",
                            facts.hostname));
}

} // namespace

const NicFacts* NodeFacts::nic(std::string_view name) const noexcept
{
    return named(nics, name);
}

const ToolFacts* NodeFacts::tool(std::string_view name) const noexcept
{
    return named(tools, name);
}

const ToolFacts* NodeFacts::package(std::string_view name) const noexcept
{
    return named(packages, name);
}

Result<std::vector<Nic>> chooseNics(std::span<const Nic> wished, std::span<const NodeFacts> facts)
{
    std::vector<std::vector<Candidate>> nodes;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        nodes.push_back(candidatesOf(wished[i], facts[i]));
        if (nodes.back().empty())
            return noNic(wished[i], facts[i], 0);
    }
    std::optional<NetAddress> common;
    double best = -1;
    if (!nodes.empty())
        for (const Candidate& candidate : nodes.front()) {
            double speed = 0;
            if (reachesAll(nodes, candidate.address, speed) && speed > best) {
                common = candidate.address;
                best = speed;
            }
        }
    std::vector<Nic> chosen;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Candidate* candidate = common ? inNetwork(nodes[i], *common) : nullptr;
        if (candidate == nullptr && nodes[i].size() > 1)
            return noNic(wished[i], facts[i], nodes[i].size());
        if (candidate == nullptr)
            candidate = &nodes[i].front();
        Nic nic = wished[i];
        nic.name = candidate->nic->name;
        nic.address = candidate->address.address;
        chosen.push_back(std::move(nic));
    }
    return chosen;
}

} // namespace millrace::cluster

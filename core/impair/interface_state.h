// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::impair {

/// One queueing discipline as `tc -s -r -j qdisc show` tells it. Options that a kind does not have are 0.
struct Queue
{
    std::string kind;
    std::string handle; ///< "4d52:"; "0:" when the kernel made it by itself
    std::string parent; ///< "4d52:10"; empty at the root
    bool root = false;
    std::uint32_t defaultClass = 0; ///< htb
    double bytesPerSecond = 0; ///< tbf, netem
    double limit = 0; ///< bytes of tbf and bfifo, packets of pfifo and netem
    double delaySeconds = 0; ///< netem, as the next two
    double jitterSeconds = 0;
    double loss = 0;
    std::uint64_t sentBytes = 0;
    std::uint64_t sentPackets = 0;
    std::uint64_t drops = 0;
    std::uint64_t backlogBytes = 0;

    bool operator==(const Queue&) const = default;
};

/// A rule that sends packets of one address to a class.
struct AddressFilter
{
    std::string flow; ///< "4d52:10"
    std::string firstMatch; ///< hexadecimal, without leading zeros

    bool operator==(const AddressFilter&) const = default;
};

/// One rule of ours that makes packets of one sender get lost.
struct LossRule
{
    std::string address;
    double probability = 0;
    std::uint64_t packets = 0; ///< lost so far
    std::uint64_t bytes = 0;

    bool operator==(const LossRule&) const = default;
};

struct LinkFacts
{
    int index = 0;
    int mtu = 0;
    bool loopback = false;

    bool operator==(const LinkFacts&) const = default;
};

/// Readers of what the tools print. Corrupt when the text is not what the tool prints; what is not known in it is
/// passed over.
[[nodiscard]] Result<std::vector<Queue>> parseQueues(std::string_view tcJson);
/// The filters that name a class; others count in `all`. Of plain text: tc before 5.15 or so prints no whole JSON of
/// them.
[[nodiscard]] std::vector<AddressFilter> parseFilters(std::string_view tcText, std::size_t* all = nullptr);
/// The rules of a table, by `nft -j list table`.
[[nodiscard]] Result<std::vector<LossRule>> parseLossRules(std::string_view nftJson);
[[nodiscard]] Result<LinkFacts> parseLink(std::string_view ipJson);
/// The interface of `ip -j route get`.
[[nodiscard]] Result<std::string> parseRoute(std::string_view ipJson);

/// Why the queues of an interface belong to somebody else, with the remedy; nothing where the kernel made them all.
/// `ingressFilters` and `egressFilters` are the numbers of filters on a clsact or ingress queue.
[[nodiscard]] std::optional<Error> foreignQueues(const std::string& interface, const std::vector<Queue>& queues,
                                                 std::size_t ingressFilters, std::size_t egressFilters);

} // namespace millrace::impair

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

/// Queueing discipline in the output of `tc -s -r -j qdisc show`. Options that a kind does not have are 0.
struct Queue
{
    std::string kind;
    std::string handle; ///< "4d52:"; "0:" if the kernel created it
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

/// Filter that sends packets of one address to a class.
struct AddressFilter
{
    std::string flow; ///< "4d52:10"
    std::string firstMatch; ///< hexadecimal, without leading zeros

    bool operator==(const AddressFilter&) const = default;
};

/// Rule of Millrace that drops packets of one sender.
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

/// Parsers of the tools' output. Corrupt if the text is not in the tool's format; unknown parts are skipped.
[[nodiscard]] Result<std::vector<Queue>> parseQueues(std::string_view tcJson);
/// Returns the filters with a class; others count in `all`. From plain text: tc before 5.15 or so prints incomplete
/// JSON for them.
[[nodiscard]] std::vector<AddressFilter> parseFilters(std::string_view tcText, std::size_t* all = nullptr);
/// Parses the rules of a table, from `nft -j list table`.
[[nodiscard]] Result<std::vector<LossRule>> parseLossRules(std::string_view nftJson);
[[nodiscard]] Result<LinkFacts> parseLink(std::string_view ipJson);
/// Parses the interface of `ip -j route get`.
[[nodiscard]] Result<std::string> parseRoute(std::string_view ipJson);

/// Returns why the queues of an interface are foreign, with the remedy; nothing if the kernel created them all.
/// `ingressFilters` and `egressFilters` are the numbers of filters on a clsact or ingress queue.
[[nodiscard]] std::optional<Error> foreignQueues(const std::string& interface, const std::vector<Queue>& queues,
                                                 std::size_t ingressFilters, std::size_t egressFilters);

} // namespace millrace::impair

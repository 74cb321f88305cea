// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <vector>

namespace millrace::operations {

inline constexpr std::size_t mostRanks = 16'384;
inline constexpr std::size_t mostOperations = 20'000'000; ///< of all ranks
/// Ports of ranks for the messages of operations are those of their sessions, so many higher.
inline constexpr int messagePortDistance = 1000;
inline constexpr std::int64_t mostBytes = std::int64_t(1) << 40; ///< of a message
inline constexpr std::int64_t longestCompute = 86'400'000'000'000; ///< ns

enum class Kind : std::uint8_t
{
    Compute,
    Send,
    Receive
};

/// That an operation does not begin before another one of its rank.
struct Dependency
{
    std::uint32_t on = 0; ///< position in the list of the rank
    bool started = false; ///< the other one need only have begun

    bool operator==(const Dependency&) const = default;
};

/// Something that one rank does.
struct Operation
{
    Kind kind = Kind::Compute;
    std::int64_t amount = 0; ///< ns of computing, or bytes
    int peer = -1; ///< receiver or sender
    std::uint32_t tag = 0;
    int processor = 0; ///< computing on one processor takes place one after another
    std::vector<Dependency> after = {};

    bool operator==(const Operation&) const = default;
};

/// What every rank computes, sends and receives, and in which order: the content of a GOAL file (Hoefler, Siebert,
/// Lumsdaine, Group Operation Assembly Language, ICPP 2009) or of Chakra's execution traces (arXiv 2305.14516).
/// Operations without a dependency begin at once. Messages from one rank to another with one tag arrive in the order in
/// which they were sent.
struct Operations
{
    std::vector<std::vector<Operation>> ranks;

    [[nodiscard]] std::size_t count() const noexcept;
    bool operator==(const Operations&) const = default;
};

/// InvalidInput with one sentence if it cannot be performed: a peer that does not exist, a dependency on something
/// later that leads back, a message that is not received or is not sent, of other sizes than expected.
[[nodiscard]] Result<void> check(const Operations& operations);

/// Totals of what all ranks do.
struct OperationsSummary
{
    std::size_t messages = 0;
    double bytes = 0;
    double mostSent = 0; ///< bytes by one rank
    double mostComputing = 0; ///< s, of one rank
};
[[nodiscard]] OperationsSummary summaryOf(const Operations& operations);

/// Payload bytes from rank to rank, row by row.
[[nodiscard]] std::vector<double> trafficOf(const Operations& operations);

} // namespace millrace::operations

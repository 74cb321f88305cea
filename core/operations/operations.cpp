// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/operations.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace millrace::operations {

namespace {

Error refuse(std::string what)
{
    return fail(ErrorCode::InvalidInput, std::move(what));
}

Result<void> checkFields(const Operations& operations)
{
    if (operations.ranks.empty() || operations.ranks.size() > mostRanks)
        return refuse(fmt::format("{} ranks; 1 to {} are possible", operations.ranks.size(), mostRanks));
    if (operations.count() > mostOperations)
        return refuse(fmt::format("{} operations; at most {} are possible", operations.count(), mostOperations));
    const int ranks = static_cast<int>(operations.ranks.size());
    for (int rank = 0; rank < ranks; ++rank) {
        const auto& list = operations.ranks[static_cast<std::size_t>(rank)];
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Operation& operation = list[i];
            const auto where = [&] { return fmt::format("operation {} of rank {}", i + 1, rank); };
            const std::int64_t most = operation.kind == Kind::Compute ? longestCompute : mostBytes;
            if (operation.amount < 0 || operation.amount > most)
                return refuse(fmt::format("{}: {} is not from 0 to {}", where(), operation.amount, most));
            if (operation.kind != Kind::Compute && (operation.peer < 0 || operation.peer >= ranks))
                return refuse(fmt::format("{}: there is no rank {}", where(), operation.peer));
            if (operation.kind != Kind::Compute && operation.peer == rank)
                return refuse(fmt::format("{}: a message from a rank to itself", where()));
            for (const Dependency& dependency : operation.after)
                if (dependency.on >= list.size())
                    return refuse(fmt::format("{}: there is no operation {}", where(), dependency.on + 1));
        }
    }
    return {};
}

/// Kahn, Topological sorting of large networks, CACM 5 (1962).
Result<void> checkOrder(const std::vector<Operation>& list, int rank)
{
    std::vector<std::uint32_t> awaited(list.size());
    std::vector<std::vector<std::uint32_t>> next(list.size());
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        awaited[i] = static_cast<std::uint32_t>(list[i].after.size());
        for (const Dependency& dependency : list[i].after)
            next[dependency.on].push_back(i);
    }
    std::vector<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (awaited[i] == 0)
            ready.push_back(i);
    std::size_t done = 0;
    while (!ready.empty()) {
        const std::uint32_t i = ready.back();
        ready.pop_back();
        ++done;
        for (const std::uint32_t other : next[i])
            if (--awaited[other] == 0)
                ready.push_back(other);
    }
    if (done == list.size())
        return {};
    const auto stuck = std::ranges::find_if(awaited, [](std::uint32_t count) { return count > 0; });
    return refuse(
        fmt::format("operation {} of rank {} waits, through others, for itself", stuck - awaited.begin() + 1, rank));
}

struct Sizes
{
    std::vector<std::int64_t> sent;
    std::vector<std::int64_t> received;
};

Result<void> checkMessages(const Operations& operations)
{
    std::map<std::tuple<int, int, std::uint32_t>, Sizes> messages; // from, to, tag
    for (int rank = 0; rank < static_cast<int>(operations.ranks.size()); ++rank)
        for (const Operation& operation : operations.ranks[static_cast<std::size_t>(rank)])
            if (operation.kind == Kind::Send)
                messages[{rank, operation.peer, operation.tag}].sent.push_back(operation.amount);
            else if (operation.kind == Kind::Receive)
                messages[{operation.peer, rank, operation.tag}].received.push_back(operation.amount);
    for (auto& [key, sizes] : messages) {
        const auto& [from, to, tag] = key;
        if (sizes.sent.size() != sizes.received.size())
            return refuse(fmt::format("rank {} sends {} messages with tag {} to rank {}, which receives {}", from,
                                      sizes.sent.size(), tag, to, sizes.received.size()));
        std::ranges::sort(sizes.sent);
        std::ranges::sort(sizes.received);
        const auto [sent, received] = std::ranges::mismatch(sizes.sent, sizes.received);
        if (sent != sizes.sent.end())
            return refuse(fmt::format("of the messages with tag {} from rank {} to rank {}, one is sent with {} bytes "
                                      "and received with {}",
                                      tag, from, to, *sent, *received));
    }
    return {};
}

} // namespace

std::size_t Operations::count() const noexcept
{
    std::size_t all = 0;
    for (const auto& list : ranks)
        all += list.size();
    return all;
}

Result<void> check(const Operations& operations)
{
    MR_CHECK(checkFields(operations));
    for (std::size_t rank = 0; rank < operations.ranks.size(); ++rank)
        MR_CHECK(checkOrder(operations.ranks[rank], static_cast<int>(rank)));
    return checkMessages(operations);
}

OperationsSummary summaryOf(const Operations& operations)
{
    OperationsSummary summary;
    for (const auto& list : operations.ranks) {
        double sent = 0, computing = 0;
        for (const Operation& operation : list) {
            if (operation.kind == Kind::Send) {
                ++summary.messages;
                sent += static_cast<double>(operation.amount);
            } else if (operation.kind == Kind::Compute) {
                computing += 1e-9 * static_cast<double>(operation.amount);
            }
        }
        summary.bytes += sent;
        summary.mostSent = std::max(summary.mostSent, sent);
        summary.mostComputing = std::max(summary.mostComputing, computing);
    }
    return summary;
}

std::vector<double> trafficOf(const Operations& operations)
{
    const std::size_t ranks = operations.ranks.size();
    std::vector<double> bytes(ranks * ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank)
        for (const Operation& operation : operations.ranks[rank])
            if (operation.kind == Kind::Send)
                bytes[rank * ranks + static_cast<std::size_t>(operation.peer)] += static_cast<double>(operation.amount);
    return bytes;
}

} // namespace millrace::operations

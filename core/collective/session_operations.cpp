// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/session_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace millrace::collective {

// The operations other than the all-reduce, each planned for its call.

namespace {

constexpr std::size_t mostMessageBytes = UINT32_MAX;

std::size_t sumOf(std::span<const std::size_t> parts)
{
    return std::reduce(parts.begin(), parts.end());
}

} // namespace

Result<void> Session::Parts::checkParts(std::span<const std::size_t> parts)
{
    if (parts.size() != static_cast<std::size_t>(size))
        return end(fail(ErrorCode::InvalidInput, fmt::format("{} parts for {} ranks", parts.size(), size)));
    return {};
}

Result<void> Session::broadcast(Values values, int root)
{
    return m_parts->move(values, values.elements, root, Operator::Sum,
                         [&](std::size_t bytes) { return broadcastMovement(values.elements, size(), root, bytes); });
}

Result<void> Session::reduce(Values values, int root, Operator operation)
{
    return m_parts->move(values, values.elements, root, operation,
                         [&](std::size_t bytes) { return reduceMovement(values.elements, size(), root, bytes); });
}

Result<void> Session::allGather(Values values, std::span<const std::size_t> parts)
{
    MR_CHECK(m_parts->checkParts(parts));
    return m_parts->move(values, sumOf(parts), 0, Operator::Sum,
                         [&](std::size_t bytes) { return allGatherMovement(parts, bytes); });
}

Result<void> Session::reduceScatter(Values values, std::span<const std::size_t> parts, Operator operation)
{
    MR_CHECK(m_parts->checkParts(parts));
    return m_parts->move(values, sumOf(parts), 0, operation,
                         [&](std::size_t bytes) { return reduceScatterMovement(parts, bytes); });
}

Result<void> Session::gather(Values values, std::span<const std::size_t> parts, int root)
{
    MR_CHECK(m_parts->checkParts(parts));
    return m_parts->move(values, sumOf(parts), root, Operator::Sum,
                         [&](std::size_t bytes) { return gatherMovement(parts, root, bytes); });
}

Result<void> Session::scatter(Values values, std::span<const std::size_t> parts, int root)
{
    MR_CHECK(m_parts->checkParts(parts));
    return m_parts->move(values, sumOf(parts), root, Operator::Sum,
                         [&](std::size_t bytes) { return scatterMovement(parts, root, bytes); });
}

Result<void> Session::share(Values values, std::span<const int> holders)
{
    if (holders.empty())
        return m_parts->end(fail(ErrorCode::InvalidInput, "no rank has the values that are to be shared"));
    return m_parts->move(values, values.elements, holders.front(), Operator::Sum,
                         [&](std::size_t bytes) { return shareMovement(values.elements, size(), holders, bytes); });
}

Result<void> Session::allToAll(Values values, std::span<const std::size_t> sent, std::span<const std::size_t> received)
{
    MR_CHECK(m_parts->checkParts(sent));
    MR_CHECK(m_parts->checkParts(received));
    const std::size_t most = mostMessageBytes / elementBytes(values.type);
    if (std::ranges::max(sent) > most || std::ranges::max(received) > most)
        return m_parts->end(
            fail(ErrorCode::InvalidInput, "one rank sends more than 4 GiB to another in one all-to-all"));
    return m_parts->move(values, sumOf(sent) + sumOf(received), 0, Operator::Sum,
                         [&](std::size_t) { return allToAllMovement(sent, received, rank()); });
}

} // namespace millrace::collective

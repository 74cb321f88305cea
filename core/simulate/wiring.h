// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::simulate {

/// The graphs of a strategy as connections between ranks, and what each rank does with a chunk on each pair of graphs:
/// collective::Schedule for all ranks at once.
class Wiring
{
public:
    struct Connection
    {
        int from = 0;
        int to = 0;
    };
    struct Role
    {
        std::uint32_t firstTarget = 0;
        std::uint32_t contributions = 0; ///< awaited before the own data is passed on
        std::uint16_t reduceTargets = 0; ///< none: the rank has the result
        std::uint16_t broadcastTargets = 0;
        bool contributes = false;
    };

    explicit Wiring(std::span<const collective::GraphPair> pairs);

    [[nodiscard]] int ranks() const noexcept { return m_ranks; }
    [[nodiscard]] const std::vector<Connection>& connections() const noexcept { return m_connections; }
    [[nodiscard]] const Role& role(std::size_t pair, int rank) const
    {
        return m_roles[pair * static_cast<std::size_t>(m_ranks) + static_cast<std::size_t>(rank)];
    }
    /// Numbers of connections, in the order of the graph.
    [[nodiscard]] std::span<const std::uint32_t> reduceTo(const Role& role) const
    {
        return std::span(m_targets).subspan(role.firstTarget, role.reduceTargets);
    }
    [[nodiscard]] std::span<const std::uint32_t> broadcastTo(const Role& role) const
    {
        return std::span(m_targets).subspan(role.firstTarget + role.reduceTargets, role.broadcastTargets);
    }

private:
    [[nodiscard]] std::uint32_t connection(int from, int to);

    int m_ranks = 0;
    std::vector<Connection> m_connections;
    std::vector<std::vector<std::pair<int, std::uint32_t>>> m_known; ///< by sender: receiver and connection, ascending
    std::vector<Role> m_roles; ///< by pair and rank
    std::vector<std::uint32_t> m_targets;
};

} // namespace millrace::simulate

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/movement.h"
#include "core/operations/operations.h"

#include <cstddef>
#include <vector>

namespace millrace::operations {

/// Adds operations to lists, step by step and collective by collective.
class Writer
{
public:
    explicit Writer(std::size_t ranks) : m_ends(ranks) { m_operations.ranks.resize(ranks); }

    /// Appends an operation that has its dependencies; returns its position.
    std::uint32_t add(std::size_t rank, Operation operation);
    /// The rank computes after all that it did before.
    void compute(std::size_t rank, std::int64_t ns);
    /// All ranks carry out a collective operation, as collective::Engine does: a rank passes a chunk on when it has it
    /// and all contributions to it. Each begins after all that it did before.
    void move(const collective::Movement& movement, std::size_t elementBytes);
    /// The same of one rank, which begins after these; returns what it ends with.
    std::uint32_t moveRank(const collective::Movement& movement, std::size_t elementBytes, std::size_t rank,
                           std::vector<Dependency> after, std::uint32_t firstTag);

    [[nodiscard]] Operations& operations() noexcept { return m_operations; }

private:
    Operations m_operations;
    std::vector<std::vector<Dependency>> m_ends; ///< by rank, what the last part ended with
};

} // namespace millrace::operations

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/collective/element.h"
#include "core/collective/reduce_kernel.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace millrace::collective {

/// Memory that the ranks of one machine share, and the reductions through it. Values are cut into blocks; in each,
/// every rank reduces one shard for all, so that the work is shared and the result bitwise the same on all. All members
/// make the same calls in the same order. Linux only; nothing is left behind when a member dies, because the memory has
/// no name any more once all have opened it.
class NodeMemory
{
public:
    static constexpr int mostMembers = 64;

    /// Called with true about every 5 ms while this rank waits for others, with false every few blocks: an error ends
    /// the call.
    using Check = std::function<Result<void>(bool waiting)>;

    NodeMemory() = default;
    ~NodeMemory() { close(); }
    NodeMemory(const NodeMemory&) = delete;
    NodeMemory& operator=(const NodeMemory&) = delete;

    /// Creates the memory; `name` as of shm_open(3).
    [[nodiscard]] Result<void> create(const std::string& name, int members);
    /// Opens what member 0 has created.
    [[nodiscard]] Result<void> open(const std::string& name, int members, int member);
    /// After all have opened it.
    static void unlink(const std::string& name) noexcept;
    void close() noexcept;
    [[nodiscard]] bool isOpen() const noexcept { return m_data != nullptr; }

    /// In place, on all members.
    [[nodiscard]] Result<void> allReduce(Values values, Operator operation, const Check& check);
    /// Member 0 gets the result; the values of the others stay.
    [[nodiscard]] Result<void> reduce(Values values, Operator operation, const Check& check);
    /// From member 0.
    [[nodiscard]] Result<void> broadcast(Values values, const Check& check);

    /// Members that the current block waits for: whose values are missing or, if none are, whose shards or copies are.
    [[nodiscard]] std::vector<int> missing() const;
    /// Bytes that this member wrote for others.
    [[nodiscard]] std::uint64_t writtenBytes() const noexcept { return m_written; }

private:
    struct Header;
    struct Block;

    [[nodiscard]] Result<void> map(int fd, int members, int member);
    [[nodiscard]] Result<void> reduceBlocks(Values values, Operator operation, bool toAll, const Check& check);
    void fill(const Block& block);
    void combine(const Block& block, ReduceFunction function);
    void take(const Block& block);
    template <typename Ready>
    [[nodiscard]] Result<void> waitUntil(Ready ready, const Check& check);
    void announce() noexcept;
    [[nodiscard]] char* slot(int member, std::uint64_t number) const noexcept;
    [[nodiscard]] char* result(std::uint64_t number) const noexcept;

    Header* m_header = nullptr;
    char* m_data = nullptr; ///< the blocks
    std::size_t m_mapped = 0;
    int m_members = 0;
    int m_member = 0;
    std::uint64_t m_number = 0; ///< of the next block
    std::uint64_t m_current = 0; ///< of the block in progress
    std::uint64_t m_written = 0;
};

} // namespace millrace::collective

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/node_memory.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace millrace::collective {

namespace {

/// Of one rank: two of them for each, and two results, stay in the caches of the processors.
constexpr std::size_t blockBytes = 256 << 10;
constexpr long checkNanoseconds = 5'000'000;
constexpr int spins = 200;
constexpr std::uint64_t blocksPerCheck = 16;

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<std::uint64_t>::is_always_lock_free);

} // namespace

struct NodeMemory::Header
{
    /// Numbers of finished blocks of one member, plus one.
    struct alignas(64) Progress
    {
        std::atomic<std::uint64_t> filled; ///< its values are in its slot
        std::atomic<std::uint64_t> reduced; ///< its shard of the result is complete
        std::atomic<std::uint64_t> taken; ///< it has copied the result
    };
    std::atomic<std::uint32_t> changes; ///< futex
    std::atomic<std::uint32_t> sleepers;
    Progress members[mostMembers];

    template <typename Counter>
    [[nodiscard]] bool allReached(int count, Counter counter, std::uint64_t number) const
    {
        return std::all_of(members, members + count, [&](const Progress& member) {
            return (member.*counter).load(std::memory_order_acquire) >= number;
        });
    }
};

/// Part of the values that is reduced at once.
struct NodeMemory::Block
{
    std::uint64_t number = 0;
    char* data = nullptr;
    std::size_t elements = 0;
    std::size_t elementSize = 0;
    int members = 0;

    /// Bytes before the shard of a member.
    [[nodiscard]] std::size_t before(int member) const
    {
        const auto index = static_cast<std::size_t>(member);
        const auto count = static_cast<std::size_t>(members);
        return (elements / count * index + std::min(index, elements % count)) * elementSize;
    }
    [[nodiscard]] std::size_t bytes() const { return elements * elementSize; }
};

Result<void> NodeMemory::create(const std::string& name, int members)
{
    const int fd = ::shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return failErrno("creating shared memory for the ranks of this machine");
    return map(fd, members, 0);
}

Result<void> NodeMemory::open(const std::string& name, int members, int member)
{
    const int fd = ::shm_open(name.c_str(), O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0)
        return failErrno("opening the shared memory of the ranks of this machine");
    return map(fd, members, member);
}

void NodeMemory::unlink(const std::string& name) noexcept
{
    ::shm_unlink(name.c_str());
}

/// Reserves all pages, so that a full file system is an error here and not a signal later.
Result<void> NodeMemory::map(int fd, int members, int member)
{
    const std::size_t blocks = 2 * static_cast<std::size_t>(members) + 2;
    m_mapped = sizeof(Header) + blocks * blockBytes;
    const int failure = member == 0 ? ::posix_fallocate(fd, 0, static_cast<off_t>(m_mapped)) : 0;
    void* memory = failure == 0 ? ::mmap(nullptr, m_mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    const int reason = failure == 0 ? errno : failure;
    ::close(fd);
    if (memory == MAP_FAILED)
        return failErrno("mapping the shared memory of the ranks of this machine", reason);
    m_header = static_cast<Header*>(memory); // all counters begin at the zeros of new memory
    m_data = static_cast<char*>(memory) + sizeof(Header);
    m_members = members;
    m_member = member;
    return {};
}

void NodeMemory::close() noexcept
{
    if (m_header != nullptr)
        ::munmap(m_header, m_mapped);
    m_header = nullptr;
    m_data = nullptr;
}

char* NodeMemory::slot(int member, std::uint64_t number) const noexcept
{
    return m_data + (static_cast<std::size_t>(member) * 2 + number % 2) * blockBytes;
}

char* NodeMemory::result(std::uint64_t number) const noexcept
{
    return m_data + (static_cast<std::size_t>(m_members) * 2 + number % 2) * blockBytes;
}

/// Wakes those that wait for a counter of this member.
void NodeMemory::announce() noexcept
{
    m_header->changes.fetch_add(1, std::memory_order_seq_cst);
    if (m_header->sleepers.load(std::memory_order_seq_cst) > 0)
        ::syscall(SYS_futex, &m_header->changes, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

template <typename Ready>
Result<void> NodeMemory::waitUntil(Ready ready, const Check& check)
{
    for (int spin = 0; spin < spins; ++spin) {
        if (ready())
            return {};
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    for (;;) {
        m_header->sleepers.fetch_add(1, std::memory_order_seq_cst);
        const std::uint32_t seen = m_header->changes.load(std::memory_order_seq_cst);
        const bool isReady = ready();
        long slept = 0;
        if (!isReady) {
            const timespec limit{0, checkNanoseconds};
            slept = ::syscall(SYS_futex, &m_header->changes, FUTEX_WAIT, seen, &limit, nullptr, 0);
        }
        m_header->sleepers.fetch_sub(1, std::memory_order_seq_cst);
        if (isReady)
            return {};
        if (slept < 0 && errno == ETIMEDOUT)
            MR_CHECK(check(true));
    }
}

std::vector<int> NodeMemory::missing() const
{
    for (const auto counter : {&Header::Progress::filled, &Header::Progress::reduced, &Header::Progress::taken}) {
        std::vector<int> members;
        for (int member = 0; member < m_members; ++member)
            if ((m_header->members[member].*counter).load(std::memory_order_acquire) <= m_current)
                members.push_back(member);
        if (!members.empty())
            return members;
    }
    return {};
}

/// Copies what others reduce into the own slot.
void NodeMemory::fill(const Block& block)
{
    char* target = slot(m_member, block.number);
    const std::size_t begin = block.before(m_member);
    const std::size_t end = block.before(m_member + 1);
    std::memcpy(target, block.data, begin);
    std::memcpy(target + end, block.data + end, block.bytes() - end);
    m_written += block.bytes() - (end - begin);
    m_header->members[m_member].filled.store(block.number + 1, std::memory_order_release);
    announce();
}

/// Reduces the own shard of all members, always in the order of the members from the own one on.
void NodeMemory::combine(const Block& block, ReduceFunction function)
{
    const std::size_t begin = block.before(m_member);
    const std::size_t bytes = block.before(m_member + 1) - begin;
    char* target = result(block.number) + begin;
    std::memcpy(target, block.data + begin, bytes);
    for (int step = 1; step < m_members; ++step)
        function(target, slot((m_member + step) % m_members, block.number) + begin, bytes / block.elementSize);
    m_header->members[m_member].reduced.store(block.number + 1, std::memory_order_release);
    announce();
}

void NodeMemory::take(const Block& block)
{
    std::memcpy(block.data, result(block.number), block.bytes());
}

/// Slots and results alternate between two blocks, so a member may be one block ahead of the others: it fills the slot
/// of the next block before it waits for the result of this one. What it overwrites then was read before: the slot by
/// all whose result of the block before it has waited for, the result by all that have `taken` it.
Result<void> NodeMemory::reduceBlocks(Values values, Operator operation, bool toAll, const Check& check)
{
    const std::size_t elementSize = elementBytes(values.type);
    const std::size_t most = blockBytes / elementSize;
    const ReduceFunction function = reduceFunction(operation, values.type);
    const auto blockAt = [&](std::size_t begin) {
        return Block{m_number + begin / most, values.data + begin * elementSize,
                     std::min(most, values.elements - begin), elementSize, m_members};
    };
    if (values.elements > 0)
        fill(blockAt(0));
    std::uint64_t count = 0;
    for (std::size_t begin = 0; begin < values.elements; begin += most, ++count) {
        const Block block = blockAt(begin);
        m_current = block.number;
        const std::uint64_t done = block.number + 1;
        MR_CHECK(waitUntil(
            [&] {
                return m_header->allReached(m_members, &Header::Progress::filled, done)
                    && (done < 2 || m_header->allReached(m_members, &Header::Progress::taken, done - 2));
            },
            check));
        combine(block, function);
        if (begin + most < values.elements)
            fill(blockAt(begin + most));
        MR_CHECK(waitUntil([&] { return m_header->allReached(m_members, &Header::Progress::reduced, done); }, check));
        if (toAll || m_member == 0)
            take(block);
        m_header->members[m_member].taken.store(done, std::memory_order_release);
        announce();
        if (count % blocksPerCheck == 0)
            MR_CHECK(check(false));
    }
    m_number += count;
    return {};
}

Result<void> NodeMemory::allReduce(Values values, Operator operation, const Check& check)
{
    return reduceBlocks(values, operation, true, check);
}

Result<void> NodeMemory::reduce(Values values, Operator operation, const Check& check)
{
    return reduceBlocks(values, operation, false, check);
}

Result<void> NodeMemory::broadcast(Values values, const Check& check)
{
    const std::size_t elementSize = elementBytes(values.type);
    const std::size_t most = blockBytes / elementSize;
    auto& own = m_header->members[m_member];
    for (std::size_t begin = 0; begin < values.elements; begin += most) {
        const Block block{m_number, values.data + begin * elementSize, std::min(most, values.elements - begin),
                          elementSize, m_members};
        m_current = m_number;
        const std::uint64_t done = ++m_number;
        if (m_member == 0) {
            MR_CHECK(waitUntil(
                [&] { return done < 2 || m_header->allReached(m_members, &Header::Progress::taken, done - 2); },
                check));
            std::memcpy(result(block.number), block.data, block.bytes());
            m_written += block.bytes();
        } else {
            own.filled.store(done, std::memory_order_release);
            MR_CHECK(
                waitUntil([&] { return m_header->members[0].reduced.load(std::memory_order_acquire) >= done; }, check));
            take(block);
        }
        own.filled.store(done, std::memory_order_release);
        own.reduced.store(done, std::memory_order_release);
        own.taken.store(done, std::memory_order_release);
        announce();
        if (done % blocksPerCheck == 0)
            MR_CHECK(check(false));
    }
    return {};
}

} // namespace millrace::collective

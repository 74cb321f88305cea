// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/byte_source.h"

#include "core/base/unique_fd.h"
#include "core/capture/decompressor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace millrace::capture {

namespace {

class PlainSource final : public ByteSource
{
public:
    PlainSource(UniqueFd fd, std::vector<std::uint8_t> head, std::uint64_t position)
        : m_fd(std::move(fd)), m_head(std::move(head)), m_position(position)
    {
    }

    Result<std::size_t> read(std::span<std::uint8_t> out) override
    {
        if (!m_head.empty()) {
            const std::size_t count = std::min(out.size(), m_head.size());
            std::memcpy(out.data(), m_head.data(), count);
            m_head.erase(m_head.begin(), m_head.begin() + static_cast<std::ptrdiff_t>(count));
            m_position += count;
            return count;
        }
        for (;;) {
            const ssize_t count = ::read(m_fd.get(), out.data(), out.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return failErrno("the capture cannot be read");
            m_position += static_cast<std::uint64_t>(count);
            return static_cast<std::size_t>(count);
        }
    }
    std::uint64_t skipHole() override
    {
        constexpr std::uint64_t worthIt = std::uint64_t{1} << 20, left = 64;
        const auto at = static_cast<off_t>(m_position);
        off_t data = m_head.empty() ? ::lseek(m_fd.get(), at, SEEK_DATA) : at;
        if (data < 0 && errno == ENXIO)
            data = ::lseek(m_fd.get(), 0, SEEK_END);
        if (data < 0 || !m_head.empty())
            return 0;
        const std::uint64_t hole = data > at ? static_cast<std::uint64_t>(data - at) : 0;
        const std::uint64_t skipped = hole >= worthIt ? (hole - left) / 8 * 8 : 0;
        m_position += skipped;
        // Seeking was successful before.
        (void)::lseek(m_fd.get(), static_cast<off_t>(m_position), SEEK_SET);
        return skipped;
    }
    std::uint64_t bytesRead() const noexcept override { return m_position; }
    Compression compression() const noexcept override { return Compression::None; }

private:
    UniqueFd m_fd;
    std::vector<std::uint8_t> m_head;
    std::uint64_t m_position;
};

/// Decompresses ahead on a separate thread, at most a few blocks.
class CompressedSource final : public ByteSource
{
public:
    CompressedSource(std::unique_ptr<ByteSource> raw, Compression compression)
        : m_raw(std::move(raw)), m_compression(compression),
          m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }
    ~CompressedSource() override
    {
        m_thread.request_stop();
        const std::lock_guard lock(m_mutex);
        m_changed.notify_all();
    }

    Result<std::size_t> read(std::span<std::uint8_t> out) override
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_filled > 0 || m_ended; });
        if (m_filled == 0) {
            if (m_error)
                return *m_error;
            return std::size_t{0};
        }
        Block& block = m_blocks[m_first];
        const std::size_t count = std::min(out.size(), block.size - block.taken);
        lock.unlock();
        std::memcpy(out.data(), block.bytes.data() + block.taken, count);
        lock.lock();
        block.taken += count;
        if (block.taken == block.size) {
            m_first = (m_first + 1) % m_blocks.size();
            --m_filled;
            m_changed.notify_all();
        }
        return count;
    }
    std::uint64_t bytesRead() const noexcept override { return m_read.load(std::memory_order_relaxed); }
    Compression compression() const noexcept override { return m_compression; }

private:
    static constexpr std::size_t blockBytes = std::size_t{512} << 10;
    struct Block
    {
        std::vector<std::uint8_t> bytes;
        std::size_t size = 0;
        std::size_t taken = 0;
    };

    void run(const std::stop_token& stop)
    {
        const std::unique_ptr<Decompressor> decompressor = makeDecompressor(m_compression, *m_raw);
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_filled < m_blocks.size() || stop.stop_requested(); });
            if (stop.stop_requested())
                return;
            Block& block = m_blocks[(m_first + m_filled) % m_blocks.size()];
            lock.unlock();
            block.bytes.resize(blockBytes);
            const Result<std::size_t> count = decompressor->fill(block.bytes);
            m_read.store(m_raw->bytesRead(), std::memory_order_relaxed);
            lock.lock();
            if (!count || *count == 0) {
                m_ended = true;
                if (!count)
                    m_error = count.error();
                m_changed.notify_all();
                return;
            }
            block.size = *count;
            block.taken = 0;
            ++m_filled;
            m_changed.notify_all();
        }
    }

    std::unique_ptr<ByteSource> m_raw;
    Compression m_compression;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::array<Block, 4> m_blocks;
    std::size_t m_first = 0;
    std::size_t m_filled = 0;
    bool m_ended = false;
    std::optional<Error> m_error;
    std::atomic<std::uint64_t> m_read = 0;
    std::jthread m_thread;
};

Compression sniff(std::span<const std::uint8_t> head)
{
    if (head.size() >= 2 && head[0] == 0x1f && head[1] == 0x8b)
        return Compression::Gzip;
    if (head.size() >= 4 && head[0] == 0x28 && head[1] == 0xb5 && head[2] == 0x2f && head[3] == 0xfd)
        return Compression::Zstd;
    return Compression::None;
}

Result<std::vector<std::uint8_t>> readHead(int fd)
{
    std::vector<std::uint8_t> head(4);
    std::size_t have = 0;
    while (have < head.size()) {
        const ssize_t count = ::read(fd, head.data() + have, head.size() - have);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failErrno("the capture cannot be read");
        if (count == 0)
            break;
        have += static_cast<std::size_t>(count);
    }
    head.resize(have);
    return head;
}

} // namespace

Result<OpenedSource> openBytes(const std::filesystem::path& file, std::uint64_t from)
{
    UniqueFd fd(file == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return failErrno("the capture " + file.string() + " cannot be opened");
    struct stat status
    {
    };
    if (::fstat(fd.get(), &status) != 0)
        return failErrno("the capture " + file.string() + " cannot be read");
    if (S_ISDIR(status.st_mode))
        return fail(ErrorCode::InvalidInput, file.string() + " is a folder; name a capture file in it");
    const bool regular = S_ISREG(status.st_mode);
    MR_TRY(head, readHead(fd.get()));
    const Compression compression = sniff(head);
    OpenedSource opened;
    opened.bytes = regular ? static_cast<std::uint64_t>(status.st_size) : 0;
    std::uint64_t position = 0;
    if (from > 0) {
        if (!regular || compression != Compression::None)
            return fail(ErrorCode::InvalidInput, "a compressed capture or a pipe can only be read from its start");
        if (::lseek(fd.get(), static_cast<off_t>(from), SEEK_SET) < 0)
            return failErrno("the capture " + file.string() + " cannot be read from the middle");
        head.clear();
        position = from;
    }
    if (regular)
        (void)::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    opened.source = std::make_unique<PlainSource>(std::move(fd), std::move(head), position);
    if (compression != Compression::None)
        opened.source = std::make_unique<CompressedSource>(std::move(opened.source), compression);
    return opened;
}

} // namespace millrace::capture

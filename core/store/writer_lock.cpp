// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/writer_lock.h"

#include "core/base/readable_time.h"
#include "core/base/text.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::store {

namespace {

std::string holderText()
{
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return fmt::format("process {} on {} since {}\n", ::getpid(), host.data(), readableTime(wallNow()));
}

std::string readHolder(int fd)
{
    std::array<char, 512> text{};
    const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
    const std::string_view holder = size > 0 ? trim(std::string_view(text.data(), static_cast<std::size_t>(size))) : "";
    return holder.empty() ? "another process" : std::string(holder);
}

/// Returns false if the file was removed or replaced between opening and locking.
bool isStill(int fd, const std::filesystem::path& file)
{
    struct stat opened
    {
    };
    struct stat named
    {
    };
    return ::fstat(fd, &opened) == 0 && ::stat(file.c_str(), &named) == 0 && opened.st_ino == named.st_ino
        && opened.st_dev == named.st_dev;
}

} // namespace

Result<std::shared_ptr<WriterLock>> WriterLock::acquire(const std::filesystem::path& store)
{
    std::filesystem::path file = store;
    file += "-writer";
    for (;;) {
        UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
        if (!fd)
            return failErrno(fmt::format("{} cannot be opened for writing: {}", store.string(), file.string()));
        if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK)
                return failErrno(fmt::format("{} cannot be locked", file.string()));
            return fail(ErrorCode::Locked,
                        fmt::format("{} is being written by {}; wait until it ends, or open the store for reading only",
                                    store.string(), readHolder(fd.get())));
        }
        if (!isStill(fd.get(), file))
            continue;
        const std::string holder = holderText();
        // On a full disk the text stays empty; the lock is valid all the same.
        if (::ftruncate(fd.get(), 0) != 0 || ::pwrite(fd.get(), holder.data(), holder.size(), 0) < 0)
            errno = 0;
        return std::shared_ptr<WriterLock>(new WriterLock(std::move(file), std::move(fd)));
    }
}

WriterLock::~WriterLock()
{
    if (m_fd)
        ::unlink(m_file.c_str());
}

} // namespace millrace::store

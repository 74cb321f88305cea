// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/atomic_file.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace millrace {

namespace {

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// A hidden name that no other file has.
std::string nextTo(const std::filesystem::path& file)
{
    std::random_device device;
    const auto number = static_cast<std::uint64_t>(device()) << 32 | device();
    return (folderOf(file) / fmt::format(".{}.{:016x}", file.filename().string(), number)).string();
}

} // namespace

AtomicFile::AtomicFile(std::filesystem::path file, std::string temporary, UniqueFd fd)
    : m_file(std::move(file)), m_temporary(std::move(temporary)), m_fd(std::move(fd))
{
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_file(std::move(other.m_file)), m_temporary(std::exchange(other.m_temporary, {})), m_fd(std::move(other.m_fd))
{
}

AtomicFile::~AtomicFile()
{
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& file)
{
    if (UniqueFd nameless{::open(folderOf(file).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600)})
        return AtomicFile(file, {}, std::move(nameless));
    // NFS and some others have no nameless files.
    std::string temporary = nextTo(file);
    UniqueFd fd(::open(temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
    if (!fd)
        return failErrno("writing in " + folderOf(file).string());
    return AtomicFile(file, std::move(temporary), std::move(fd));
}

Result<void> AtomicFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(m_fd.get(), bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return failErrno("writing " + m_file.string());
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return {};
}

Result<void> AtomicFile::commit()
{
    struct stat old
    {
    };
    const mode_t mode = ::stat(m_file.c_str(), &old) == 0 ? old.st_mode & 07777 : 0644;
    if (::fchmod(m_fd.get(), mode) != 0 || ::fsync(m_fd.get()) != 0)
        return failErrno("writing " + m_file.string());
    if (m_temporary.empty()) {
        std::string name = nextTo(m_file);
        const std::string nameless = "/proc/self/fd/" + std::to_string(m_fd.get());
        if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
            return failErrno("writing " + name);
        m_temporary = std::move(name);
    }
    if (::rename(m_temporary.c_str(), m_file.c_str()) != 0)
        return failErrno("replacing " + m_file.string());
    m_temporary.clear();
    const UniqueFd folder(::open(folderOf(m_file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder)
        ::fsync(folder.get());
    return {};
}

} // namespace millrace

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"

#include "core/base/atomic_file.h"
#include "core/base/unique_fd.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/sha.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace millrace {

namespace {

/// Returns the nearest existing ancestor, for queries about a file that does not exist yet.
std::filesystem::path existing(std::filesystem::path path)
{
    std::error_code ignored;
    path = std::filesystem::absolute(path, ignored);
    while (!std::filesystem::exists(path, ignored) && path.has_relative_path())
        path = path.parent_path();
    return path;
}

} // namespace

Result<std::string> readFile(const std::filesystem::path& file, std::size_t limit)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return failErrno("opening " + file.string());
    struct stat state
    {
    };
    if (::fstat(fd.get(), &state) == 0 && S_ISDIR(state.st_mode))
        return fail(ErrorCode::InvalidInput, file.string() + " is a folder, not a file");
    std::string bytes;
    std::array<char, 65536> block{};
    for (;;) {
        const ssize_t got = ::read(fd.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failErrno("reading " + file.string());
        if (got == 0)
            return bytes;
        bytes.append(block.data(), static_cast<std::size_t>(got));
        if (bytes.size() > limit)
            return fail(ErrorCode::InvalidInput, fmt::format("{} is larger than {} bytes", file.string(), limit));
    }
}

Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view bytes)
{
    MR_TRY(target, AtomicFile::create(file));
    MR_CHECK(target.write(bytes));
    return target.commit();
}

std::string sha256(std::string_view bytes)
{
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
    std::string text;
    for (const unsigned char byte : digest)
        text += fmt::format("{:02x}", byte);
    return text;
}

Result<std::uint64_t> freeSpace(const std::filesystem::path& path)
{
    struct statvfs state
    {
    };
    const auto place = existing(path);
    if (::statvfs(place.c_str(), &state) != 0)
        return failErrno("asking for the free space of " + place.string());
    return static_cast<std::uint64_t>(state.f_bavail) * state.f_frsize;
}

bool isNetworkFileSystem(const std::filesystem::path& path)
{
    struct statfs state
    {
    };
    if (::statfs(existing(path).c_str(), &state) != 0)
        return false;
    // NFS, SMB, CIFS, SMB2, FUSE, CODA, AFS, 9P, CEPH, LUSTRE, GFS2: numbers from statfs(2) and <linux/magic.h>.
    constexpr std::array<std::uint32_t, 11> remote = {0x6969,     0x517b,     0xff534d42, 0xfe534d42,
                                                      0x65735546, 0x73757245, 0x5346414f, 0x01021997,
                                                      0x00c36400, 0x0bd00bd0, 0x01161970};
    for (const std::uint32_t type : remote)
        if (static_cast<std::uint32_t>(state.f_type) == type)
            return true;
    return false;
}

std::filesystem::path homeFolder()
{
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return home;
    const passwd* entry = ::getpwuid(::getuid());
    return entry != nullptr ? entry->pw_dir : "/";
}

std::filesystem::path programFolder()
{
    std::error_code code;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", code);
    return code ? std::filesystem::path(".") : program.parent_path();
}

Result<TemporaryFolder> TemporaryFolder::make(std::string_view prefix)
{
    std::error_code code;
    const auto root = std::filesystem::temp_directory_path(code);
    std::string name = ((code ? std::filesystem::path("/tmp") : root) / (std::string(prefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        return failErrno("making a temporary folder " + name);
    TemporaryFolder folder;
    folder.m_path = name;
    return folder;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::move(other.m_path))
{
    other.m_path.clear();
}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept
{
    std::swap(m_path, other.m_path);
    return *this;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

} // namespace millrace

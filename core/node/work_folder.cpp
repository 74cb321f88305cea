// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/work_folder.h"

#include "core/node/stale_state.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::node {

namespace fs = std::filesystem;

namespace {

/// Creates a private folder if there is no cache folder: nobody else may have prepared it.
Result<fs::path> ownTemporaryFolder()
{
    const fs::path folder = fmt::format("/var/tmp/millrace-{}", ::geteuid());
    struct stat state
    {
    };
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return failErrno("making the folder " + folder.string());
    if (::lstat(folder.c_str(), &state) != 0 || !S_ISDIR(state.st_mode) || state.st_uid != ::geteuid()
        || (state.st_mode & 022) != 0)
        return fail(ErrorCode::Denied, folder.string() + " belongs to somebody else; name a folder for the runs");
    return folder;
}

/// Locks the file before naming it: it is never visible unlocked.
Result<UniqueFd> makeLock(const fs::path& folder, const std::string& text)
{
    const fs::path unfinished = folder / (std::string(lockName) + "-new");
    UniqueFd fd(::open(unfinished.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd)
        return failErrno("making the lock of " + folder.string());
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
        return failErrno("locking " + folder.string());
    if (::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) || ::fsync(fd.get()) != 0)
        return failErrno("writing the lock of " + folder.string());
    if (::rename(unfinished.c_str(), (folder / lockName).c_str()) != 0)
        return failErrno("naming the lock of " + folder.string());
    return fd;
}

} // namespace

Result<fs::path> standardWorkFolder()
{
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    fs::path folder;
    if (cache != nullptr && cache[0] == '/')
        folder = cache;
    else if (home != nullptr && home[0] == '/')
        folder = fs::path(home) / ".cache";
    std::error_code error;
    if (!folder.empty() && (fs::create_directories(folder / "millrace" / "runs", error) || !error)
        && ::access((folder / "millrace" / "runs").c_str(), W_OK | X_OK) == 0)
        return folder / "millrace" / "runs";
    return ownTemporaryFolder();
}

WorkFolder::WorkFolder(fs::path below, std::string token, std::function<void(const fs::path&)> guard)
    : m_below(std::move(below)), m_token(std::move(token)), m_guard(std::move(guard))
{
}

Result<fs::path> WorkFolder::open(const fs::path& below)
{
    const std::lock_guard lock(m_mutex);
    if (!m_folder.empty())
        return m_folder;
    fs::path base = below.empty() ? m_below : below;
    if (base.empty()) {
        MR_TRY(standard, standardWorkFolder());
        base = std::move(standard);
    }
    if (base.is_relative())
        return fail(ErrorCode::InvalidInput, "the folder for runs must be an absolute path, not " + base.string());
    std::error_code error;
    fs::create_directories(base, error);
    if (error)
        return failErrno("making the folder " + base.string(), error.value());
    base = fs::weakly_canonical(base, error);
    (void)cleanUpBelow(base);
    MR_CHECK(make(base));
    return m_folder;
}

Result<void> WorkFolder::make(const fs::path& below)
{
    const fs::path folder = below / ("run-" + m_token);
    if (::mkdir(folder.c_str(), 0700) != 0)
        return failErrno("making the folder " + folder.string());
    auto lock = makeLock(folder, lockText(m_token));
    if (!lock) {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        return std::move(lock).error();
    }
    m_lock = *std::move(lock);
    m_folder = folder;
    m_guard(folder);
    return {};
}

Result<fs::path> WorkFolder::inside(const std::string& relative) const
{
    const auto bad = [&](std::string_view why) {
        return fail(ErrorCode::InvalidInput, fmt::format("'{}' is not a path in the work folder: {}", relative, why));
    };
    const fs::path path(relative);
    const std::lock_guard lock(m_mutex);
    if (m_folder.empty())
        return bad("it is not open");
    if (relative.empty() || path.is_absolute() || relative.find('\0') != std::string::npos)
        return bad("it must be relative");
    for (const fs::path& part : path)
        if (part == "..")
            return bad("it leaves the folder");
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(m_folder / path, error);
    const auto [end, rest] = std::ranges::mismatch(m_folder, whole);
    if (error || end != m_folder.end())
        return bad("it leaves the folder by a link");
    if (rest == whole.end() || rest->empty())
        return bad("it is the folder itself");
    // Of the resolved path: "./" or a link may precede it.
    if (rest->string().starts_with(ownPrefix))
        return bad("names that begin with .millrace are the agent's own");
    return whole;
}

fs::path WorkFolder::temporary() const
{
    const std::lock_guard lock(m_mutex);
    return m_folder.empty() ? fs::path() : m_folder / (std::string(ownPrefix) + "-tmp");
}

Result<void> WorkFolder::remove()
{
    const std::lock_guard lock(m_mutex);
    if (m_folder.empty())
        return {};
    std::error_code error;
    fs::remove_all(m_folder, error);
    if (error)
        return failErrno("removing " + m_folder.string(), error.value());
    m_folder.clear();
    m_lock.reset();
    return {};
}

} // namespace millrace::node

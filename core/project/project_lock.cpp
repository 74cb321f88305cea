// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_lock.h"

#include "core/base/clock.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/process_identity.h"
#include "core/base/readable_time.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace millrace::project {

namespace {

constexpr int attempts = 5;

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string userName()
{
    std::array<char, 4096> buffer{};
    struct passwd entry
    {
    };
    struct passwd* found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return entry.pw_name;
    return fmt::format("user {}", ::getuid());
}

std::string textOf(const LockHolder& holder)
{
    const Json json = {{"user", holder.user},
                       {"host", holder.host},
                       {"pid", holder.pid},
                       {"program", holder.program},
                       {"since", holder.since}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

LockHolder readHolder(int fd)
{
    std::array<char, 4096> bytes{};
    const ssize_t got = ::pread(fd, bytes.data(), bytes.size(), 0);
    const Json json = got > 0 ? Json::parse(bytes.data(), bytes.data() + got, nullptr, false) : Json();
    LockHolder holder;
    if (!json.is_object())
        return holder;
    Issues ignored;
    JsonFields fields(json, {}, ignored);
    fields.text("user", holder.user);
    fields.text("host", holder.host);
    fields.text("program", holder.program);
    fields.text("since", holder.since);
    if (const Json* pid = fields.find("pid"); pid && pid->is_number_integer())
        holder.pid = pid->get<std::int64_t>();
    return holder;
}

Error locked(const std::filesystem::path& lockFile, const LockHolder& holder)
{
    if (holder.user.empty())
        return fail(ErrorCode::Locked,
                    fmt::format("the project is open elsewhere; if it is not, delete {}", lockFile.string()));
    const auto since = parseRfc3339(holder.since);
    return fail(
        ErrorCode::Locked,
        fmt::format("the project is open: {} on {} has it in {} (process {}) since {}; close it there, or if that "
                    "program is gone delete {}",
                    holder.user, holder.host, holder.program, holder.pid, since ? readableTime(*since) : holder.since,
                    lockFile.string()));
}

/// Returns the start time of a process since the epoch; nothing if it has ended.
std::optional<Nanoseconds> startOf(std::int64_t pid)
{
    const auto process = identifyProcess(static_cast<pid_t>(pid));
    if (!process)
        return std::nullopt;
    struct timespec up
    {
    };
    ::clock_gettime(CLOCK_BOOTTIME, &up);
    const Nanoseconds uptime = std::chrono::seconds(up.tv_sec);
    const auto ticks = static_cast<std::int64_t>(process->startTime);
    return wallNow() - uptime + std::chrono::seconds(ticks / ::sysconf(_SC_CLK_TCK));
}

/// Returns true if the holder's process has ended, even if its PID was reused since.
bool hasEnded(const LockHolder& holder)
{
    const auto start = startOf(holder.pid);
    const auto since = parseRfc3339(holder.since);
    return !start || (since && *start > *since + std::chrono::seconds(10));
}

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

Result<void> writeHolder(int fd, const LockHolder& holder, const std::filesystem::path& file)
{
    const std::string text = textOf(holder);
    if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        return failErrno("writing " + file.string());
    return {};
}

// The kernel's lock on the open file decides between processes of one host, however they end; the holder in the text
// decides where the kernel's lock is not effective: between hosts, and on file systems without locks.
Result<UniqueFd> openLocked(const std::filesystem::path& file)
{
    for (int attempt = 0; attempt < attempts; ++attempt) {
        UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
        if (!fd)
            return failErrno("locking the project with " + file.string());
        if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            return locked(file, readHolder(fd.get()));
        if (isStill(fd.get(), file)) // otherwise its previous holder removed it between open and flock
            return fd;
    }
    return locked(file, {});
}

} // namespace

std::filesystem::path lockFileFor(const std::filesystem::path& projectFile)
{
    std::error_code ignored;
    std::filesystem::path target = std::filesystem::weakly_canonical(projectFile, ignored);
    if (target.empty())
        target = projectFile;
    return target.parent_path() / ("." + target.filename().string() + ".lock");
}

Result<ProjectLock> ProjectLock::take(const std::filesystem::path& projectFile, std::string program)
{
    const std::filesystem::path file = lockFileFor(projectFile);
    MR_TRY(fd, openLocked(file));
    struct stat state
    {
    };
    const bool fresh = ::fstat(fd.get(), &state) == 0 && state.st_size == 0;
    const LockHolder other = readHolder(fd.get());
    if (!fresh && !(other.host == hostName() && hasEnded(other)))
        return locked(file, other);
    ProjectLock lock;
    lock.m_holder = {userName(), hostName(), std::move(program), ::getpid(), toRfc3339(wallNow())};
    lock.m_file = file;
    lock.m_fd = std::move(fd);
    MR_CHECK(writeHolder(lock.m_fd.get(), lock.m_holder, file));
    return lock;
}

ProjectLock::ProjectLock(ProjectLock&& other) noexcept = default;

ProjectLock& ProjectLock::operator=(ProjectLock&& other) noexcept
{
    if (this != &other) {
        release();
        m_file = std::move(other.m_file);
        m_holder = std::move(other.m_holder);
        m_fd = std::move(other.m_fd);
    }
    return *this;
}

ProjectLock::~ProjectLock()
{
    release();
}

void ProjectLock::release() noexcept
{
    if (m_fd && isStill(m_fd.get(), m_file))
        ::unlink(m_file.c_str());
    m_fd.reset();
}

} // namespace millrace::project

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace millrace::project {

/// Holder of a project's lock.
struct LockHolder
{
    std::string user;
    std::string host;
    std::string program;
    std::int64_t pid = 0;
    std::string since; ///< RFC 3339, UTC

    bool operator==(const LockHolder&) const = default;
};

/// Exclusive write access to a project file: a file ".NAME.lock" in its folder that names the holder; removed on
/// destruction. The lock of an ended process of this host is taken over; for other hosts only the user can decide.
class ProjectLock
{
public:
    /// Fails with Locked, naming the holder, or with the reason why the lock file cannot be written.
    [[nodiscard]] static Result<ProjectLock> take(const std::filesystem::path& projectFile, std::string program);

    ProjectLock(ProjectLock&& other) noexcept;
    ProjectLock& operator=(ProjectLock&& other) noexcept;
    ~ProjectLock();

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    [[nodiscard]] const LockHolder& holder() const noexcept { return m_holder; }

private:
    ProjectLock() = default;
    void release() noexcept;

    std::filesystem::path m_file;
    LockHolder m_holder;
    UniqueFd m_fd;
};

[[nodiscard]] std::filesystem::path lockFileFor(const std::filesystem::path& projectFile);

} // namespace millrace::project

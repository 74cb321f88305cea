// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

namespace millrace::node {

/// Folder of an agent's session: files, captures, and the records of what must be restored. "run-TOKEN" with mode 0700
/// is created on first use. Its lock file names the owner; when the lock is free, the next agent below the same folder
/// cleans up. From any thread.
class WorkFolder
{
public:
    /// `below` empty: standardWorkFolder(). `guard` is called with the folder before
    /// it has any content, so that it is always cleaned up.
    WorkFolder(std::filesystem::path below, std::string token, std::function<void(const std::filesystem::path&)> guard);
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    /// Creates it below another folder than the given one; a second call returns the same folder.
    [[nodiscard]] Result<std::filesystem::path> open(const std::filesystem::path& below = {});
    /// Returns the path of a file in it. InvalidInput for a path outside, also through links, and for names reserved
    /// for the agent. The folder must be open.
    [[nodiscard]] Result<std::filesystem::path> inside(const std::string& relative) const;
    /// Returns the folder for programs' temporary files, in no list of files; empty while the folder is not open.
    [[nodiscard]] std::filesystem::path temporary() const;
    /// Deletes it with its content.
    [[nodiscard]] Result<void> remove();

private:
    Result<void> make(const std::filesystem::path& below);

    const std::filesystem::path m_below;
    const std::string m_token;
    const std::function<void(const std::filesystem::path&)> m_guard;
    mutable std::mutex m_mutex;
    std::filesystem::path m_folder; ///< empty: not made
    UniqueFd m_lock;
};

/// Returns the default parent folder of agents: the user's cache folder, else /var/tmp/millrace-UID. Creates it.
[[nodiscard]] Result<std::filesystem::path> standardWorkFolder();

/// Prefix of the agent's internal names in the work folder.
inline constexpr std::string_view ownPrefix = ".millrace";
inline constexpr std::string_view lockName = ".millrace-lock";
/// Records of impairments (core/impair/impair_plan.h): ".millrace-undo-eth0.json".
inline constexpr std::string_view undoPrefix = ".millrace-undo-";

} // namespace millrace::node

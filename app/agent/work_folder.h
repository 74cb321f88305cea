// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

namespace millrace {

/// Where an agent keeps what belongs to its session: files, captures, and the records of what must be put back. The
/// folder "run-TOKEN" of mode 0700 is made when it is first needed. Its lock file says whose it is; when nobody holds
/// the lock any more, the next agent that works below the same folder cleans up. From any thread.
class WorkFolder
{
public:
    /// `below` empty: standardWorkFolder(). `guard` is told the folder before anything
    /// stands in it, so that it is cleaned up whatever happens.
    WorkFolder(std::filesystem::path below, std::string token, std::function<void(const std::filesystem::path&)> guard);
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    /// Makes it below another folder than the given one; again: the same as before, whatever is asked.
    [[nodiscard]] Result<std::filesystem::path> open(const std::filesystem::path& below = {});
    /// The place of a file in it. InvalidInput for what leaves it, through links too, and for names that begin like the
    /// agent's own. The folder must be open.
    [[nodiscard]] Result<std::filesystem::path> inside(const std::string& relative) const;
    /// Where programs may leave temporary files, of no list of files; empty while the folder is not open.
    [[nodiscard]] std::filesystem::path temporary() const;
    /// Deletes it with all that is in it.
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

/// Below which agents work that are not told where: the user's cache folder, else /var/tmp/millrace-UID. Makes it.
[[nodiscard]] Result<std::filesystem::path> standardWorkFolder();

/// Names in the work folder that are the agent's own begin so.
inline constexpr std::string_view ownPrefix = ".millrace";
inline constexpr std::string_view lockName = ".millrace-lock";
/// Records of impairments (core/impair/impair_plan.h): ".millrace-undo-eth0.json".
inline constexpr std::string_view undoPrefix = ".millrace-undo-";

} // namespace millrace

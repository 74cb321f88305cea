// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/project/running_parts.h"

#include <filesystem>
#include <string>

namespace millrace::project {

/// Which projects a user has made here or said yes to, by the digest of what they run. A file of lines that only this
/// user can read, in a folder that only this user can enter.
class TrustedProjects
{
public:
    /// Of this user: $XDG_DATA_HOME/millrace, or ~/.local/share/millrace. Without either nothing is trusted.
    [[nodiscard]] static TrustedProjects ofUser();
    explicit TrustedProjects(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    /// Whether the first run needs no question: the parts run nothing of the project's own, or are known.
    [[nodiscard]] bool trusts(const RunningParts& parts) const;
    /// Remembers them. `file` is noted for people who read the list.
    [[nodiscard]] Result<void> add(const RunningParts& parts, const std::filesystem::path& file) const;

    /// Whether a project may be run as it is now on the screen: it is trusted, or its file is, and what was changed
    /// since is this user's.
    [[nodiscard]] bool trusts(const Project& now, const std::filesystem::path& file) const;

private:
    [[nodiscard]] std::filesystem::path listFile() const { return m_folder / "trusted-projects"; }

    std::filesystem::path m_folder; ///< empty: there is none
};

} // namespace millrace::project

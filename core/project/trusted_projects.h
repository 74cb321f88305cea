// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/project/running_parts.h"

#include <filesystem>
#include <string>

namespace millrace::project {

/// Projects that the user created here or accepted, by the digest of what they run. A file of lines readable only by
/// this user, in a folder accessible only to this user.
class TrustedProjects
{
public:
    /// Returns the list of this user: $XDG_DATA_HOME/millrace, or ~/.local/share/millrace. Without either nothing is
    /// trusted.
    [[nodiscard]] static TrustedProjects ofUser();
    explicit TrustedProjects(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    /// Whether the first run needs no confirmation: the parts run nothing of the project's own, or are known.
    [[nodiscard]] bool trusts(const RunningParts& parts) const;
    /// Adds them. `file` is noted for readers of the list.
    [[nodiscard]] Result<void> add(const RunningParts& parts, const std::filesystem::path& file) const;

    /// Whether a project may be run with its unsaved changes: it is trusted, or its file is, and the changes are this
    /// user's.
    [[nodiscard]] bool trusts(const Project& now, const std::filesystem::path& file) const;

private:
    [[nodiscard]] std::filesystem::path listFile() const { return m_folder / "trusted-projects"; }

    std::filesystem::path m_folder; ///< empty: none
};

} // namespace millrace::project

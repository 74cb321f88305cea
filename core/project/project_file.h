// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"
#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace millrace::project {

/// The version that this program writes.
inline constexpr int currentVersion = 1;

/// A project together with the text it came from, so that saving keeps what this version does not know. Paths in
/// `project` are absolute (or relative to the working folder when no file is known); in the file they are relative to
/// it.
class ProjectFile
{
public:
    /// An empty project.
    ProjectFile();
    /// Fails only where nothing can be told: unreadable file, not JSON (with line and column), not a project, a newer
    /// version. Everything else is in problems().
    [[nodiscard]] static Result<ProjectFile> open(const std::filesystem::path& file);
    /// `file` resolves relative paths and stands in messages.
    [[nodiscard]] static Result<ProjectFile> parse(std::string_view text, const std::filesystem::path& file);

    Project project; ///< edit freely

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    /// Problems met while reading and those of validate(project), all at once, in the order of the file.
    [[nodiscard]] Issues problems() const;
    /// Whether `project` differs from what was read.
    [[nodiscard]] bool isModified() const { return !(project == m_original); }
    /// The text that saving writes: unknown members and their order kept, an unmodified project byte by byte the same.
    [[nodiscard]] std::string text() const { return textFor(m_file); }
    /// Writes atomically; on success this file is the new original. Does not take the lock.
    [[nodiscard]] Result<void> save();
    [[nodiscard]] Result<void> saveAs(const std::filesystem::path& file);

private:
    [[nodiscard]] std::string textFor(const std::filesystem::path& file) const;

    std::filesystem::path m_file;
    Project m_original;
    Json m_raw; ///< as read, migrated
    std::string m_text; ///< as read; empty when it had to be migrated or is new
    Issues m_readIssues;
};

/// `file` with the default name of the store: "studies/quick.millrace" gives "studies/quick.mrdb".
[[nodiscard]] std::filesystem::path storePath(const ProjectFile& file);

} // namespace millrace::project

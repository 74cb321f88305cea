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

/// Version written by this program.
inline constexpr int currentVersion = 1;

/// A project together with its original text, so that saving keeps members unknown to this version. Paths in `project`
/// are absolute (or relative to the working directory if there is no file); in the file they are relative to it.
class ProjectFile
{
public:
    /// An empty project.
    ProjectFile();
    /// Fails only if the file is unreadable, not JSON (with line and column), not a project, or of a newer version.
    /// Everything else is in problems().
    [[nodiscard]] static Result<ProjectFile> open(const std::filesystem::path& file,
                                                  const launch::Frameworks& frameworks = {});
    /// `file` is the base of relative paths and named in messages.
    [[nodiscard]] static Result<ProjectFile> parse(std::string_view text, const std::filesystem::path& file,
                                                   const launch::Frameworks& frameworks = {});

    Project project; ///< edit freely

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    /// Returns the problems of reading and those of validate(project), in the order of the file.
    [[nodiscard]] Issues problems() const;
    /// Whether `project` differs from the original.
    [[nodiscard]] bool isModified() const { return !(project == m_original); }
    /// Returns the text that saving writes: unknown members and their order kept, an unmodified project byte by byte
    /// the same.
    [[nodiscard]] std::string text() const { return textFor(m_file); }
    /// Writes atomically; on success this is the new original. Does not take the lock.
    [[nodiscard]] Result<void> save();
    [[nodiscard]] Result<void> saveAs(const std::filesystem::path& file);

private:
    [[nodiscard]] std::string textFor(const std::filesystem::path& file) const;

    std::filesystem::path m_file;
    Project m_original;
    Json m_raw; ///< as read, migrated
    std::string m_text; ///< as read; empty if migrated or new
    Issues m_readIssues;
};

/// Where a project's results go, if nothing else is said: its own store, or "studies/quick.mrdb" for
/// "studies/quick.millrace". Empty for a project with neither.
[[nodiscard]] std::filesystem::path storePath(const Project& project, const std::filesystem::path& file);

} // namespace millrace::project

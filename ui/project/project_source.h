// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"
#include "core/project/project_lock.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace millrace::project {
class ProjectFile;
}

namespace millrace::ui {

/// The text that a project came from, so that saving keeps what this version does not know. Never changes; may go to
/// another thread. All functions but the plain getters may block.
class ProjectSource
{
public:
    [[nodiscard]] static Result<ProjectSource> open(const std::filesystem::path& file,
                                                    const launch::Frameworks& frameworks);
    /// `file` is empty for a project that was never saved.
    [[nodiscard]] static Result<ProjectSource> parse(std::string_view text, const std::filesystem::path& file,
                                                     const launch::Frameworks& frameworks);

    [[nodiscard]] const project::Project& project() const noexcept;
    /// Those of the text that would be saved, too: unknown fields, values that could not be read.
    [[nodiscard]] Issues problemsOf(const project::Project& project) const;
    /// Of the bytes in the file.
    [[nodiscard]] const std::string& fingerprint() const noexcept { return m_fingerprint; }
    [[nodiscard]] std::string textOf(const project::Project& project) const;
    /// Writes atomically; the result is the source of what was written. Refuses files that are read-only.
    [[nodiscard]] Result<ProjectSource> save(const project::Project& project, const std::filesystem::path& file) const;

private:
    explicit ProjectSource(project::ProjectFile file);

    std::shared_ptr<const project::ProjectFile> m_file;
    std::string m_fingerprint;
};

/// Of the bytes that are there now; empty if the file cannot be read.
[[nodiscard]] std::string fingerprintOf(const std::filesystem::path& file);
[[nodiscard]] bool isReadOnly(const std::filesystem::path& file);
/// The names of the clusters, workloads, cross traffic and grids in which two projects differ, and of the project if it
/// was renamed.
[[nodiscard]] std::vector<std::string> differingParts(const project::Project& before, const project::Project& after);

} // namespace millrace::ui

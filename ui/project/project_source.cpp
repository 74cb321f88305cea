// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_source.h"

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/project/trusted_projects.h"

#include <algorithm>
#include <unistd.h>

namespace millrace::ui {
namespace {

using std::filesystem::perms;

template <typename List>
void compareLists(const List& before, const List& after, std::vector<std::string>& parts)
{
    const auto find = [](const List& list, const std::string& name) {
        return std::ranges::find_if(list, [&](const auto& item) { return item.name == name; });
    };
    for (const auto& item : after) {
        const auto old = find(before, item.name);
        if (old == before.end() || !(*old == item))
            parts.push_back(item.name);
    }
    for (const auto& item : before) {
        if (find(after, item.name) == after.end())
            parts.push_back(item.name);
    }
}

} // namespace

ProjectSource::ProjectSource(project::ProjectFile file)
    : m_file(std::make_shared<const project::ProjectFile>(std::move(file)))
{
}

Result<ProjectSource> ProjectSource::open(const std::filesystem::path& file, const launch::Frameworks& frameworks)
{
    auto text = readFile(file);
    if (!text)
        return within("opening the project", std::move(text).error());
    return parse(*text, file, frameworks);
}

Result<ProjectSource> ProjectSource::parse(std::string_view text, const std::filesystem::path& file,
                                           const launch::Frameworks& frameworks)
{
    MR_TRY(parsed, project::ProjectFile::parse(text, file, frameworks));
    ProjectSource source(std::move(parsed));
    source.m_fingerprint = sha256(text);
    return source;
}

const project::Project& ProjectSource::project() const noexcept
{
    return m_file->project;
}

Issues ProjectSource::problemsOf(const project::Project& project) const
{
    project::ProjectFile copy = *m_file;
    copy.project = project;
    return copy.problems();
}

std::string ProjectSource::textOf(const project::Project& project) const
{
    project::ProjectFile copy = *m_file;
    copy.project = project;
    return copy.text();
}

Result<ProjectSource> ProjectSource::save(const project::Project& project, const std::filesystem::path& file) const
{
    if (isReadOnly(file))
        return fail(ErrorCode::Denied, file.string() + " is read-only; save the project under another name.");
    project::ProjectFile copy = *m_file;
    copy.project = project;
    // What is saved here is its maker's: a new project, or one that was theirs before they changed it.
    const auto trusted = project::TrustedProjects::ofUser();
    const bool own =
        m_file->file().empty() || trusted.trusts(project::runningParts(m_file->project, m_file->file().parent_path()));
    MR_CHECK(copy.saveAs(file));
    if (own)
        (void)trusted.add(project::runningParts(project, file.parent_path()), file);
    ProjectSource source(std::move(copy));
    source.m_fingerprint = fingerprintOf(file);
    return source;
}

std::string fingerprintOf(const std::filesystem::path& file)
{
    const auto bytes = readFile(file);
    return bytes ? sha256(*bytes) : std::string();
}

bool isReadOnly(const std::filesystem::path& file)
{
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        return false;
    const perms writable = perms::owner_write | perms::group_write | perms::others_write;
    return (status.permissions() & writable) == perms::none || ::access(file.c_str(), W_OK) != 0;
}

std::vector<std::string> differingParts(const project::Project& before, const project::Project& after)
{
    std::vector<std::string> parts;
    if (before.name != after.name)
        parts.push_back(after.name);
    compareLists(before.clusters, after.clusters, parts);
    compareLists(before.workloads, after.workloads, parts);
    compareLists(before.traffic, after.traffic, parts);
    compareLists(before.grids, after.grids, parts);
    return parts;
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_file.h"

#include "core/base/file_io.h"
#include "core/project/json_merge.h"
#include "core/project/json_text.h"
#include "core/project/migrate.h"
#include "core/project/project_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::project {

namespace {

constexpr std::size_t largestFile = std::size_t(64) << 20;

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::absolute(file, ignored).parent_path();
}

/// Whether the field `inner` is inside `where`: "grids[0].factors[1]" is inside "grids[0]".
bool encloses(const std::string& where, const std::string& inner)
{
    return inner.starts_with(where)
        && (where.empty() || inner.size() == where.size() || inner[where.size()] == '.' || inner[where.size()] == '[');
}

/// Returns the order in the file: clusters[0], clusters[1], workloads[0], …; top-level fields first.
std::pair<int, int> partOf(const std::string& where)
{
    int rank = 0;
    for (const std::string_view part : {"clusters[", "workloads[", "grids["}) {
        ++rank;
        if (where.starts_with(part))
            return {rank, std::atoi(where.c_str() + part.size())};
    }
    return {0, 0};
}

} // namespace

ProjectFile::ProjectFile() : m_raw(toJson(Project{}, {})) { }

Result<ProjectFile> ProjectFile::open(const std::filesystem::path& file, const launch::Frameworks& frameworks)
{
    auto text = readFile(file, largestFile);
    if (!text)
        return within("opening the project", std::move(text).error());
    return parse(*text, file, frameworks);
}

Result<ProjectFile> ProjectFile::parse(std::string_view text, const std::filesystem::path& file,
                                       const launch::Frameworks& frameworks)
{
    const std::string context = file.string();
    auto json = parseJson(text);
    if (!json)
        return within(context, std::move(json).error());
    auto migrated = migrate(*json, currentVersion, migrations());
    if (!migrated)
        return within(context, std::move(migrated).error());
    ProjectFile result;
    result.m_file = file;
    result.m_raw = *std::move(json);
    if (!*migrated)
        result.m_text = text;
    result.project = readProject(result.m_raw, folderOf(file), result.m_readIssues);
    result.project.frameworks = frameworks;
    result.m_original = result.project;
    return result;
}

Issues ProjectFile::problems() const
{
    Issues all = m_readIssues;
    if (isModified())
        if (const auto again = parse(text(), m_file))
            all = again->m_readIssues;
    const std::size_t read = all.size();
    for (Issue& issue : validate(project)) {
        // Omits follow-up problems: a list that is too short because an item could not be read.
        const bool follows =
            std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(read), [&](const Issue& first) {
                return first.severity == Severity::Error && encloses(issue.where, first.where);
            });
        if (!follows)
            all.push_back(std::move(issue));
    }
    std::ranges::stable_sort(all, {}, [](const Issue& issue) { return partOf(issue.where); });
    return all;
}

std::string ProjectFile::textFor(const std::filesystem::path& file) const
{
    const Json before = toJson(m_original, folderOf(m_file));
    const Json after = toJson(project, folderOf(file));
    const Json merged = mergeJson(m_raw, before, after);
    return !m_text.empty() && merged == m_raw ? m_text : canonicalText(merged);
}

Result<void> ProjectFile::save()
{
    return saveAs(m_file);
}

Result<void> ProjectFile::saveAs(const std::filesystem::path& file)
{
    const std::string saved = textFor(file);
    // Follows a symbolic link, which would otherwise be replaced by a file.
    std::error_code error;
    const std::filesystem::path target = std::filesystem::weakly_canonical(file, error);
    if (auto written = writeFileAtomically(error ? file : target, saved); !written)
        return within("saving the project", std::move(written).error());
    MR_TRY(again, parse(saved, file));
    m_file = file;
    m_raw = std::move(again.m_raw);
    m_text = std::move(again.m_text);
    m_readIssues = std::move(again.m_readIssues);
    m_original = project;
    return {};
}

std::filesystem::path storePath(const Project& project, const std::filesystem::path& file)
{
    if (!project.store.empty() || file.empty())
        return project.store;
    std::filesystem::path path = file;
    return path.replace_extension(".mrdb");
}

} // namespace millrace::project

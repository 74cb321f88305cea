// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/trusted_projects.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/project/project_file.h"

#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>

namespace millrace::project {

namespace {

constexpr std::size_t largestList = std::size_t(16) << 20;

/// Whether the file belongs to this user and nobody else may write to it.
bool isSafe(const std::filesystem::path& file)
{
    struct stat status
    {
    };
    return ::stat(file.c_str(), &status) == 0 && status.st_uid == ::geteuid()
        && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

} // namespace

TrustedProjects TrustedProjects::ofUser()
{
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return TrustedProjects(std::filesystem::path(data) / "millrace");
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return TrustedProjects(std::filesystem::path(home) / ".local" / "share" / "millrace");
    return TrustedProjects({});
}

bool TrustedProjects::trusts(const RunningParts& parts) const
{
    if (parts.sentences.empty())
        return true;
    if (m_folder.empty() || !isSafe(m_folder) || !isSafe(listFile()))
        return false;
    const auto list = readFile(listFile(), largestList);
    if (!list)
        return false;
    for (const std::string_view line : split(*list, '\n'))
        if (line.substr(0, line.find(' ')) == parts.digest)
            return true;
    return false;
}

Result<void> TrustedProjects::add(const RunningParts& parts, const std::filesystem::path& file) const
{
    if (trusts(parts) || m_folder.empty())
        return {};
    std::error_code error;
    std::filesystem::create_directories(m_folder.parent_path(), error);
    if (::mkdir(m_folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        return failErrno("making the folder " + m_folder.string());
    if (!isSafe(m_folder))
        return fail(ErrorCode::Denied,
                    fmt::format("others can write to {}, so the list of trusted projects is not kept there; make it "
                                "yours alone: chmod 700",
                                m_folder.string()));
    std::string text = readFile(listFile(), largestList).value_or(std::string());
    text += fmt::format(
        "{} {}\n", parts.digest,
        Json(std::filesystem::absolute(file, error).string()).dump(-1, ' ', false, Json::error_handler_t::replace));
    MR_CHECK(writeFileAtomically(listFile(), text));
    return ::chmod(listFile().c_str(), S_IRUSR | S_IWUSR) == 0 ? Result<void>() : failErrno("protecting the list");
}

bool TrustedProjects::trusts(const Project& now, const std::filesystem::path& file) const
{
    const std::filesystem::path folder = file.parent_path();
    if (trusts(runningParts(now, folder)))
        return true;
    const auto saved = ProjectFile::open(file, now.frameworks);
    return saved && trusts(runningParts(saved->project, folder));
}

} // namespace millrace::project

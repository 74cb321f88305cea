// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study_files.h"

#include "core/base/file_io.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <tuple>
#include <unistd.h>

namespace millrace::studies {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostStudyFiles = 100'000;
constexpr std::int64_t mostPassedOver = 100; ///< that are listed one by one
constexpr std::size_t mostComparedBytes = std::size_t(512) << 20;

/// Why a folder entry is not a readable file; empty: it is one, or a folder.
std::string whyNoFile(const fs::directory_entry& entry)
{
    std::error_code error;
    const fs::file_type type = entry.status(error).type();
    const bool isLink = entry.is_symlink(error);
    switch (type) {
    case fs::file_type::regular: return {};
    case fs::file_type::directory:
        if (isLink)
            return "a link to a folder, which is not followed; import that folder too";
        return ::access(entry.path().c_str(), R_OK | X_OK) == 0 ? "" : "an unreadable folder";
    case fs::file_type::not_found: return isLink ? "a broken link" : "it no longer exists";
    case fs::file_type::fifo: return isLink ? "a link to a pipe" : "a pipe, not a file";
    case fs::file_type::character:
    case fs::file_type::block: return isLink ? "a link to a device" : "a device, not a file";
    case fs::file_type::socket: return isLink ? "a link to a socket" : "a socket, not a file";
    default: return isLink ? "a link that cannot be followed" : "it cannot be read";
    }
}

/// All entries below a folder.
class FolderWalk
{
public:
    FolderWalk(const fs::path& folder, Issues& issues, const JobContext& job)
        : m_folder(folder), m_issues(issues), m_job(job)
    {
    }

    Result<std::vector<StudyFile>> execute()
    {
        std::error_code error;
        fs::recursive_directory_iterator it(m_folder, fs::directory_options::skip_permission_denied, error);
        for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "looking at the folder was cancelled");
            if (it->path().filename().string().starts_with('.')) {
                it.disable_recursion_pending();
                continue;
            }
            if (m_files.size() == mostStudyFiles) {
                countIssue(m_issues,
                           {"files-beyond", Severity::Warning, 1,
                            fmt::format("more than {} files; import its folders one by one", mostStudyFiles), ""});
                break;
            }
            take(*it);
        }
        if (error)
            countIssue(m_issues,
                       {"bad-folder", Severity::Warning, 1, "not all of it was read: " + error.message(),
                        m_folder.filename().string()});
        std::ranges::sort(m_files, {}, [](const StudyFile& file) {
            return std::tuple(std::ranges::count(file.below, '/'), std::string_view(file.below));
        });
        return std::move(m_files);
    }

private:
    void take(const fs::directory_entry& entry)
    {
        const std::string below = entry.path().lexically_relative(m_folder).generic_string();
        std::error_code error;
        if (const std::string reason = whyNoFile(entry); !reason.empty())
            notePassedOver(m_issues, below, reason);
        else if (entry.is_regular_file(error))
            m_files.push_back({entry.path(), below, entry.file_size(error), false});
    }

    const fs::path& m_folder;
    Issues& m_issues;
    const JobContext& m_job;
    std::vector<StudyFile> m_files;
};

} // namespace

void notePassedOver(Issues& issues, const std::string& file, const std::string& reason)
{
    const auto isThis = [](const Issue& issue) { return issue.kind == "passed-over"; };
    if (std::ranges::count_if(issues, isThis) >= mostPassedOver)
        countIssue(issues, {"passed-over-more", Severity::Warning, 1, reason, file});
    else
        issues.push_back({"passed-over", Severity::Warning, 1, reason, file});
}

std::string headOf(const fs::path& file, std::size_t bytes)
{
    std::ifstream stream(file, std::ios::binary);
    std::string head(bytes, '\0');
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    return head;
}

std::string whyNoTable(std::string_view head)
{
    using namespace std::string_view_literals;
    static constexpr std::array packed = {std::pair("\x1F\x8B"sv, "gzip"),
                                          std::pair("\x28\xB5\x2F\xFD"sv, "zstd"),
                                          std::pair("\xFD"
                                                    "7zXZ"sv,
                                                    "xz"),
                                          std::pair("BZh"sv, "bzip2"),
                                          std::pair("PK\x03\x04"sv, "ZIP"),
                                          std::pair("7z\xBC\xAF"sv, "7-Zip")};
    if (trim(head).empty())
        return "it is empty";
    for (const auto& [begin, name] : packed)
        if (head.starts_with(begin))
            return fmt::format("it is compressed ({}); unpack it first", name);
    if (head.starts_with("version https://git-lfs"))
        return "it is a Git LFS pointer, not the file; fetch it with git lfs pull";
    const std::string begin = lowerCase(trim(head.substr(0, 256)));
    if (begin.starts_with("<!doctype html") || begin.starts_with("<html"))
        return "it is an HTML page, not the file; download it again";
    if (head.find('\0') != std::string_view::npos)
        return "it has binary content";
    return {};
}

bool CopyFinder::isCopy(const StudyFile& file, const std::string& scope, Issues& issues)
{
    const std::pair key(file.path.filename().string(), file.bytes);
    const auto sum = [](const StudyFile& each) {
        const auto text = readFile(each.path, mostComparedBytes);
        return text ? sha256(*text) : std::string("cannot be read: ") + each.path.string();
    };
    Seen seen{file, scope, {}};
    const auto [begin, end] = m_seen.equal_range(key);
    for (auto other = begin; other != end; ++other) {
        if (!scope.empty() && !other->second.scope.empty() && scope != other->second.scope)
            continue;
        if (other->second.sha256.empty())
            other->second.sha256 = sum(other->second.file);
        if (seen.sha256.empty())
            seen.sha256 = sum(file);
        if (seen.sha256 != other->second.sha256)
            continue;
        if (!file.isEarlier && file.path != other->second.file.path)
            countIssue(
                issues,
                {"copy", Severity::Note, 1, "a copy of " + other->second.file.below + "; it is read once", file.below});
        return true;
    }
    m_seen.emplace(key, std::move(seen));
    return false;
}

Result<std::vector<StudyFile>> filesOfStudy(const fs::path& folder, std::span<const fs::path> earlier, Issues& issues,
                                            const JobContext& job)
{
    std::error_code error;
    const fs::path place = fs::weakly_canonical(folder, error);
    std::vector<StudyFile> files;
    if (fs::is_directory(place, error)) {
        MR_TRY(found, FolderWalk(place, issues, job).execute());
        files = std::move(found);
    } else if (fs::is_regular_file(place, error))
        files.push_back({place, place.filename().string(), fs::file_size(place, error), false});
    else
        notePassedOver(issues, folder.string(), whyNoFile(fs::directory_entry(folder, error)));
    std::set<fs::path> known;
    for (const StudyFile& file : files)
        known.insert(file.path);
    for (const fs::path& path : earlier) {
        if (known.contains(path) || !fs::is_regular_file(path, error))
            continue;
        files.push_back({path, path.string(), fs::file_size(path, error), true});
    }
    return files;
}

} // namespace millrace::studies

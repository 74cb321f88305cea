// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/found_files.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t mostFiles = 100'000;

Result<std::vector<fs::path>> allFilesBelow(const fs::path& folder, Issues& issues, const JobContext& job)
{
    std::vector<fs::path> files;
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return std::vector<fs::path>{folder};
    fs::recursive_directory_iterator each(folder, fs::directory_options::skip_permission_denied, error);
    if (error)
        return failErrno("reading the folder " + folder.string(), error.value());
    for (const fs::recursive_directory_iterator end; each != end; each.increment(error)) {
        if (error)
            return failErrno("reading the folder " + folder.string(), error.value());
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "looking at the folder was cancelled");
        if (each->path().filename().string().starts_with('.')) {
            each.disable_recursion_pending();
            continue;
        }
        std::error_code ignored;
        if (!each->is_regular_file(ignored))
            continue;
        if (files.size() == mostFiles) {
            countIssue(issues, {"files-beyond", Severity::Warning, 1, "more than 100 000 files", folder.string()});
            break;
        }
        files.push_back(each->path());
    }
    std::ranges::sort(files);
    return files;
}

} // namespace

Result<std::vector<FoundFile>> recogniseFolder(const fs::path& folder, Issues& issues, const JobContext& job)
{
    MR_TRY(files, allFilesBelow(folder, issues, job));
    std::vector<FoundFile> found;
    for (const fs::path& file : files) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "looking at the files was cancelled");
        std::error_code error;
        const fs::path relative = fs::relative(file, folder, error);
        const std::string below =
            error || relative.empty() || relative == "." ? file.filename().string() : relative.string();
        const auto what = importers::recogniseFile(file, studyFormats());
        if (!what) {
            countIssue(issues, {"bad-file", Severity::Warning, 1, what.error().text(), below});
            continue;
        }
        if (what->format == nullptr) {
            countIssue(issues, {"not-known", Severity::Note, 1, fmt::format("{}: {}", below, what->match.why), below});
            continue;
        }
        found.push_back({file, below, *what, fs::file_size(file, error)});
    }
    return found;
}

RankName rankOfName(const std::string& fileName)
{
    static constexpr std::array<std::string_view, 9> words = {"rank", "worker", "peer", "proc", "process",
                                                              "node", "train",  "log",  "out"};
    const std::string small = lowerCase(fileName);
    for (const std::string_view word : words)
        for (std::size_t place = small.find(word); place != small.npos; place = small.find(word, place + 1)) {
            std::size_t begin = place + word.size();
            if (begin < small.size() && (small[begin] == '-' || small[begin] == '_' || small[begin] == '.'))
                ++begin;
            const std::size_t end = std::min(small.find_first_not_of("0123456789", begin), small.size());
            const bool isWord = place == 0 || std::isalpha(static_cast<unsigned char>(small[place - 1])) == 0;
            const auto rank = parseInteger(std::string_view(small).substr(begin, end - begin));
            if (isWord && end > begin && rank && *rank < 1'000'000)
                return {fileName.substr(0, begin) + "#" + fileName.substr(end), static_cast<int>(*rank)};
        }
    return {fileName, -1};
}

} // namespace millrace::studies

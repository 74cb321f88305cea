// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/file_kind.h"

#include "core/store/store_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>

namespace millrace::ui {
namespace {

/// Detects by the first bytes: pcap in both byte orders with micro- or nanoseconds, pcapng, gzip, zstd.
bool isCapture(std::string_view start)
{
    constexpr std::string_view magics[] = {"\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d",
                                           "\x4d\x3c\xb2\xa1", "\xa1\xb2\xcd\x34", "\x34\xcd\xb2\xa1",
                                           "\x0a\x0d\x0d\x0a", "\x28\xb5\x2f\xfd", "\x1f\x8b"};
    return std::ranges::any_of(magics, [start](std::string_view magic) { return start.starts_with(magic); });
}

} // namespace

Result<FileKind> fileKind(const std::filesystem::path& file)
{
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        return fail(ErrorCode::NotFound, file.string() + " does not exist; it may have been moved or removed.");
    if (std::filesystem::is_directory(status))
        return fail(ErrorCode::InvalidInput, file.string() + " is a folder; open a project or a result store in it.");
    if (!std::filesystem::is_regular_file(status))
        return fail(ErrorCode::InvalidInput, file.string() + " is not a regular file.");
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return failErrno(file.string() + " cannot be read");
    std::array<char, 64> bytes{};
    stream.read(bytes.data(), bytes.size());
    const std::string_view start(bytes.data(), static_cast<std::size_t>(stream.gcount()));
    if (store::isSqlite(start))
        return FileKind::Store;
    if (isCapture(start))
        return FileKind::Capture;
    const auto first = start.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (start.starts_with(R"({"format":"millrace-predictor")"))
        return FileKind::Predictor;
    if (first != std::string_view::npos && start[first] == '{')
        return FileKind::Project;
    return fail(
        ErrorCode::InvalidInput,
        file.string()
            + " is not a project, a result store or a capture; open a .millrace, .mrdb, .pcap or .pcapng file.");
}

Result<std::vector<std::filesystem::path>> capturesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> captures;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto kind = fileKind(entry->path());
        if (kind && *kind == FileKind::Capture)
            captures.push_back(entry->path());
    }
    if (error)
        return fail(ErrorCode::Denied, folder.string() + " cannot be read: " + error.message());
    if (captures.empty())
        return fail(ErrorCode::NotFound,
                    folder.string() + " contains no captures; open a project, a result store or a capture in it.");
    std::ranges::sort(captures);
    return captures;
}

} // namespace millrace::ui

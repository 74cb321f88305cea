// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/file_kind.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>

namespace millrace::ui {

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
    if (start.starts_with("SQLite format 3"))
        return FileKind::Store;
    const auto first = start.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first != std::string_view::npos && start[first] == '{')
        return FileKind::Project;
    return fail(ErrorCode::InvalidInput,
                file.string() + " is neither a project nor a result store; open a .millrace or .mrdb file.");
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/zip_handle.h"

#include <fmt/format.h>
#include <zip.h>

namespace millrace::importers {

namespace {

constexpr std::size_t unpackedAtOnce = std::size_t(1) << 16;

struct EntryCloser
{
    void operator()(zip_file_t* entry) const noexcept { zip_fclose(entry); }
};

} // namespace

void ZipHandle::Closer::operator()(zip* archive) const noexcept
{
    zip_discard(archive);
}

Result<ZipHandle> ZipHandle::open(const std::filesystem::path& file)
{
    int code = 0;
    zip* const archive = zip_open(file.c_str(), ZIP_RDONLY, &code);
    if (archive != nullptr)
        return ZipHandle(archive, file.filename().string());
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const Error failure =
        fail(ErrorCode::InvalidInput,
             fmt::format("{} cannot be read as an archive: {}", file.filename().string(), zip_error_strerror(&error)));
    zip_error_fini(&error);
    return failure;
}

Result<std::string> ZipHandle::read(const std::string& entry, std::size_t limit)
{
    const zip_int64_t index = zip_name_locate(m_archive.get(), entry.c_str(), 0);
    if (index < 0)
        return fail(ErrorCode::NotFound, fmt::format("{} has no part {}", m_name, entry));
    const std::unique_ptr<zip_file_t, EntryCloser> opened(
        zip_fopen_index(m_archive.get(), static_cast<zip_uint64_t>(index), 0));
    if (!opened)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}: {} cannot be unpacked: {}", m_name, entry, zip_strerror(m_archive.get())));
    std::string bytes;
    for (;;) {
        const std::size_t had = bytes.size();
        bytes.resize(had + unpackedAtOnce);
        const zip_int64_t got = zip_fread(opened.get(), bytes.data() + had, unpackedAtOnce);
        bytes.resize(had + static_cast<std::size_t>(got > 0 ? got : 0));
        if (got < 0)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{}: {} is damaged: {}", m_name, entry, zip_file_strerror(opened.get())));
        if (bytes.size() > limit)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{}: {} has more than {} bytes when it is unpacked", m_name, entry, limit));
        if (got == 0)
            return bytes;
    }
}

} // namespace millrace::importers

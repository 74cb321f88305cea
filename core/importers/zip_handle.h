// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

struct zip;

namespace millrace::importers {

/// A ZIP archive opened for reading, by libzip. For one thread.
class ZipHandle
{
public:
    /// InvalidInput when the file is not a complete archive.
    [[nodiscard]] static Result<ZipHandle> open(const std::filesystem::path& file);

    /// The bytes of an entry. At most `limit` are unpacked: InvalidInput when there are more, whatever size the archive
    /// states; NotFound when there is no such entry.
    [[nodiscard]] Result<std::string> read(const std::string& entry, std::size_t limit);

private:
    struct Closer
    {
        void operator()(zip* archive) const noexcept;
    };
    ZipHandle(zip* archive, std::string name) : m_archive(archive), m_name(std::move(name)) { }

    std::unique_ptr<zip, Closer> m_archive;
    std::string m_name;
};

} // namespace millrace::importers

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::store {

/// The files beside a store, "<store>.files": each under the SHA-256 of its content, so that the same content lies
/// there once. What is still coming lies in its folder "incoming". A file is adopted first and named in the store then;
/// what a crash leaves between the two is an orphan.
class ArtefactFolder
{
public:
    /// Touches nothing.
    explicit ArtefactFolder(const std::filesystem::path& store);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    /// Where a file of this hash lies, whether it is there or not.
    [[nodiscard]] std::filesystem::path fileOf(const std::string& sha256, const std::string& ending = ".pcap") const;
    struct Place
    {
        std::filesystem::path store;
        std::string sha256;

        bool operator==(const Place&) const = default;
    };
    /// The store whose folder a file is in, and the hash in its name; nothing for other files. Reads nothing.
    [[nodiscard]] static std::optional<Place> placeOf(const std::filesystem::path& file);
    /// The folder for what is still coming; made when it is missing.
    [[nodiscard]] Result<std::filesystem::path> incoming() const;

    struct Adopted
    {
        std::string sha256;
        std::uint64_t bytes = 0;
    };
    /// Takes a file of incoming(): reads it once for its hash, brings it to the disk, gives it its place. Cancelled
    /// leaves it where it is.
    [[nodiscard]] Result<Adopted> adopt(const std::filesystem::path& incoming, const JobContext& job = {}) const;
    /// Removes what lies in incoming() and the files that are not among `known`; only for whoever may write to the
    /// store, and while nothing is recorded. One sentence if there was anything. Files that are named in another way
    /// are not touched.
    [[nodiscard]] std::vector<std::string> removeOrphans(std::span<const std::string> known) const;
    /// "missing-file" for what is known and not there, "orphaned-file" for the opposite, with `contents` also
    /// "damaged-file".
    void check(std::span<const std::string> known, bool contents, Issues& issues) const;

private:
    [[nodiscard]] std::vector<std::filesystem::path> orphans(std::span<const std::string> known) const;

    std::filesystem::path m_path;
};

} // namespace millrace::store

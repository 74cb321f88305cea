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

/// Artefact files of a store, in "<store>.files": each named by the SHA-256 of its content, so that equal content is
/// stored once. Incomplete files are in its folder "incoming". A file is adopted first and recorded in the store then;
/// a crash in between leaves an orphan.
class ArtefactFolder
{
public:
    /// Touches nothing.
    explicit ArtefactFolder(const std::filesystem::path& store);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    /// Returns the path of a file with this hash, whether it exists or not.
    [[nodiscard]] std::filesystem::path fileOf(const std::string& sha256, const std::string& ending = ".pcap") const;
    struct Place
    {
        std::filesystem::path store;
        std::string sha256;

        bool operator==(const Place&) const = default;
    };
    /// Returns the store that a file belongs to, and the hash in its name; nothing for other files. Reads nothing.
    [[nodiscard]] static std::optional<Place> placeOf(const std::filesystem::path& file);
    /// Returns the folder of incomplete files; created if missing.
    [[nodiscard]] Result<std::filesystem::path> incoming() const;

    struct Adopted
    {
        std::string sha256;
        std::uint64_t bytes = 0;
    };
    /// Moves a file of incoming() to its place after hashing and syncing it. If cancelled, it stays where it is.
    [[nodiscard]] Result<Adopted> adopt(const std::filesystem::path& incoming, const JobContext& job = {}) const;
    /// Removes the content of incoming() and the files that are not in `known`; only for the writer of the store, and
    /// while nothing is recorded. Returns one sentence if there was anything. Files with other names are kept.
    [[nodiscard]] std::vector<std::string> removeOrphans(std::span<const std::string> known) const;
    /// Reports "missing-file" for known files that do not exist, "orphaned-file" for the opposite, with `contents` also
    /// "damaged-file".
    void check(std::span<const std::string> known, bool contents, Issues& issues) const;

private:
    [[nodiscard]] std::vector<std::filesystem::path> orphans(std::span<const std::string> known) const;

    std::filesystem::path m_path;
};

} // namespace millrace::store

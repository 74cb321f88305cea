// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/artefact_folder.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::store {

/// Record of a file of a run; the numbers are those of a packet capture ("capture").
struct Artefact
{
    std::string node;
    std::string kind = "capture";
    int ordinal = 0; ///< index among those of this kind and node
    std::string sha256; ///< of the file; empty: it was not kept
    std::uint64_t bytes = 0; ///< of the file, kept or not
    std::uint64_t packets = 0; ///< in the file
    std::uint64_t received = 0; ///< that passed the filter, dropped ones included
    std::uint64_t droppedByKernel = 0;
    std::optional<std::uint64_t> droppedByInterface; ///< none: not known
    std::uint64_t wireBytes = 0; ///< of the packets in the file
    std::string interface;
    std::string filter;
    std::string direction; ///< "both", "in", "out"
    int snapLength = 0;
    Nanoseconds start{0};
    Nanoseconds stop{0};
    std::string reason; ///< why it ended by itself; empty: it did not
    std::string notes; ///< JSON list of {"kind", "count", "text"}; may be empty
    std::string summary; ///< of an analysis, in its format; may be empty

    bool operator==(const Artefact&) const = default;
};

/// Artefacts of runs. A store of version 1 has none.
class ArtefactRepository
{
public:
    explicit ArtefactRepository(Database& database) : m_database(database) { }

    /// Folder of the artefact files.
    [[nodiscard]] ArtefactFolder folder() const { return ArtefactFolder(m_database.file()); }

    /// Replaces those of the same kind, node and ordinal, in one transaction. The files must be in the folder already.
    [[nodiscard]] Result<void> save(RunId run, std::span<const Artefact> artefacts);
    enum class Summaries
    {
        Skip, ///< leaves Artefact::summary empty: it may be large
        Read
    };
    /// Returns artefacts ordered by kind, node and ordinal.
    [[nodiscard]] Result<std::vector<Artefact>> artefacts(RunId run, Summaries summaries = Summaries::Skip);
    /// Returns the runs with a file of this hash, the latest first.
    [[nodiscard]] Result<std::vector<RunId>> runsWith(std::string_view sha256);
    /// Returns the hashes used by any run.
    [[nodiscard]] Result<std::vector<std::string>> hashes();

private:
    Database& m_database;
};

} // namespace millrace::store

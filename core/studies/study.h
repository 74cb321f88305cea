// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/studies/imported_run.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// One of the published studies, or "files": measurements of other tools that belong to no study.
struct StudyInfo
{
    std::string_view name; ///< stable: "multi-cloud"; also of its store, "multi-cloud.mrdb"
    std::string_view letter; ///< "E"; empty: none
    std::string_view title;
    std::string_view publication; ///< authors, where, year, DOI
    std::string_view folder; ///< what its folder looks like, in one sentence
    /// Its names are the same everywhere, so that all imports of a store are one set of runs, whatever the folders.
    bool isOneSet = false;
};
/// "tum", "flumen", "kungfu", "multi-cloud", "files".
[[nodiscard]] std::span<const StudyInfo> studies() noexcept;
/// By name or letter; null: there is no such study.
[[nodiscard]] const StudyInfo* findStudy(std::string_view name) noexcept;

struct StudyOptions
{
    /// Study-specific table that gives files their meaning (JSON); empty: the one that is shipped.
    std::filesystem::path mapping;
    std::string ownMapping = {}; ///< such a table as text, of an earlier import; used where `mapping` is empty
    /// Files of earlier imports, which are read with those of the folder unless the folder has newer ones.
    std::vector<std::filesystem::path> earlier = {};
};

/// What a folder holds of a study, run by run. Made by scanning names and first bytes; nothing is read whole before
/// read().
class StudySource
{
public:
    struct Entry
    {
        std::string name;
        std::vector<std::filesystem::path> files;
        std::uint64_t bytes = 0;
        bool isEarlier = false; ///< all its files are of earlier imports
    };

    virtual ~StudySource() = default;
    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return m_entries; }
    /// Files that belong to no run ("not-of-this-study", one for each kind), empty folders, ….
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }

    /// Reads one run. May be called by several threads for different entries. When `known` says that the store has
    /// this content, the rest is not read: the run has name and key only. Files that cannot be read are counted in the
    /// run's issues ("bad-file"); errors are Cancelled, and those of files that changed meanwhile.
    [[nodiscard]] virtual Result<ImportedRun>
    read(std::size_t entry, const std::function<bool(std::string_view key)>& known, const JobContext& job) const = 0;

protected:
    std::vector<Entry> m_entries;
    Issues m_issues;
};

/// Scans a folder (or one file of it). InvalidInput when it holds nothing of the study, in one sentence that says what
/// was looked for.
[[nodiscard]] Result<std::unique_ptr<StudySource>> openStudy(std::string_view study,
                                                             const std::filesystem::path& folder,
                                                             const StudyOptions& options, const JobContext& job = {});
/// The studies that a folder holds something of, by the content of its files; "files" only where there is nothing else.
[[nodiscard]] Result<std::vector<std::string_view>> recogniseStudies(const std::filesystem::path& folder,
                                                                     const JobContext& job = {});
/// The first of them; none for nothing known.
[[nodiscard]] Result<std::optional<std::string_view>> recogniseStudy(const std::filesystem::path& folder,
                                                                     const JobContext& job = {});

// One for each study, in the file of its name: multi_cloud_source.h and so on.
[[nodiscard]] Result<std::unique_ptr<StudySource>> openTum(const std::filesystem::path& folder,
                                                           const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<std::unique_ptr<StudySource>> openFlumen(const std::filesystem::path& folder,
                                                              const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<std::unique_ptr<StudySource>> openKungfu(const std::filesystem::path& folder,
                                                              const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<std::unique_ptr<StudySource>> openMultiCloud(const std::filesystem::path& folder,
                                                                  const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<std::unique_ptr<StudySource>> openFiles(const std::filesystem::path& folder,
                                                             const StudyOptions& options, const JobContext& job);

} // namespace millrace::studies

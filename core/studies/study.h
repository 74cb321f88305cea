// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/file_format.h"
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

struct Audit;
class AuditRuns;
class PublishedEstimators;

/// Public description of one of the published studies, or of "files": measurements of other tools that belong to no
/// study.
struct StudyInfo
{
    std::string_view name; ///< stable: "multi-cloud"; also the name of its store, "multi-cloud.mrdb", and of its
                           ///< recipes and claims in resources, "multi-cloud.json"
    std::string_view letter; ///< "E"; empty: none
    std::string_view title;
    std::string_view publication; ///< authors, where, year, DOI
    std::string folder; ///< structure of its folder, in one sentence
    /// Its names are globally unique, so that all imports into a store form one set of runs, whatever the folders.
    bool isOneSet = false;
    std::string_view formerName = {}; ///< "traffic": its name in old stores
};

struct StudyOptions
{
    /// Study-specific table that describes the files (JSON); empty: the shipped one.
    std::filesystem::path mapping;
    std::string ownMapping = {}; ///< such a table as text, from an earlier import; used where `mapping` is empty
    /// Files of earlier imports, which are read with those of the folder unless the folder has newer ones.
    std::vector<std::filesystem::path> earlier = {};
};

/// The runs of a study in a folder. Created by scanning names and first bytes; no file is read completely before
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

    /// Reads one run. Thread-safe for different entries. When `known` says that the store has this content, the rest is
    /// not read: the run has only name and key. Unreadable files are counted in the run's issues ("bad-file"); errors
    /// are Cancelled, and those of files that changed in the meantime.
    [[nodiscard]] virtual Result<ImportedRun>
    read(std::size_t entry, const std::function<bool(std::string_view key)>& known, const JobContext& job) const = 0;

protected:
    std::vector<Entry> m_entries;
    Issues m_issues;
};

/// Interface of a study for the rest of the program; each folder of this module implements one, registry.h lists them.
struct Study : StudyInfo
{
    /// Scans a folder (or one file of it). InvalidInput when it contains nothing of the study, with one sentence on
    /// what was expected.
    Result<std::unique_ptr<StudySource>> (*open)(const std::filesystem::path& folder, const StudyOptions& options,
                                                 const JobContext& job) = nullptr;
    /// Appends findings and notes; errors are those of the store, and Cancelled. Null: how its numbers were published
    /// is unknown.
    Result<void> (*audit)(AuditRuns& runs, Audit& audit, const JobContext& job) = nullptr;
    /// Formats of files that only this study has.
    std::vector<const importers::FileFormat*> formats = {};
    /// Creates its packet estimators, as published; `names` must outlive them. Null: none.
    std::unique_ptr<PublishedEstimators> (*asPublished)(const importers::NameBook& names) = nullptr;
    /// Reads a file of FileKind::Traffic that belongs to no study as a run. Content that the store has (`known`) is not
    /// read: such a run has only name and key. Null: not this study.
    Result<ImportedRun> (*readTraffic)(const std::filesystem::path& file, const importers::FileFormat& format,
                                       const std::filesystem::path& folder,
                                       const std::function<bool(std::string_view)>& known,
                                       const JobContext& job) = nullptr;
};

/// "multi-cloud", "flumen", "kungfu", "tum", "files".
[[nodiscard]] std::span<const Study> studies();
/// By name or letter; null: there is no such study.
[[nodiscard]] const Study* findStudy(std::string_view name);
/// The formats of all studies, in addition to those of core/importers.
[[nodiscard]] std::span<const importers::FileFormat* const> studyFormats();

/// Study::open of the study with this name or letter. InvalidInput for another name.
[[nodiscard]] Result<std::unique_ptr<StudySource>> openStudy(std::string_view study,
                                                             const std::filesystem::path& folder,
                                                             const StudyOptions& options, const JobContext& job = {});
/// The studies found in a folder by the content of its files; "files" only if there is no other.
[[nodiscard]] Result<std::vector<std::string_view>> recogniseStudies(const std::filesystem::path& folder,
                                                                     const JobContext& job = {});
/// The first of them; none for unknown content.
[[nodiscard]] Result<std::optional<std::string_view>> recogniseStudy(const std::filesystem::path& folder,
                                                                     const JobContext& job = {});

} // namespace millrace::studies

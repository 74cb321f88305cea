// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"
#include "core/studies/study.h"

namespace millrace::studies {

struct StudyImportRequest
{
    std::string study;
    std::filesystem::path folder;
    StudyOptions options;
    unsigned threads = 0; ///< reading threads; 0: one per core
};

enum class RunFate
{
    Read, ///< without a store
    Stored,
    AlreadyThere, ///< the store has this content
    LeftOut ///< it has no usable content, or the stored run has files that no longer exist; see issues
};
[[nodiscard]] std::string_view fateName(RunFate fate) noexcept;

struct StudyImportedRun
{
    std::string name;
    RunFate fate = RunFate::Read;
    store::RunId run; ///< in the store
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    std::size_t metrics = 0;
    std::size_t series = 0;
    Issues issues; ///< of the run and all its files
};

struct StudyImportOutcome
{
    std::string campaign; ///< uuid in the store; empty: without a store
    std::vector<StudyImportedRun> runs; ///< in the order of the source; earlier ones only if stored again
    Issues issues; ///< of the folder
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    std::size_t superseded = 0; ///< runs of earlier imports that no longer count
    double seconds = 0;
};

/// Reads the study's runs in the folder, several at a time, and stores each as soon as it is read; without a database
/// only reads. A run whose content is stored is left out, so that a cancelled import continues where it stopped; a run
/// stored with other content is superseded. Where a study is one set of runs (StudyInfo::isOneSet), the files of
/// earlier imports are read with those of the folder, so that the order and the parts of imports make no difference.
/// `onRun` is called on this thread after each run of the folder; may be empty. Progress in bytes. Errors: Cancelled,
/// and those of folder and store.
[[nodiscard]] Result<StudyImportOutcome> importStudy(const StudyImportRequest& request, store::Database* database,
                                                     const std::function<void(const StudyImportedRun&)>& onRun,
                                                     const JobContext& job = {});

/// The study that a campaign was imported from; empty: none, it was run here.
[[nodiscard]] std::string studyOf(const store::CampaignRecord& campaign);

/// A study with runs in a store, or one import of files that belong to no study.
struct StoredStudy
{
    std::string study;
    std::string campaign; ///< uuid; empty: the runs of the study are of several
    std::string folder; ///< of the newest import
    std::int64_t runs = 0; ///< that count (study_selection.h)
};
/// Newest first; one entry for each study, and one for each import of files.
[[nodiscard]] Result<std::vector<StoredStudy>> storedStudies(store::Database& database);

} // namespace millrace::studies

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/imported_run.h"

#include "core/store/run_repository.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// The imported runs of one study in a store. A run is identified by the content of its files in any campaign of the
/// study; a later import of the same run (ImportedRun::identity) supersedes the earlier one, which is kept.
class ImportedRuns
{
public:
    /// A campaign is identified by study and folder; where `isOneSet`, by the study alone. It is created with the first
    /// run. The database must outlive this object.
    [[nodiscard]] static Result<ImportedRuns> open(store::Database& database, std::string study,
                                                   const std::filesystem::path& folder, bool isOneSet = false);

    /// Uuid; empty: none yet.
    [[nodiscard]] const std::string& campaign() const noexcept { return m_campaign.uuid; }
    /// The run with this content, if it is stored completely; it may be superseded.
    [[nodiscard]] std::optional<store::RunId> find(std::string_view key) const;
    /// Records files of a run without content: another part of the study may need them.
    void noteUnused(const ImportedRun& run);
    /// Files of the runs that count and unused ones, by path; an import of other parts of the study reads them again.
    [[nodiscard]] std::vector<std::filesystem::path> earlierFiles() const;
    /// Names of files that the stored run has and this newer one lacks: their part no longer exists.
    [[nodiscard]] std::vector<std::string> lostFiles(const ImportedRun& run) const;
    /// The mapping of an earlier import (StudyOptions::mapping), as text; empty: none.
    [[nodiscard]] const std::string& mapping() const noexcept { return m_mapping; }
    [[nodiscard]] Result<void> setMapping(std::string mapping);

    /// Stores a run as done, with all its data, in one transaction. Other runs with its identity are superseded.
    [[nodiscard]] Result<store::RunId> save(const ImportedRun& run);
    /// Records that the import contains a stored run: it counts again if it was superseded.
    [[nodiscard]] Result<void> keep(store::RunId id);
    /// Runs that counted before this object was opened and that it superseded.
    [[nodiscard]] std::size_t superseded() const noexcept { return m_superseded.size(); }
    /// Supersedes copies of saved or kept runs (runs with other names whose files are all contained in those), and
    /// marks the campaign as done.
    [[nodiscard]] Result<void> finish();

private:
    struct StoredRun
    {
        store::RunRecord record;
        std::string identity;
        std::map<std::string, std::string> files; ///< SHA-256 by name
        std::vector<std::filesystem::path> locations;
    };

    ImportedRuns(store::Database& database, std::string study, bool isOneSet)
        : m_database(database), m_study(std::move(study)), m_isOneSet(isOneSet)
    {
    }
    [[nodiscard]] Result<void> findCampaign(const std::filesystem::path& folder);
    [[nodiscard]] Result<void> makeCampaign();
    [[nodiscard]] Result<void> readRuns();
    [[nodiscard]] Result<StoredRun> readRun(store::RunRepository& repository, store::RunRecord record) const;
    [[nodiscard]] Result<store::RunRecord> planned(const ImportedRun& run);
    [[nodiscard]] Result<void> supersedeOthers(const StoredRun& newest);
    [[nodiscard]] Result<void> setSuperseded(StoredRun& run, bool superseded, std::string_view reason);
    [[nodiscard]] std::string specJson() const;

    store::Database& m_database;
    std::string m_study;
    bool m_isOneSet;
    std::string m_folder; ///< of this import
    std::string m_mapping;
    std::set<std::string> m_unused; ///< paths
    bool m_hasNewSpec = false;
    store::CampaignRecord m_campaign;
    std::map<std::string, StoredRun, std::less<>> m_runs; ///< by uuid
    std::map<std::string, int, std::less<>> m_repetitions; ///< runs of each cell in this campaign
    std::set<std::string, std::less<>> m_current; ///< uuids of this import
    std::set<store::RunId> m_superseded; ///< by this import
    int m_position = 0; ///< of the next run
};

} // namespace millrace::studies

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/imported_run.h"

#include "core/store/run_repository.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::studies {

/// The runs of one imported folder in a store: one campaign, found again by study and path; a run is found by the
/// content of its files in any campaign of that study.
class ImportedRuns
{
public:
    /// Finds the campaign of this study and folder, or makes it. The database must outlive it.
    [[nodiscard]] static Result<ImportedRuns> open(store::Database& database, std::string study,
                                                   const std::filesystem::path& folder);

    [[nodiscard]] const std::string& campaign() const noexcept { return m_campaign.uuid; }
    /// The run of this content, where it is stored whole.
    [[nodiscard]] std::optional<store::RunId> find(std::string_view key) const;
    /// Stores a run as done, with everything it has, in one transaction: it is there whole or not at all.
    [[nodiscard]] Result<store::RunId> save(const ImportedRun& run);
    /// Marks the campaign as done.
    [[nodiscard]] Result<void> finish();

private:
    ImportedRuns(store::Database& database, std::string study) : m_database(database), m_study(std::move(study)) { }
    [[nodiscard]] Result<void> readRuns();
    [[nodiscard]] Result<store::RunRecord> planned(const ImportedRun& run);

    store::Database& m_database;
    std::string m_study;
    store::CampaignRecord m_campaign;
    std::map<std::string, store::RunRecord, std::less<>> m_runs; ///< by uuid
    std::map<std::string, int, std::less<>> m_repetitions; ///< runs of each cell in this campaign
    int m_position = 0; ///< of the next run
};

} // namespace millrace::studies

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/importers/tum_run.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"

#include <map>
#include <string>
#include <vector>

namespace millrace::studies {

/// A UUID (RFC 9562, version 8) made of the first digits of a SHA-256, so that the same content has the same one.
[[nodiscard]] std::string uuidOf(std::string_view sha256);

/// The factors of a run, quantities as numbers: batch, and loss as a share.
[[nodiscard]] std::vector<store::Factor> factorsOf(const importers::TumRunFolder& folder);
/// Each figure that is known as "name" (right) and "name_published" where the two differ or only that is known; in the
/// units of the store: bit/s, B, s.
[[nodiscard]] std::vector<store::Metric> metricsOf(const analysis::PublishedFigures& figures);
/// "traffic.rate" (bit/s in bins of 10 ms, silence as a 0 at both its ends), by sender "net.sent"; "training.accuracy",
/// "training.loss", "training.data" (bytes of all workers until then).
[[nodiscard]] std::vector<analysis::Series> seriesOf(const importers::TumRun& run);
/// Where it comes from and what was wrong with it, as JSON.
[[nodiscard]] std::string provenanceOf(const importers::TumRun& run);

/// The runs of one campaign folder in a store.
class TumStore
{
public:
    /// Finds the campaign of this folder, or makes it.
    [[nodiscard]] static Result<TumStore> open(store::Database& database, const std::filesystem::path& folder);

    [[nodiscard]] const std::string& campaign() const noexcept { return m_campaign.uuid; }
    /// The run of this content, where it is stored whole in any campaign.
    [[nodiscard]] std::optional<store::RunId> find(std::string_view key) const;
    /// Stores a run as done, or brings one to its end that was stored in part.
    [[nodiscard]] Result<store::RunId> save(const importers::TumRun& run);
    /// Marks the campaign as done.
    [[nodiscard]] Result<void> finish();

private:
    explicit TumStore(store::Database& database) : m_database(database) { }
    [[nodiscard]] Result<void> readRuns();
    [[nodiscard]] Result<store::RunRecord> planned(const importers::TumRun& run);

    store::Database& m_database;
    store::CampaignRecord m_campaign;
    std::map<std::string, store::RunRecord, std::less<>> m_runs; ///< by uuid
    std::map<std::string, int, std::less<>> m_repetitions; ///< runs of each cell in this campaign
    int m_position = 0; ///< of the next run
};

} // namespace millrace::studies

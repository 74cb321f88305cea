// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/store/result_query.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// The single definition of the runs of a study that count. Figures, audit, claims and fits all use it: done, and
/// neither warm-up nor superseded nor excluded.
struct StudySelection
{
    std::vector<store::CampaignRecord> campaigns; ///< newest first; those without a run that counts are left out
    store::ResultFilter filter; ///< filter for the runs that count; conditions can be added

    [[nodiscard]] std::vector<store::CampaignId> ids() const;
};

/// The runs that count in these campaigns; an empty list: in the whole store.
[[nodiscard]] store::ResultFilter countedRuns(std::vector<store::CampaignId> campaigns);
/// All campaigns of a study, whatever parts it was imported in, or the one whose uuid starts with `campaign`. None: the
/// store has no run of it that counts.
[[nodiscard]] Result<std::optional<StudySelection>> selectStudy(store::Database& database, std::string_view study,
                                                                const std::string& campaign = {});

/// Sorts runs of imported campaigns independently of the order of the imports: by name in natural order, then by
/// content. Runs of other campaigns keep their positions.
[[nodiscard]] Result<void> orderImported(store::Database& database, const store::ResultFilter& filter,
                                         std::vector<store::RunId>& runs);

/// "A-2" before "A-10".
[[nodiscard]] bool isNaturallyBefore(std::string_view a, std::string_view b) noexcept;

} // namespace millrace::studies

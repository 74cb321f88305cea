// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/store/database.h"
#include "core/store/event_kinds.h"
#include "core/store/records.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::studies {

/// A file that an imported run was read from, as the run's snapshot says.
struct AuditedFile
{
    std::string path; ///< below the imported folder
    std::string format;
    std::uint64_t rows = 0;
    Issues issues;
};

/// A value of a metric for one subject.
struct SubjectValue
{
    std::string subject;
    double value = 0;
};

/// An imported run as an audit reads it.
struct AuditedRun
{
    store::RunId id;
    std::string name; ///< factor "run_name"; otherwise the last component of its source path
    std::vector<store::Factor> factors;
    std::map<std::string, std::vector<store::Metric>, std::less<>> metrics; ///< by name
    std::vector<AuditedFile> files;
    Issues issues; ///< of the run as a whole

    /// The level of a factor; empty: the run does not have it.
    [[nodiscard]] std::string level(std::string_view factor) const;
    /// The number of a factor; NaN: the run does not have it, or it is text.
    [[nodiscard]] double number(std::string_view factor) const;
    /// NaN: not in the store.
    [[nodiscard]] double metric(std::string_view metric, std::string_view subject = {}) const;
    /// Of all subjects, without the value of the whole run.
    [[nodiscard]] std::vector<SubjectValue> subjects(std::string_view metric) const;
    /// The file of a host ("…-gc-t4-1.csv"), or the only file; empty: unknown.
    [[nodiscard]] std::string fileOf(std::string_view host) const;
};

/// The runs of an imported study that count (study_selection.h), in memory, without series and events. The runs and
/// their order do not depend on whether the study was imported at once or in parts.
class AuditRuns
{
public:
    /// `campaign`: prefix of a uuid; empty: all of the study. NotFound when the store has no run of it.
    [[nodiscard]] static Result<AuditRuns> load(store::Database& database, std::string_view study,
                                                const std::string& campaign, const JobContext& job);

    /// Uuid; empty: the runs are of several.
    [[nodiscard]] const std::string& campaign() const noexcept { return m_campaign; }
    [[nodiscard]] store::Database& database() const noexcept { return *m_database; }
    [[nodiscard]] const std::vector<AuditedRun>& runs() const noexcept { return m_runs; }
    /// By name; "baseline-75" also finds "baseline-75-resnet50". Null: not in the store.
    [[nodiscard]] const AuditedRun* find(std::string_view name) const;
    /// Those whose factor has this level, in order of the import.
    [[nodiscard]] std::vector<const AuditedRun*> with(std::string_view factor, std::string_view level) const;
    /// All of a kind, in the order in which they were written.
    [[nodiscard]] Result<std::vector<store::Event>> events(const AuditedRun& run, const store::EventKind& kind);
    /// None: the run has no such series.
    [[nodiscard]] Result<std::optional<analysis::Series>> series(const AuditedRun& run, std::string_view name,
                                                                 std::string_view node = {});

private:
    AuditRuns(store::Database& database, std::string campaign) : m_database(&database), m_campaign(std::move(campaign))
    {
    }

    store::Database* m_database;
    std::string m_campaign;
    std::vector<AuditedRun> m_runs;
};

} // namespace millrace::studies

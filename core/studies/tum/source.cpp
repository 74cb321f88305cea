// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_estimators.h"
#include "core/studies/tum/run.h"
#include "core/studies/tum/study.h"
#include "core/studies/tum/train_history.h"
#include "core/studies/tum/values.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

/// Captures alone are ambiguous: a run of the study has its name, its log, its results or its captures' names.
bool isOfTheStudy(const TumRunFolder& run)
{
    const auto named = [](const std::filesystem::path& file) {
        return file.filename().string().starts_with("worker-");
    };
    return run.naming != TumNaming::Unknown || run.log || run.parsed || std::ranges::any_of(run.captures, named)
        || std::ranges::any_of(run.tables, named);
}

std::vector<std::filesystem::path> filesOf(const TumRunFolder& run)
{
    std::vector<std::filesystem::path> files = run.captures;
    files.insert(files.end(), run.tables.begin(), run.tables.end());
    if (run.log)
        files.push_back(*run.log);
    return files;
}

/// The campaign folder of the traffic study, or one run of it.
class TumSource final : public StudySource
{
public:
    explicit TumSource(TumCampaign campaign) : m_campaign(std::move(campaign))
    {
        for (const TumRunFolder& run : m_campaign.runs)
            m_entries.push_back({run.name, filesOf(run), run.bytes});
        m_issues = m_campaign.issues;
        for (const std::string& folder : m_campaign.skipped)
            countIssue(m_issues, {"not-of-this-study", Severity::Note, 1, "a folder that is not a run", folder});
    }

    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view)>& known,
                             const JobContext& job) const override
    {
        const TumRunFolder& folder = m_campaign.runs.at(entry);
        if (const auto key = contentKey(folder); key && known && known(*key)) {
            ImportedRun run;
            run.name = folder.name;
            run.key = *key;
            return run;
        }
        MR_TRY(run, readTumRun(folder, {}, job));
        return importedRunOf(run, m_campaign.path);
    }

private:
    TumCampaign m_campaign;
};

} // namespace

Result<std::unique_ptr<StudySource>> openTum(const std::filesystem::path& folder, const StudyOptions&,
                                             const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "looking at the folder was cancelled");
    MR_TRY(campaign, findTumRuns(folder));
    if (std::ranges::none_of(campaign.runs, isOfTheStudy))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has captures, but no run of the traffic study: no name of seven tokens, no "
                                "worker-K-tcpdump, no train_history.log; import it as files of other tools",
                                folder.string()));
    return std::unique_ptr<StudySource>(std::make_unique<TumSource>(std::move(campaign)));
}

Study study()
{
    return {{"tum", "A", "The traffic of training frameworks",
             "The measurement study of Horovod, KungFu and TensorFlow traffic; traces: doi 10.14459/2021mp1632489",
             "a folder of runs, each with captures or tshark tables and train_history.log", false, "traffic"},
            openTum,
            auditTum,
            {&trainHistoryFormat, &trainRowsFormat},
            [](const importers::NameBook& names) -> std::unique_ptr<PublishedEstimators> {
                return std::make_unique<TrafficEstimators>(names);
            },
            readTrafficFile};
}

} // namespace millrace::studies::tum

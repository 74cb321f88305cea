// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_campaign.h"

#include "core/base/text.h"

#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::studies::tum {

namespace {

/// One column for each level but the first, in order of the levels' texts, as pandas.get_dummies names them.
void addDummies(analysis::DesignMatrix& x, const std::string& prefix, const std::vector<std::string>& levels)
{
    const std::set<std::string> different(levels.begin(), levels.end());
    for (auto level = different.begin(); level != different.end(); ++level) {
        if (level == different.begin())
            continue;
        x.names.push_back(fmt::format("{}_{}", prefix, *level));
        std::vector<double>& column = x.columns.emplace_back();
        for (const std::string& each : levels)
            column.push_back(each == *level ? 1 : 0);
    }
}

analysis::DesignMatrix designOf(const std::vector<const StudyRun*>& runs)
{
    analysis::DesignMatrix x;
    x.names = {"const", "model_size"};
    x.columns.resize(2);
    std::vector<std::string> frameworks, batches, topologies;
    for (const StudyRun* run : runs) {
        x.columns[0].push_back(1);
        x.columns[1].push_back(studyModelMegabytes(run->factors.model));
        frameworks.push_back(fmt::format("{}_{}", run->factors.framework, run->factors.backend));
        batches.push_back(run->factors.batch);
        topologies.push_back(run->factors.topology);
    }
    addDummies(x, "framework_backend", frameworks);
    addDummies(x, "bsize", batches);
    addDummies(x, "topology", topologies);
    return x;
}

} // namespace

Result<StudyRegression> studyRegression(std::span<const StudyRun> runs)
{
    std::vector<const StudyRun*> used;
    for (const StudyRun* run : selectRuns(runs, {"", "", "adam", "", "", "normal", ""}, Selection::Exact))
        if (std::isfinite(studyModelMegabytes(run->factors.model)) && std::isfinite(run->megabytesPerStep)
            && std::isfinite(run->rightMegabytesPerStep))
            used.push_back(run);
    if (used.empty())
        return fail(ErrorCode::InvalidInput,
                    "no run without loss has one of the study's models, traffic and a training log with two steps");
    const analysis::DesignMatrix x = designOf(used);
    std::vector<double> published, right;
    StudyRegression result;
    for (const StudyRun* run : used) {
        published.push_back(run->megabytesPerStep);
        right.push_back(run->rightMegabytesPerStep);
        result.runs.push_back(run->name);
    }
    MR_TRY(asPublished, minimumNormFit(x, published));
    MR_TRY(correct, leastSquares(x, right));
    result.asPublished = std::move(asPublished);
    result.right = std::move(correct);
    if (!result.right.dropped.empty())
        result.remark = fmt::format("{} can be derived from the other columns and {} left out; the study's "
                                    "coefficients then share one effect among several names",
                                    join(result.right.dropped, ", "), result.right.dropped.size() == 1 ? "is" : "are");
    if (result.right.observations <= result.right.rank)
        result.remark += fmt::format("{}{} runs for {} coefficients: no degrees of freedom are left to judge the fit",
                                     result.remark.empty() ? "" : "; ", used.size(), result.right.rank);
    return result;
}

} // namespace millrace::studies::tum

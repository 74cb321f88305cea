// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/report/run_comparison.h"
#include "core/report/run_view.h"
#include "core/report/svg_figure.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct CompareCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path figure;
    std::string campaign;
    std::string metric;
    bool allCampaigns = false;
    report::RunView wanted;
};

Result<report::ComparedRuns> groupOf(const store::ResultFilter& base, const std::string& text)
{
    report::ComparedRuns group{text, base};
    MR_TRY(conditions, store::parseConditions(text));
    group.filter.conditions.insert(group.filter.conditions.end(), conditions.begin(), conditions.end());
    return group;
}

Result<int> execute(const CompareCommandOptions& options, const Environment& environment)
{
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_CHECK(checkDrawingName(options.figure));
    report::RunView view = options.wanted;
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    if (!options.allCampaigns)
        view.campaigns = {campaign.uuid};
    view.metric = options.metric;
    MR_TRY(base, report::filterOf(database, view));
    MR_TRY(of, groupOf(base, view.compareOf));
    MR_TRY(with, groupOf(base, view.compareWith));
    MR_TRY(time, report::reportTime());
    report::CampaignData about;
    about.campaign = campaign;
    about.campaigns = {campaign};
    MR_TRY(provenance, report::provenanceOf(database, about, view, time));
    MR_TRY(comparison, report::compareRuns(database, options.metric, of, with, provenance, environment.job()));
    if (!options.figure.empty())
        MR_CHECK(writeOutput(options.figure, report::toSvg(comparison.figure)));
    MR_CHECK(writeOutput(
        "-", environment.json ? report::toJsonText(comparison) : report::toText(comparison, terminalWidth())));
    const bool lacks = comparison.numbers.of.count == 0 || comparison.numbers.with.count == 0;
    return int(lacks ? SomeRunsFailed : Success);
}

} // namespace

CommandBody addCompareCommand(CLI::App& app)
{
    auto options = std::make_shared<CompareCommandOptions>();
    CLI::App* command = app.add_subcommand("compare", "Compare two groups of runs, with effect size and intervals");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    command->add_option("--metric", options->metric, "What is compared; default: the first usual metric");
    command->add_option("--of", options->wanted.compareOf, "Filter of the first group: \"strategy=RING\"")->required();
    command->add_option("--with", options->wanted.compareWith, "Filter of the second group")->required();
    command->add_option("--filter", options->wanted.filter, "Only runs that match, in both groups: \"loss=1%\"");
    command->add_option("--figure", options->figure, "Both groups as boxes, FILE.svg");
    auto* campaign =
        command->add_option("--campaign", options->campaign,
                            "Number of the campaign in the store, or a prefix of its id; default: the latest");
    command->add_flag("--all-campaigns", options->allCampaigns, "Runs of all campaigns of the store")
        ->excludes(campaign);
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless

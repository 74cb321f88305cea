// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/study_figure_command.h"
#include "core/base/file_io.h"
#include "core/report/figure_table.h"
#include "core/report/run_view.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct FigureCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path output = "-";
    std::string kind = "bars";
    std::string campaign;
    std::string view; ///< a file with a RunView
    bool steps = false;
    bool allCampaigns = false;
    report::RunView wanted;
    StudyFigureOptions study;
};

/// "bars, lines or box".
std::string kindsText()
{
    const auto& kinds = report::viewKinds();
    return fmt::format("{} or {}", fmt::join(kinds.begin(), kinds.end() - 1, ", "), kinds.back());
}

Result<report::RunView> viewOf(store::Database& database, const FigureCommandOptions& options)
{
    if (!options.view.empty()) {
        MR_TRY(text, readFile(options.view));
        return report::viewFromJson(text);
    }
    report::RunView view = options.wanted;
    view.kind = report::parseKind(options.kind).value_or(report::FigureKind::Bars);
    view.values = options.steps ? report::ViewValues::Steps : report::ViewValues::Runs;
    if (options.allCampaigns)
        return view;
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    view.campaigns = {campaign.uuid};
    return view;
}

/// A name that occurs in no run is an error, not an empty figure.
Result<void> checkNames(const report::CampaignData& data, const report::RunView& view)
{
    const auto isFactor = [&](const std::string& name) {
        return name.empty() || name == "-"
            || std::ranges::find(data.factors, name, &store::FactorSummary::name) != data.factors.end();
    };
    const auto isMetric = [&](const std::string& name) {
        return std::ranges::find(data.metrics, name, &store::MetricSummary::name) != data.metrics.end();
    };
    if (data.counted == 0)
        return {};
    if (!view.metric.empty() && !isMetric(view.metric))
        return fail(ErrorCode::InvalidInput, fmt::format("no run has a metric \"{}\"", view.metric));
    if (!isFactor(view.series))
        return fail(ErrorCode::InvalidInput, fmt::format("no run has a factor \"{}\"", view.series));
    const bool overMetric = view.kind == report::FigureKind::Scatter && isMetric(view.x);
    if (!isFactor(view.x) && !overMetric)
        return fail(ErrorCode::InvalidInput, fmt::format("no run has a factor \"{}\"", view.x));
    return {};
}

Result<void> writeFigure(const report::FigureSpec& figure, const FigureCommandOptions& options, bool json)
{
    const report::Table table = report::figureTable(figure);
    if (options.output.extension() != ".csv")
        return writeOutput(options.output, json ? report::toJson(table).dump(2) + "\n" : report::toSvg(figure));
    MR_CHECK(writeOutput(options.output, report::toCsv(table)));
    return writeOutput(options.output.string() + "-metadata.json", report::csvMetadata(table, figure.provenance));
}

Result<int> execute(const FigureCommandOptions& options, const Environment& environment)
{
    MR_CHECK(checkDrawingName(options.output));
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(view, viewOf(database, options));
    MR_TRY(filter, report::filterOf(database, view));
    MR_TRY(data, report::loadRuns(database, filter, environment.job()));
    MR_CHECK(checkNames(data, view));
    MR_TRY(time, report::reportTime());
    MR_TRY(provenance, report::provenanceOf(database, data, view, time));
    MR_TRY(figure, report::viewFigure(database, data, view, provenance, environment.job()));
    MR_CHECK(writeFigure(figure, options, environment.json));
    if (!report::isEmpty(figure))
        return int(Success);
    fmt::print(stderr, "millrace-cli: the figure is empty: {}\n", figure.note);
    return int(SomeRunsFailed);
}

} // namespace

CommandBody addFigureCommand(CLI::App& app)
{
    auto options = std::make_shared<FigureCommandOptions>();
    CLI::App* command = app.add_subcommand("figure", "Draw results of a store as SVG, or write their numbers as CSV");
    command->add_option("STORE", options->study.place, "A result store (.mrdb), or with NAME also a study")->required();
    addStudyFigureOptions(*command, options->study);
    command->add_option("--kind", options->kind, kindsText())
        ->check(CLI::IsMember(report::viewKinds()))
        ->capture_default_str();
    command->add_option("--metric", options->wanted.metric, "What is drawn; default: the first usual metric");
    command->add_option("--x", options->wanted.x, "Factor along the axis, for scatter also a metric; - for none");
    command->add_option("--series", options->wanted.series, "Factor that separates series; - for none");
    command->add_option("--filter", options->wanted.filter, "Only runs that match: \"loss=1% RING step_mean<100ms\"");
    command->add_flag("--steps", options->steps, "box and cdf: of single steps instead of runs");
    command->add_option("--view", options->view, "A saved view (JSON) instead of the options above");
    auto* campaign =
        command->add_option("--campaign", options->campaign,
                            "Number of the campaign in the store, or a prefix of its id; default: the latest");
    command->add_flag("--all-campaigns", options->allCampaigns, "Runs of all campaigns of the store")
        ->excludes(campaign);
    command->add_option("--output", options->output, "FILE.svg, FILE.csv, or - for standard output")
        ->capture_default_str();
    return [options](const Environment& environment) {
        options->store = options->study.place;
        options->study.campaign = options->campaign;
        const auto code =
            options->study.isMeant() ? drawStudyFigure(options->study, environment) : execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless

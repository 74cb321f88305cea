// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/atomic_file.h"
#include "core/report/campaign_export.h"
#include "core/studies/tum/export.h"

#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace millrace::headless {

namespace {

struct ExportCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path output = "-";
    std::filesystem::path folder;
    std::filesystem::path studyFolder;
    std::string campaign;
    std::string part = "runs";
    bool csv = false;
    report::ExportOptions contents;
};

const std::map<std::string, report::ExportPart> parts = {{"runs", report::ExportPart::Runs},
                                                         {"metrics", report::ExportPart::Metrics},
                                                         {"gates", report::ExportPart::Gates},
                                                         {"captures", report::ExportPart::Captures},
                                                         {"series", report::ExportPart::Series}};

/// Writes block by block, so that memory does not grow with the series; a file is renamed at the end.
Result<void> writeExport(const ExportCommandOptions& options,
                         const std::function<Result<void>(const report::Sink&)>& produce)
{
    if (options.output == "-")
        return produce([](std::string_view text) { return writeOutput("-", std::string(text)); });
    MR_TRY(file, AtomicFile::create(options.output));
    MR_CHECK(produce([&file](std::string_view text) { return file.write(text); }));
    return file.commit();
}

Result<int> exportStudy(store::Database& database, store::CampaignId campaign, const std::filesystem::path& folder,
                        const Environment& environment)
{
    MR_TRY(runs, studies::tum::exportTum(database, campaign, folder, environment.frameworks, environment.job()));
    int left = 0;
    std::string text;
    for (const studies::tum::TumExportedRun& run : runs) {
        left += run.folder.empty() ? 1 : 0;
        text += run.folder.empty() ? fmt::format("run {}: left out, {}\n", run.run.value, run.remark)
                                   : fmt::format("{}: {} packets, {} log rows{}{}\n", run.folder, run.packets,
                                                 run.logRows, run.remark.empty() ? "" : "; ", run.remark);
    }
    MR_CHECK(writeOutput("-", text));
    return int(left > 0 ? SomeRunsFailed : Success);
}

Result<int> execute(const ExportCommandOptions& options, const Environment& environment)
{
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    if (!options.studyFolder.empty())
        return exportStudy(database, campaign.id, options.studyFolder, environment);
    if (!options.folder.empty()) {
        MR_CHECK(report::exportFolder(database, campaign.id, options.folder, options.contents, environment.job()));
        return int(Success);
    }
    if (options.csv && environment.json)
        return fail(ErrorCode::InvalidInput, "--csv and --json exclude each other");
    MR_CHECK(writeExport(options, [&](const report::Sink& sink) {
        return environment.json ? report::exportJson(database, campaign.id, options.contents, sink, environment.job())
                                : report::exportCsv(database, campaign.id, parts.at(options.part), options.contents,
                                                    sink, environment.job());
    }));
    return int(Success);
}

} // namespace

CommandBody addExportCommand(CLI::App& app)
{
    auto options = std::make_shared<ExportCommandOptions>();
    CLI::App* command = app.add_subcommand("export", "Write the results of a campaign as CSV or (--json) JSON");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    command->add_flag("--csv", options->csv, "CSV, the default");
    command->add_option("--part", options->part, "Contents of the CSV: runs, metrics, gates, captures or series")
        ->check(CLI::IsMember({"runs", "metrics", "gates", "captures", "series"}))
        ->capture_default_str();
    command->add_option("--output", options->output, "File, or - for standard output")->capture_default_str();
    command->add_option("--folder", options->folder, "All parts as files in this new folder instead");
    command->add_option("--study-folder", options->studyFolder,
                        "Captures and logs of all runs in the traffic study's folders and names instead");
    command->add_option("--campaign", options->campaign,
                        "Number of the campaign in the store, or a prefix of its id; default: the latest");
    command->add_flag("--series", options->contents.series, "In JSON and folders: all samples, too");
    command->add_flag("--superseded", options->contents.superseded, "Also attempts that were repeated");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/json_fields.h"
#include "core/report/html_report.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct ReportCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path output;
    std::string campaign;
};

Result<int> execute(ReportCommandOptions options, const Environment& environment)
{
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    MR_TRY(page, report::htmlReport(database, campaign.id, {}, environment.job()));
    if (options.output.empty())
        options.output = std::filesystem::path(options.store).replace_extension(".html");
    MR_CHECK(writeOutput(options.output, page));
    if (options.output == "-")
        return int(Success);
    const std::string path = std::filesystem::absolute(options.output).string();
    if (environment.json)
        fmt::print("{}\n", Json({{"report", path}, {"campaign", campaign.uuid}}).dump());
    else
        fmt::print("report: {}\n", path);
    return int(Success);
}

} // namespace

CommandBody addReportCommand(CLI::App& app)
{
    auto options = std::make_shared<ReportCommandOptions>();
    CLI::App* command = app.add_subcommand("report", "Write one self-contained HTML page about a campaign");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    command->add_option("--campaign", options->campaign,
                        "Number of the campaign in the store, or a prefix of its id; default: the latest");
    command->add_option("--output", options->output, "File, or - for standard output; default: STORE with .html");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/audit_view.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/studies/audit_page.h"
#include "core/studies/study_import.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct AuditOptions
{
    std::string what; ///< a study, or a store
    std::filesystem::path store;
    std::filesystem::path html;
    std::string campaign;
    bool claims = false;
};

/// Returns the study of the campaign, else the newest one of the store.
Result<std::string> studyOf(store::Database& database, const std::string& campaign)
{
    MR_TRY(stored, studies::storedStudies(database));
    for (const studies::StoredStudy& each : stored)
        if (each.campaign.starts_with(campaign))
            return each.study;
    return fail(ErrorCode::NotFound,
                fmt::format("{} contains no study{}; import one with: millrace-cli import STUDY DIR",
                            database.file().string(), stored.empty() ? "" : " of this campaign"));
}

Result<int> execute(const AuditOptions& options, const Environment& environment)
{
    const studies::StudyInfo* info = studies::findStudy(options.what);
    std::filesystem::path file = options.store;
    if (file.empty())
        file = info == nullptr ? std::filesystem::path(options.what)
                               : std::filesystem::path(fmt::format("{}.mrdb", info->name));
    MR_TRY(database, store::Database::openReadOnly(file));
    std::string study = info == nullptr ? std::string() : std::string(info->name);
    if (info == nullptr) {
        MR_TRY(found, studyOf(database, options.campaign));
        study = std::move(found);
    }
    MR_TRY(audit, studies::auditStudy(database, study, options.campaign, environment.job()));
    if (!options.html.empty())
        MR_CHECK(writeOutput(options.html, studies::auditHtml(audit)));
    if (options.html != "-")
        MR_CHECK(writeOutput("-", environment.json ? auditJson(audit) : auditText(audit, options.claims)));
    return int(Success);
}

} // namespace

CommandBody addAuditCommand(CLI::App& app)
{
    auto options = std::make_shared<AuditOptions>();
    CLI::App* command = app.add_subcommand(
        "audit", "List errors in an imported study, and which of its published numbers can be reproduced");
    command->add_option("STUDY", options->what, "A study, or a result store (.mrdb)")->required();
    command->add_option("--store", options->store, "Result store; default: the study's name with the extension .mrdb");
    command->add_option("--campaign", options->campaign, "Beginning of a campaign's id; default: all of the study");
    command->add_flag("--claims", options->claims, "Also list the numbers of the publication, computed again");
    command->add_option("--html", options->html, "One page with everything, or - for standard output");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless

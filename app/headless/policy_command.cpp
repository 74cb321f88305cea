// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/shown_tables.h"
#include "core/replay/policy_report.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct PolicyCommandOptions
{
    std::filesystem::path store;
    RunChoice runs;
    std::string policies;
    bool list = false;
};

/// Every policy with its options.
report::Table listOfPolicies()
{
    report::Table table;
    table.title = "Policies";
    table.columns = {{"name", "Name"}, {"changes", "Changes"}, {"options", "Options"}, {"what", "What it does"}};
    for (const policy::PolicyTraits& traits : policy::policies()) {
        std::string options = traits.isSchedule ? "STEP:VALUE, …" : "";
        for (const policy::PolicyOption& option : traits.options)
            options += fmt::format("{}{}={:.4g}", options.empty() ? "" : ", ", option.name, option.standard);
        table.rows.push_back({std::string(traits.name), std::string(policy::changeName(traits.change)), options,
                              std::string(traits.summary)});
    }
    return table;
}

Result<int> execute(const PolicyCommandOptions& options, const Environment& environment)
{
    if (options.list || options.store.empty()) {
        MR_CHECK(showTables({listOfPolicies()}, nlohmann::ordered_json::object(), {}, environment));
        return int(Success);
    }
    replay::PolicyQuestion question{{}, environment.frameworks};
    if (!options.policies.empty()) {
        MR_TRY(policies, policy::parsePolicies(options.policies));
        question.policies = std::move(policies);
    }
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(data, loadChosen(database, options.runs, environment.job()));
    MR_TRY(found, replay::policyReport(database, data, question, environment.job()));
    std::vector<report::Table> tables = {std::move(found.runs)};
    if (!found.decisions.rows.empty())
        tables.push_back(std::move(found.decisions));
    if (found.compared > 0)
        tables.back().notes.push_back(fmt::format(
            "{} of {} runs decided the same in the replay as when they were made.", found.same, found.compared));
    nlohmann::ordered_json json{{"tables", nlohmann::ordered_json::array()}};
    json.update({{"compared", found.compared}, {"same", found.same}});
    MR_CHECK(showTables(tables, std::move(json), {}, environment));
    return int(Success);
}

} // namespace

CommandBody addPolicyCommand(CLI::App& app)
{
    auto options = std::make_shared<PolicyCommandOptions>();
    CLI::App* command =
        app.add_subcommand("policy", "What policies would have decided over stored runs; without a store, list them");
    command->add_option("STORE", options->store, "A result store (.mrdb)");
    addRunChoice(*command, options->runs);
    command->add_option("--policy", options->policies,
                        "NAME or NAME(OPTION=VALUE,…), joined with +; default: those that each run was made with");
    command->add_flag("--list", options->list, "List all policies with their options");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless

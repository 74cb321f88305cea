// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/graph_networks.h"

#include "app/headless/chosen_runs.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/report/network_report.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>

namespace millrace::headless {

namespace {

constexpr int epochsBetweenLines = 10;

Result<int> showOutcome(const predict::NetworkOutcome& outcome, const std::filesystem::path& saved,
                        const Environment& environment)
{
    const std::vector<report::Table> tables = {report::networkFitTable(outcome), report::networkErrorTable(outcome)};
    if (environment.json) {
        nlohmann::ordered_json json = report::networkJson(outcome);
        for (const report::Table& table : tables)
            json["tables"].push_back(report::toJson(table));
        if (!saved.empty())
            json["saved"] = saved.string();
        MR_CHECK(writeOutput("-", json.dump(2) + "\n"));
        return int(Success);
    }
    std::string text;
    for (const report::Table& table : tables)
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    if (!saved.empty())
        text += fmt::format("Saved in {}\n", saved.string());
    MR_CHECK(writeOutput("-", text));
    return int(Success);
}

} // namespace

Result<int> trainGraphNetwork(const predict::NetworkTraining& training, const Environment& environment)
{
    const auto epoch = [&environment](const predict::GraphsEpoch& each) {
        if (!environment.quiet && (each.epoch == 1 || each.epoch % epochsBetweenLines == 0))
            fmt::print(stderr, "millrace-cli: member {}, epoch {}: training {:.4g}, validation {:.4g}\n",
                       each.member + 1, each.epoch, each.train, each.validation);
    };
    MR_TRY(outcome, predict::trainNetwork(predict::GraphsClient::usualProgram(), training, epoch, environment.job()));
    return showOutcome(outcome, training.save, environment);
}

Result<int> predictByGraphNetwork(const std::filesystem::path& model, const std::string& source,
                                  const Environment& environment)
{
    if (source.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is a graph network: give the data set with --data, a file or synth:A, synth:B, "
                                "synth:C",
                                model.string()));
    MR_TRY(outcome, predict::predictByNetwork(predict::GraphsClient::usualProgram(), model, source, environment.job()));
    return showOutcome(outcome, {}, environment);
}

} // namespace millrace::headless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/graph_networks.h"

#include "app/headless/exit_code.h"
#include "app/headless/shown_tables.h"
#include "core/report/network_report.h"

#include <fmt/format.h>

namespace millrace::headless {

namespace {

constexpr int epochsBetweenLines = 10;

Result<int> showOutcome(const predict::NetworkOutcome& outcome, const std::filesystem::path& saved,
                        const Environment& environment)
{
    nlohmann::ordered_json json = report::networkJson(outcome);
    std::string below;
    if (!saved.empty()) {
        json["saved"] = saved.string();
        below = fmt::format("Saved in {}\n", saved.string());
    }
    MR_CHECK(showTables({report::networkFitTable(outcome), report::networkErrorTable(outcome)}, std::move(json), below,
                        environment));
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

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/training_changes.h"

#include "core/base/seconds.h"
#include "core/base/units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::run {

std::string resizeText(const monitor::ResizeEvent& resize)
{
    std::string text = fmt::format("{} → {} workers", resize.from, resize.to);
    if (resize.duration)
        text += fmt::format(" in {}", humanDuration(*resize.duration));
    if (resize.phases && resize.phases->cause == "failure")
        text += fmt::format(", {} after the last finished step, because a worker failed",
                            humanDuration(resize.phases->detect + resize.duration.value_or(Nanoseconds(0))));
    return text;
}

std::string resizeJson(const monitor::ResizeEvent& resize)
{
    nlohmann::ordered_json json{{"from", resize.from}, {"to", resize.to}};
    if (resize.duration)
        json["seconds"] = seconds(*resize.duration);
    if (const auto& phases = resize.phases) {
        json["version"] = phases->version;
        json["cause"] = phases->cause;
        json["step"] = phases->step;
        json["redone_steps"] = phases->redone;
        json["detect"] = seconds(phases->detect);
        json["decide"] = seconds(phases->decide);
        json["connect"] = seconds(phases->connect);
        json["state"] = seconds(phases->state);
        json["first_step"] = seconds(phases->firstStep);
    }
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string decisionText(const monitor::DecisionEvent& event)
{
    return fmt::format("{}: {} ({})", event.decision.text(), event.decision.reason, event.decision.policy);
}

std::string decisionJson(const monitor::DecisionEvent& event)
{
    const policy::Decision& decision = event.decision;
    nlohmann::ordered_json json{{"step", event.step},
                                {"policy", decision.policy},
                                {"change", policy::changeName(decision.change)},
                                {"value", decision.value}};
    if (decision.change == policy::Change::Strategy)
        json["strategy"] = collective::strategyName(decision.strategy);
    json["reason"] = decision.reason;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace millrace::run

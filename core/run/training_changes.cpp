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

std::string strikeText(const Strike& strike)
{
    using failures::FailureKind;
    const failures::Failure& failure = strike.failure;
    std::string text = fmt::format("{} of {}", failures::failureName(failure.kind), strike.worker);
    if (failure.kind == FailureKind::Slow)
        text += fmt::format(" by {:.3g}", failure.factor);
    if (failure.lasts > Nanoseconds(0))
        text += fmt::format(" for {}", humanDuration(failure.lasts));
    return text;
}

std::string strikeJson(const Strike& strike)
{
    const failures::Failure& failure = strike.failure;
    const nlohmann::ordered_json json{{"kind", failures::failureName(failure.kind)},
                                      {"worker", failure.worker},
                                      {"process", strike.worker},
                                      {"seconds", seconds(failure.lasts)},
                                      {"factor", failure.factor}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::optional<Strike> parseStrike(const std::string& text, Nanoseconds wall)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const auto specs = json.is_object() && json.contains("kind") && json["kind"].is_string()
        ? failures::parseFailures(json["kind"].get<std::string>() + "(at=0s)")
        : Result<std::vector<failures::FailureSpec>>(std::vector<failures::FailureSpec>());
    if (!specs || specs->size() != 1)
        return std::nullopt;
    Strike strike;
    strike.failure.kind = specs->front().kind;
    if (json.contains("worker") && json["worker"].is_number_integer())
        strike.failure.worker = json["worker"].get<int>();
    if (json.contains("process") && json["process"].is_string())
        strike.worker = json["process"].get<std::string>();
    strike.begin = wall;
    return strike;
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

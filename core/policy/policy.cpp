// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy.h"

#include "core/base/call_text.h"
#include "core/base/unknown.h"
#include "core/policy/cost_workers.h"
#include "core/policy/goodput_batch.h"
#include "core/policy/kungfu_policies.h"
#include "core/policy/model_interference.h"
#include "core/policy/schedule_policy.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::policy {
namespace {

using Maker = std::unique_ptr<Policy> (*)(const PolicyOptions&);

template <typename Made>
std::unique_ptr<Policy> makeOne(const PolicyOptions& options)
{
    return std::make_unique<Made>(options);
}

struct Entry
{
    PolicyTraits traits;
    Maker make = nullptr; ///< none for a schedule
};

constexpr double most = mostPolicyWorkers;

const std::vector<Entry>& entries()
{
    static const std::vector<Entry> all = {
        {{"kungfu-interference",
          Change::Strategy,
          false,
          "KungFu's rule: STAR at rank 1 for ever when most workers are below 80 % of their throughput in step 5",
          {{"threshold", ThroughputVote::publishedThreshold, 0.01, 1,
            "share of the reference below which a worker votes"},
           {"root", 1, 0, most, "rank of the new root"}}},
         makeOne<KungFuInterference>},
        {{"model-interference",
          Change::Strategy,
          false,
          "the strategy with the least expected time while other traffic slows the all-reduce down, and the way back",
          {{"gain", 0.1, 0.01, 0.9, "least expected gain of a change"},
           {"patience", 50, 5, most, "steps until the first strategy is tried again"}}},
         makeOne<ModelInterference>},
        {{"kungfu-batch",
          Change::Batch,
          true,
          "KungFu's rule: after each cycle the batch grows with the gradient noise scale, at most twofold",
          {{"cycle", 100, 1, 1e9, "measured steps"}, {"most", 1024, 1, most, "largest batch per worker"}}},
         makeOne<KungFuBatch>},
        {{"goodput-batch",
          Change::Batch,
          true,
          "the batch with the largest goodput: throughput times statistical efficiency (Pollux)",
          {{"interval", 20, 2, most, "steps from one decision to the next"},
           {"least", 1, 1, most, "smallest batch per worker"},
           {"most", 1024, 1, most, "largest batch per worker"},
           {"gain", 0.05, 0.001, 1, "least gain of a change"}}},
         makeOne<GoodputBatch>},
        {{"kungfu-workers",
          Change::Workers,
          false,
          "KungFu's rule: one more worker after each window until the throughput grows too little",
          {{"window", 800, 2, most, "steps"},
           {"alpha", 1.0 / 3, 0, 100, "needed gain times the number of workers"},
           {"most", 4, 1, most, "largest number of workers"}}},
         makeOne<KungFuWorkers>},
        {{"cost-workers",
          Change::Workers,
          false,
          "the number of workers with the largest throughput ÷ workers^weight, looked at again and again",
          {{"window", 40, 2, most, "steps"},
           {"weight", 0.5, 0, 1, "0: the fastest; 1: the cheapest per sample"},
           {"most", 4, 1, most, "largest number of workers"},
           {"again", 20, 1, most, "windows until all numbers are tried again"}}},
         makeOne<CostWorkers>},
        {{"strategy-schedule", Change::Strategy, false, "these strategies from these steps on", {}, true}},
        {{"batch-schedule", Change::Batch, false, "these samples per worker from these steps on", {}, true}},
        {{"workers-schedule", Change::Workers, false, "these numbers of workers from these steps on", {}, true}}};
    return all;
}

const Entry* find(std::string_view name)
{
    const auto found = std::ranges::find(entries(), name, [](const Entry& entry) { return entry.traits.name; });
    return found == entries().end() ? nullptr : &*found;
}

Result<void> takeOption(PolicySpec& spec, std::string_view text)
{
    const auto parts = split(text, '=');
    const auto name = trim(parts.front());
    const auto option = std::ranges::find(spec.traits->options, name, &PolicyOption::name);
    if (option == spec.traits->options.end()) {
        std::vector<std::string> names;
        for (const PolicyOption& each : spec.traits->options)
            names.emplace_back(each.name);
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no option \"{}\"; it has {}", spec.traits->name, name,
                                names.empty() ? "none" : join(names, ", ")));
    }
    const auto value = parts.size() == 2 ? parseDouble(trim(parts.back())) : Result<double>(unknown);
    if (!value || !(*value >= option->least && *value <= option->most))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} of {} must be a number from {} to {}, not \"{}\"", name, spec.traits->name,
                                shortest(option->least), shortest(option->most),
                                parts.size() == 2 ? trim(parts.back()) : std::string_view()));
    spec.options[std::string(name)] = *value;
    return {};
}

Result<void> takeEntry(PolicySpec& spec, std::string_view text)
{
    const auto parts = split(text, ':');
    const auto step = parseInteger(trim(parts.front()));
    if (parts.size() != 2 || !step || *step < 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" in {} is not a step and its value, such as 10:64", text, spec.traits->name));
    if (!spec.schedule.empty() && *step <= spec.schedule.back().first)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("step {} of {} does not come after step {}", *step, spec.traits->name,
                                spec.schedule.back().first));
    const std::string value(trim(parts.back()));
    if (auto decision = SchedulePolicy::parseValue(spec.traits->change, value); !decision)
        return std::move(decision).error();
    spec.schedule.emplace_back(*step, value);
    return {};
}

Result<PolicySpec> parsePolicy(const CallText& call)
{
    const Entry* entry = find(call.name);
    if (entry == nullptr) {
        std::vector<std::string> names;
        for (const Entry& each : entries())
            names.emplace_back(each.traits.name);
        return fail(ErrorCode::InvalidInput,
                    fmt::format("there is no policy \"{}\"; choose none or one of {}", call.name, join(names, ", ")));
    }
    PolicySpec spec;
    spec.traits = &entry->traits;
    for (const PolicyOption& option : entry->traits.options)
        spec.options.emplace(option.name, option.standard);
    for (const std::string_view option : call.options)
        MR_CHECK(spec.traits->isSchedule ? takeEntry(spec, option) : takeOption(spec, option));
    if (spec.traits->isSchedule && spec.schedule.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} needs steps and values, such as {}(10:64)", call.name, call.name));
    return spec;
}

} // namespace

const std::vector<PolicyTraits>& policies()
{
    static const std::vector<PolicyTraits> all = [] {
        std::vector<PolicyTraits> traits;
        for (const Entry& entry : entries())
            traits.push_back(entry.traits);
        return traits;
    }();
    return all;
}

std::string PolicySpec::text() const
{
    std::vector<std::string> parts;
    for (const auto& [step, value] : schedule)
        parts.push_back(fmt::format("{}:{}", step, value));
    for (const PolicyOption& option : traits->options)
        if (const double value = options.find(option.name)->second; value != option.standard)
            parts.push_back(fmt::format("{}={}", option.name, shortest(value)));
    return parts.empty() ? std::string(traits->name) : fmt::format("{}({})", traits->name, join(parts, ","));
}

Result<std::vector<PolicySpec>> parsePolicies(std::string_view text)
{
    MR_TRY(calls, parseCalls(text));
    std::vector<PolicySpec> specs;
    for (const CallText& call : calls) {
        MR_TRY(spec, parsePolicy(call));
        for (const PolicySpec& other : specs)
            if (other.traits->change == spec.traits->change)
                return fail(ErrorCode::InvalidInput,
                            fmt::format("{} and {} both change the {}; choose one of them", other.traits->name,
                                        spec.traits->name, changeName(spec.traits->change)));
        specs.push_back(std::move(spec));
    }
    return specs;
}

std::unique_ptr<Policy> makePolicy(const PolicySpec& spec)
{
    if (spec.traits->isSchedule)
        return std::make_unique<SchedulePolicy>(spec.traits->change, spec.schedule);
    return find(spec.traits->name)->make(spec.options);
}

std::vector<std::string> unmetNeeds(const std::vector<PolicySpec>& specs, const PolicyHost& host)
{
    std::vector<std::string> problems;
    for (const PolicySpec& spec : specs) {
        const PolicyTraits& traits = *spec.traits;
        if (traits.needsNoiseScale && !host.hasNoiseScale)
            problems.push_back(
                fmt::format("{} needs the gradient noise scale; set monitor to noise-scale", traits.name));
        if (traits.change != Change::Workers)
            continue;
        if (!host.canResize)
            problems.push_back(fmt::format("{} changes the number of workers; {}", traits.name, host.how));
        else if (host.hasSchedule)
            problems.push_back(fmt::format(
                "{} and the resize schedule both decide the number of workers; choose one of them", traits.name));
    }
    return problems;
}

PolicySet::PolicySet(const std::vector<PolicySpec>& specs)
{
    for (const PolicySpec& spec : specs)
        m_policies.push_back({spec.traits, makePolicy(spec)});
}

bool PolicySet::changes(Change change) const noexcept
{
    return std::ranges::any_of(m_policies, [change](const Named& each) { return each.traits->change == change; });
}

std::vector<Decision> PolicySet::observe(const Observation& step)
{
    std::vector<Decision> decisions;
    for (const Named& each : m_policies)
        if (auto decision = each.policy->observe(step)) {
            decision->policy = each.traits->name;
            decisions.push_back(*std::move(decision));
        }
    return decisions;
}

} // namespace millrace::policy

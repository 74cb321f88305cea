// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/averaging_options.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/collective/session.h"
#include "core/launch/script_adapter.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace millrace::launch {

namespace {

Result<int> wholeNumber(const SortedExtras& extras, const char* name, int otherwise)
{
    const std::string text = extras.value(name);
    if (text.empty())
        return otherwise;
    const auto number = parseInteger(text);
    if (!number || *number < 0 || *number > std::numeric_limits<int>::max())
        return fail(ErrorCode::InvalidInput, fmt::format("{}: \"{}\" is not a whole number from 0", name, text));
    return static_cast<int>(*number);
}

Result<int> streamsOf(const SortedExtras& extras)
{
    MR_TRY(streams, wholeNumber(extras, "streams", 1));
    if (streams < 1 || streams > collective::mostStreams)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("two workers have 1 to {} streams, not {}", collective::mostStreams, streams));
    return streams;
}

Result<collective::ShardParts> partsOf(const SortedExtras& extras)
{
    const std::string text = extras.value(partsOption);
    return text == partsByRate ? Result(collective::ShardParts()) : collective::parseParts(text);
}

bool hasOption(const FrameworkTraits& traits, std::string_view option)
{
    return std::ranges::find(traits.options, option) != traits.options.end();
}

/// Nothing: the workload has none.
Result<std::optional<std::int64_t>> targetBatch(const Workload& workload)
{
    const SortedExtras extras = sortExtras(workload);
    const std::string text = extras.value(targetBatchOption);
    if (text.empty())
        return std::optional<std::int64_t>();
    const auto samples = parseInteger(text);
    if (!samples || *samples < 1)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not a whole number of samples from 1", text));
    if (extras.named.contains("local_steps"))
        return fail(ErrorCode::InvalidInput, "\"local_steps\" says it, too; remove one of them");
    return std::optional<std::int64_t>(*samples);
}

} // namespace

Result<void> resolveParts(Workload& workload, const FrameworkTraits& traits, std::span<const double> rates)
{
    const auto found = workload.extras.find(partsOption);
    if (found == workload.extras.end() || !hasOption(traits, partsOption))
        return {};
    if (found->second != partsByRate) {
        const auto parts = collective::parseParts(found->second);
        if (!parts)
            return within(partsOption, parts.error());
        if (!parts->empty() && parts->size() != rates.size())
            return within(
                partsOption,
                fail(ErrorCode::InvalidInput,
                     fmt::format("{} parts are not one for each of {} workers", parts->size(), rates.size())));
        return {};
    }
    const auto unknownRates = static_cast<std::size_t>(std::ranges::count(rates, 0.0));
    if (unknownRates > 0 && unknownRates < rates.size())
        return within(
            partsOption,
            fail(ErrorCode::InvalidInput,
                 fmt::format("the rates of {} of {} workers are not known; give their links or NICs a rate, or "
                             "write the parts as numbers",
                             unknownRates, rates.size())));
    found->second =
        unknownRates > 0 ? std::string(collective::equalParts) : collective::partsText(collective::partsByRate(rates));
    return {};
}

Result<void> resolveTargetBatch(Workload& workload, const FrameworkTraits& traits, int workers)
{
    if (!workload.extras.contains(targetBatchOption) || !hasOption(traits, targetBatchOption))
        return {};
    auto samples = targetBatch(workload);
    if (!samples)
        return within(targetBatchOption, std::move(samples).error());
    workload.extras.erase(targetBatchOption);
    const std::int64_t ofStep = std::int64_t(std::max(workload.batch, 1)) * std::max(workers, 1);
    if (*samples)
        workload.extras["local_steps"] = std::to_string((**samples - 1) / ofStep + 1);
    return {};
}

void checkTargetBatch(const Workload& workload, bool isUsed, Issues& issues)
{
    const auto samples = targetBatch(workload);
    if (samples && (isUsed || !*samples))
        return;
    issues.push_back(
        {"workload", Severity::Error, 1,
         samples ? "is of the averagings \"local\" and \"diloco\" only; remove it" : samples.error().text(),
         fmt::format("extras.{}", targetBatchOption)});
}

void checkOuterStep(const Workload& workload, bool isUsed, Issues& issues)
{
    const SortedExtras extras = sortExtras(workload);
    const auto check = [&](const char* name, const char* range, auto isGood) {
        const auto number = parseDouble(extras.value(name));
        if (!extras.named.contains(name) || (isUsed && number && isGood(*number)))
            return;
        issues.push_back({"workload", Severity::Error, 1,
                          isUsed ? fmt::format("\"{}\" is not a number {}", extras.value(name), range)
                                 : "is of the averaging \"diloco\" only; remove it",
                          fmt::format("extras.{}", name)});
    };
    check("outer_learning_rate", "above 0", [](double rate) { return rate > 0 && std::isfinite(rate); });
    check("outer_momentum", "from 0 to below 1", [](double part) { return part >= 0 && part < 1; });
}

Result<AveragingOptions> averagingOptions(const Workload& workload)
{
    const SortedExtras extras = sortExtras(workload);
    AveragingOptions options;
    MR_TRY(localSteps, wholeNumber(extras, "local_steps", 1));
    MR_TRY(fragments, wholeNumber(extras, "fragments", 1));
    MR_TRY(overlapSteps, wholeNumber(extras, "overlap_steps", 0));
    MR_TRY(compression, collective::parseCompression(extras.value("compression", "none")));
    MR_TRY(streams, streamsOf(extras));
    options.schedule = {localSteps, fragments, overlapSteps};
    options.compression = compression;
    options.streams = streams;
    MR_TRY(parts, partsOf(extras));
    options.parts = std::move(parts);
    MR_CHECK(collective::check(options.schedule));
    return options;
}

void checkAveraging(const Workload& workload, int workers, Issues& issues)
{
    const auto refuse = [&issues](std::string what, std::string_view option) {
        issues.push_back({"workload", Severity::Error, 1, std::move(what), fmt::format("extras.{}", option)});
    };
    checkTargetBatch(workload, true, issues);
    const SortedExtras extras = sortExtras(workload);
    if (const auto compression = collective::parseCompression(extras.value("compression", "none")); !compression)
        return refuse(compression.error().text(), "compression");
    if (const auto size = parseSize(extras.value("socket_buffer", "0")); !size)
        return refuse(size.error().text(), "socket_buffer");
    for (const char* name : {"local_steps", "fragments", "overlap_steps"})
        if (const auto number = wholeNumber(extras, name, 1); !number)
            return refuse(number.error().text(), name);
    if (const auto streams = streamsOf(extras); !streams)
        return refuse(streams.error().text(), "streams");
    const auto parts = partsOf(extras);
    if (!parts)
        return refuse(parts.error().text(), partsOption);
    if ((!parts->empty() || extras.value(partsOption) == partsByRate) && workload.strategy != "PAIRWISE")
        return refuse(fmt::format("{} has equal parts; set it to {}, or the strategy to PAIRWISE", workload.strategy,
                                  collective::equalParts),
                      partsOption);
    const auto options = averagingOptions(workload);
    if (!options)
        return refuse(options.error().text(), "local_steps");
    if (const auto fits = collective::check(options->schedule, workload.steps); !fits)
        refuse(fits.error().text(), "local_steps");
    if (const auto fits = collective::checkRanks(options->compression, workers); !fits)
        refuse(fits.error().text(), "compression");
    if (options->isUsual())
        return;
    for (const char* other : {"monitor", "policy"})
        if (extras.value(other, "none") != "none")
            refuse(fmt::format("\"{}\" is for trainings that all-reduce plain gradients in every step; set it to none, "
                               "or remove \"local_steps\" and \"compression\"",
                               other),
                   other);
}

} // namespace millrace::launch

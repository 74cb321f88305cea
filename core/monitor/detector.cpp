// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/detector.h"

#include "core/monitor/change_point_detector.h"
#include "core/monitor/cusum_detector.h"
#include "core/monitor/ewma_detector.h"
#include "core/monitor/kungfu_rule.h"
#include "core/monitor/kungfu_step_time.h"
#include "core/monitor/page_hinkley_detector.h"

namespace millrace::monitor {

namespace {

struct NamedCause
{
    Cause cause;
    std::string_view name;
};
constexpr NamedCause namedCauses[] = {{Cause::Computing, "computing"}, {Cause::Stopped, "stopped"},
                                      {Cause::Starved, "starved"},     {Cause::Load, "load"},
                                      {Cause::Losses, "losses"},       {Cause::RoundTrips, "round-trips"}};

} // namespace

std::string_view causeName(Cause cause) noexcept
{
    for (const NamedCause& each : namedCauses)
        if (each.cause == cause)
            return each.name;
    return "unknown";
}

Cause parseCause(std::string_view name) noexcept
{
    for (const NamedCause& each : namedCauses)
        if (each.name == name)
            return each.cause;
    return Cause::Unknown;
}

std::vector<std::string_view> detectorNames()
{
    return {"change-point", "kungfu", "kungfu-step-time", "ewma", "cusum", "page-hinkley"};
}

std::unique_ptr<Detector> makeDetector(std::string_view name, int ranks)
{
    if (name == "change-point")
        return std::make_unique<ChangePointDetector>(ranks);
    if (name == "kungfu")
        return std::make_unique<KungFuRule>(ranks);
    if (name == "kungfu-step-time")
        return std::make_unique<KungFuStepTime>(ranks);
    if (name == "ewma")
        return std::make_unique<EwmaDetector>(ranks);
    if (name == "cusum")
        return std::make_unique<CusumDetector>(ranks);
    if (name == "page-hinkley")
        return std::make_unique<PageHinkleyDetector>(ranks);
    return nullptr;
}

} // namespace millrace::monitor

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

template <typename Made>
std::unique_ptr<Detector> makeOne(int ranks)
{
    return std::make_unique<Made>(ranks);
}

/// All detectors, the default first.
struct NamedDetector
{
    std::string_view name;
    std::unique_ptr<Detector> (*make)(int ranks);
};
constexpr NamedDetector namedDetectors[] = {{defaultDetector, makeOne<ChangePointDetector>},
                                            {"kungfu", makeOne<KungFuRule>},
                                            {"kungfu-step-time", makeOne<KungFuStepTime>},
                                            {"ewma", makeOne<EwmaDetector>},
                                            {"cusum", makeOne<CusumDetector>},
                                            {"page-hinkley", makeOne<PageHinkleyDetector>}};

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
    std::vector<std::string_view> names;
    for (const NamedDetector& each : namedDetectors)
        names.push_back(each.name);
    return names;
}

std::unique_ptr<Detector> makeDetector(std::string_view name, int ranks)
{
    for (const NamedDetector& each : namedDetectors)
        if (each.name == name)
            return each.make(ranks);
    return nullptr;
}

} // namespace millrace::monitor

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/crosstraffic/size_distribution.h"

#include <array>
#include <fmt/format.h>

namespace millrace::crosstraffic {

namespace {

struct Named
{
    std::string_view name;
    std::string_view text;
    double unitBytes;
};

constexpr std::string_view studySizes = "3 0\n6 0.15\n13 0.2\n19 0.3\n33 0.4\n53 0.53\n133 0.6\n667 0.7\n1333 0.8\n"
                                        "3333 0.9\n6667 0.97\n20000 1\n";
constexpr std::string_view webSearch = "0 0\n10 0.15\n20 0.2\n30 0.3\n50 0.4\n80 0.53\n200 0.6\n1000 0.7\n2000 0.8\n"
                                       "5000 0.9\n10000 0.97\n30000 1\n";
constexpr std::string_view dataMining = "0 0\n180 0.1\n216 0.2\n560 0.3\n900 0.4\n1100 0.5\n1870 0.6\n3160 0.7\n"
                                        "10000 0.8\n400000 0.9\n3160000 0.95\n100000000 0.98\n1000000000 1\n";
constexpr std::string_view facebook = "0 0\n100 0.01\n200 0.02\n300 0.05\n350 0.15\n400 0.2\n500 0.3\n600 0.4\n"
                                      "700 0.5\n1000 0.6\n2000 0.67\n7000 0.7\n30000 0.72\n50000 0.82\n80000 0.87\n"
                                      "120000 0.9\n300000 0.95\n1000000 0.975\n2000000 0.99\n10000000 1\n";

constexpr std::array namedSizes = {Named{"web-search-study", studySizes, 1460}, Named{"web-search", webSearch, 1000},
                                   Named{"data-mining", dataMining, 1}, Named{"facebook", facebook, 1}};

} // namespace

Result<SizeDistribution> SizeDistribution::named(std::string_view name, Convention convention)
{
    std::vector<std::string> known;
    for (const Named& each : namedSizes) {
        if (each.name == name)
            return parse(each.text, each.unitBytes, convention);
        known.emplace_back(each.name);
    }
    return fail(ErrorCode::NotFound, fmt::format("unknown flow sizes \"{}\"; available: {}", name, join(known, ", ")));
}

std::vector<std::string_view> SizeDistribution::names()
{
    std::vector<std::string_view> names;
    for (const Named& each : namedSizes)
        names.push_back(each.name);
    return names;
}

Convention usualConvention(std::string_view name) noexcept
{
    return name == "web-search" || name == "data-mining" || name == "facebook" ? Convention::Interpolated
                                                                               : Convention::Step;
}

} // namespace millrace::crosstraffic

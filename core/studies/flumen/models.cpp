// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/models.h"

#include "core/base/text.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

namespace millrace::studies::flumen {

namespace {

constexpr std::array<FlumenModel, 4> models = {
    {{"resnet50", 25'557'032}, {"densenet161", 28'681'000}, {"vgg16", 138'357'544}, {"bert", 335'174'458}}};
/// Name prefixes that identify a model, and what may follow them.
constexpr std::array<std::pair<std::string_view, std::size_t>, 11> spellings = {{{"resnet50", 0},
                                                                                 {"resnet", 0},
                                                                                 {"rn50", 0},
                                                                                 {"r50", 0},
                                                                                 {"densenet161", 1},
                                                                                 {"densenet", 1},
                                                                                 {"dn161", 1},
                                                                                 {"vgg16", 2},
                                                                                 {"vgg", 2},
                                                                                 {"bert24", 3},
                                                                                 {"bert", 3}}};

constexpr std::array<FlumenSeries, 4> allSeries = {{{"iperf", "iperf", "RDMA", 4},
                                                    {"consistent-rdma", "consistent", "RDMA", 3},
                                                    {"consistent-tcp", "consistent", "TCP", 3},
                                                    {"burst-tcp", "burst", "TCP", 3}}};

constexpr std::array<PlottedPoint, 20> plottedPoints = {{
    {"burst-tcp", "bert", 18, 2.5206, 2.588, 201, 0, false},
    {"burst-tcp", "bert", 19, 3.0829, 3.212, 150, 0, false},
    {"burst-tcp", "bert", 20, 3.8463, 3.900, 135, 0, false},
    {"burst-tcp", "bert", 22, 7.7322, 8.583, 60, 0, false},
    {"burst-tcp", "bert", 23, 4.6929, 9.134, 57, 0, false},
    {"burst-tcp", "bert", 24, 11.5577, 13.42, 36, 0, false},
    {"burst-tcp", "bert", 25, 10.8098, 147.7, 6, 0, false},
    {"burst-tcp", "vgg16", 21, 2.0965, 0, 0, 20.22e9, false},
    {"burst-tcp", "vgg16", 22, 3.3340, 0, 0, 20.21e9, false},
    {"burst-tcp", "vgg16", 23, 2.8560, 0, 0, 0, true},
    {"burst-tcp", "vgg16", 24, 4.8354, 0, 0, 20.72e9, false},
    {"burst-tcp", "vgg16", 25, 25.4718, 0, 0, 21.39e9, false},
    {"burst-tcp", "densenet161", 22, 0.7199, 0, 0, 20.52e9, false},
    {"burst-tcp", "densenet161", 23, 0.7497, 0, 0, 21.03e9, false},
    {"burst-tcp", "densenet161", 24, 1.0494, 0, 0, 21.12e9, false},
    {"burst-tcp", "densenet161", 25, 9.3255, 0, 0, 21.69e9, false},
    {"consistent-tcp", "bert", 23, 7.1672, 18.80, 21, 0, false},
    {"consistent-tcp", "bert", 25, 24.4799, 62.64, 3, 0, false},
    {"consistent-tcp", "resnet50", 24, 6.7361, 1.888, 41, 0, false},
    {"consistent-tcp", "resnet50", 25, 9.8987, 2.405, 35, 0, false},
}};

bool isWordByte(char c) noexcept
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Whether a word of the text is exactly this one.
bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordByte(text[at - 1])) && (end == text.size() || !isWordByte(text[end])))
            return true;
    }
    return false;
}

const FlumenSeries* seriesIn(std::string_view text)
{
    const auto has = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
    if (has("iperf"))
        return flumenSeries("iperf");
    if (has("burst"))
        return flumenSeries("burst-tcp");
    if (!has("consist"))
        return nullptr;
    if (has("rdma"))
        return flumenSeries("consistent-rdma");
    return has("tcp") ? flumenSeries("consistent-tcp") : nullptr;
}

} // namespace

const FlumenModel* flumenModel(std::string_view fileName) noexcept
{
    const std::string text = lowerCase(fileName);
    for (const auto& [spelling, model] : spellings)
        if (hasWord(text, spelling))
            return &models[model];
    return nullptr;
}

const FlumenSeries* flumenSeries(std::string_view name) noexcept
{
    const auto found = std::ranges::find(allSeries, name, &FlumenSeries::name);
    return found == allSeries.end() ? nullptr : &*found;
}

const FlumenSeries* flumenSeriesOfPath(std::string_view path) noexcept
{
    const std::string text = lowerCase(path);
    const std::size_t slash = text.rfind('/');
    if (const FlumenSeries* series = seriesIn(slash == std::string::npos ? text : text.substr(slash)))
        return series;
    if (const FlumenSeries* series = seriesIn(text))
        return series;
    return text.find("consistent_ws") != std::string::npos ? flumenSeries("consistent-rdma") : nullptr;
}

double transportRequirement(double parameters, int nodes) noexcept
{
    return nodes < 1 ? unknown : 2.0 * (nodes - 1) / nodes * parameters * 32;
}

const PlottedPoint* plottedPoint(std::string_view series, std::string_view model, double label,
                                 double tableMean) noexcept
{
    const auto matches = [&](const PlottedPoint& point) {
        return point.series == series && point.model == model && point.label == label
            && std::abs(point.tableMean - tableMean) <= 5e-4;
    };
    const auto found = std::ranges::find_if(plottedPoints, matches);
    return found == plottedPoints.end() ? nullptr : &*found;
}

bool hasReferenceRate(std::string_view series, std::string_view model, double label) noexcept
{
    return (series == "burst-tcp" || series == "consistent-tcp") && (model == "bert" || model == "resnet50")
        && label >= 18;
}

std::optional<WorkbookBaseline> workbookBaseline(std::string_view transport, std::string_view model) noexcept
{
    if (transport == "TCP" && model == "resnet50")
        return WorkbookBaseline{0.1627, 7236};
    return std::nullopt;
}

} // namespace millrace::studies::flumen

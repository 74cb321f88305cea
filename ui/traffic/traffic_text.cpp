// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/traffic/traffic_text.h"

#include "ui/base/format.h"

#include <QCoreApplication>
#include <QLocale>

namespace millrace::ui {

namespace {

using crosstraffic::Matrix;
using crosstraffic::Pattern;
using crosstraffic::TrafficProfile;
using crosstraffic::Transport;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::TrafficText)
};

struct SizeText
{
    const char* name;
    const char* title;
    const char* source;
};

constexpr SizeText sizeWords[] = {{"web-search-study",
                                   QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Web search, the study's file"),
                                   QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "12 sizes in packets of 1460 bytes")},
                                  {"web-search", QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Web search (DCTCP)"),
                                   QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Alizadeh and others, 2010")},
                                  {"data-mining", QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Data mining (VL2)"),
                                   QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Greenberg and others, 2009")},
                                  {"facebook", QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Hadoop (Facebook)"),
                                   QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "Roy and others, 2015")},
                                  {"fixed", QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "All of one size"), nullptr},
                                  {"file", QT_TRANSLATE_NOOP("millrace::ui::TrafficText", "From a file"), nullptr}};

const SizeText* findSize(std::string_view name)
{
    for (const SizeText& words : sizeWords)
        if (words.name == name)
            return &words;
    return nullptr;
}

QString words(const char* text)
{
    return text ? QCoreApplication::translate("millrace::ui::TrafficText", text) : QString();
}

bool isPublished(Pattern pattern)
{
    return pattern == Pattern::PublishedBurst || pattern == Pattern::PublishedConsistent
        || pattern == Pattern::PublishedPoisson;
}

bool sizeApplies(const TrafficProfile& profile, std::string_view field)
{
    if (profile.pattern == Pattern::Stream || profile.pattern == Pattern::Trace)
        return false;
    if (isPublished(profile.pattern))
        return field == "sizes.scale" || (profile.pattern == Pattern::PublishedPoisson && field == "sizes.bytes");
    const std::string& name = profile.sizes.name;
    if (field == "sizes.bytes")
        return name == "fixed";
    if (field == "sizes.file" || field == "sizes.unit_bytes")
        return name == "file";
    return field != "sizes.convention" || name != "fixed";
}

} // namespace

QStringList patternTitles()
{
    return {Words::tr("Equal gaps"),
            Words::tr("Poisson"),
            Words::tr("Log-normal gaps"),
            Words::tr("On and off"),
            Words::tr("Bursts"),
            Words::tr("From a trace"),
            Words::tr("Long-lived streams"),
            Words::tr("As published: consistent"),
            Words::tr("As published: bursts"),
            Words::tr("As published: Poisson")};
}

QString patternExplanation(Pattern pattern)
{
    switch (pattern) {
    case Pattern::Deterministic: return Words::tr("Flows start one after another in equal distances.");
    case Pattern::Exponential: return Words::tr("Flows start independently of each other: exponential gaps.");
    case Pattern::LogNormal: return Words::tr("Gaps are log-normal, with the given coefficient of variation.");
    case Pattern::OnOff:
        return Words::tr(
            "Poisson while on, nothing while off; both intervals are exponential. The rate is the mean over both.");
    case Pattern::Burst:
        return Words::tr("A share of each period's bytes comes at its beginning, the rest spread over the period.");
    case Pattern::Trace:
        return Words::tr("Times, sizes and destinations from a load file, or the on and off stretches of a measured "
                         "job.");
    case Pattern::Stream: return Words::tr("Connections that last as long as the load, as iperf makes them.");
    case Pattern::PublishedConsistent:
        return Words::tr("The study's first generator as it was used: whole-number gaps, nearly periodic.");
    case Pattern::PublishedBurst:
        return Words::tr("The study's fifth generator as it was used: two flows in each burst.");
    case Pattern::PublishedPoisson:
        return Words::tr("The study's Poisson generator as it was used: exponential gaps, flows of one size.");
    }
    return {};
}

QStringList matrixTitles()
{
    return {Words::tr("One to one"), Words::tr("Each to any"), Words::tr("Incast"), Words::tr("All to all")};
}

QString matrixExplanation(Matrix matrix)
{
    switch (matrix) {
    case Matrix::One: return Words::tr("From the first source to the first destination.");
    case Matrix::Many: return Words::tr("Each source sends to all destinations, in turn by chance.");
    case Matrix::Incast: return Words::tr("All sources send to the first destination, beginning together.");
    case Matrix::AllToAll: return Words::tr("Each of the nodes sends to each other one.");
    }
    return {};
}

QStringList conventionTitles()
{
    return {Words::tr("Only the listed sizes"), Words::tr("Also sizes between them")};
}

QStringList transportTitles()
{
    return {QStringLiteral("TCP"), QStringLiteral("UDP")};
}

std::vector<std::string> sizeNames()
{
    std::vector<std::string> names;
    for (const std::string_view name : crosstraffic::SizeDistribution::names())
        names.emplace_back(name);
    names.emplace_back("fixed");
    names.emplace_back("file");
    return names;
}

QString sizeTitle(std::string_view name)
{
    const SizeText* found = findSize(name);
    return found ? words(found->title) : toQString(name);
}

QString sizeExplanation(const crosstraffic::SizeSpec& sizes)
{
    if (sizes.name == "file")
        return Words::tr("Lines of a size and its cumulative probability, as network simulators read them.");
    const SizeText* found = findSize(sizes.name);
    if (!found || !found->source)
        return {};
    const auto distribution = crosstraffic::sizesOf(sizes);
    if (!distribution)
        return {};
    return Words::tr("%1; the mean is %2.").arg(words(found->source), formatSize(distribution->mean(), QLocale()));
}

bool fieldApplies(const TrafficProfile& profile, std::string_view field)
{
    if (field.starts_with("sizes"))
        return sizeApplies(profile, field);
    const auto* found = findField(crosstraffic::trafficFields, field);
    return found == nullptr || found->options.applies == nullptr || found->options.applies(profile);
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/run_alarm.h"

#include "core/base/json_fields.h"
#include "core/base/unknown.h"
#include "core/store/event_kinds.h"
#include "ui/base/format.h"

#include <QCoreApplication>

#include <cmath>

namespace millrace::ui {
namespace {

constexpr std::size_t mostWorkers = 1024;
constexpr int shownWorkers = 6;

QString words(const char* text)
{
    return QCoreApplication::translate("RunAlarm", text);
}

double numberIn(const Json& json, const char* name)
{
    const auto found = json.find(name);
    return found != json.end() && found->is_number() ? found->get<double>() : unknown;
}

std::int64_t countIn(const Json& json, const char* name, std::int64_t absent)
{
    const double value = numberIn(json, name);
    return std::abs(value) < 9e18 ? static_cast<std::int64_t>(value) : absent;
}

std::optional<int> rankIn(const Json& json, int least = 0)
{
    if (!json.is_number_integer())
        return {};
    const auto rank = json.get<std::int64_t>();
    return rank >= least && rank < 1'000'000 ? std::optional(static_cast<int>(rank)) : std::nullopt;
}

void readNames(const Json& json, RunAlarm& alarm)
{
    if (const auto workers = json.find("workers"); workers != json.end() && workers->is_array())
        for (const Json& each : *workers)
            if (const auto rank = rankIn(each); rank && alarm.workers.size() < mostWorkers)
                alarm.workers.push_back(*rank);
    const auto link = json.find("link");
    if (link == json.end() || !link->is_array() || link->size() != 2)
        return;
    const auto from = rankIn((*link)[0], -1), to = rankIn((*link)[1], -1);
    if (from && to && (*from >= 0 || *to >= 0))
        alarm.link = {*from, *to};
}

QString percent(double share, const QLocale& locale)
{
    return locale.toString(100 * share, 'f', std::abs(share) < 0.1 ? 1 : 0) + QChar(0x00A0) + QLatin1Char('%');
}

QString plainHeadline(const RunAlarm& alarm, const QLocale& locale)
{
    const QString onset = alarm.onset >= 0 ? locale.toString(alarm.onset + 1) : QString();
    if (alarm.over)
        return onset.isEmpty()
            ? words(QT_TRANSLATE_NOOP("RunAlarm", "Step times are back to normal"))
            : words(QT_TRANSLATE_NOOP("RunAlarm", "Step times are back to normal since step %1")).arg(onset);
    if (std::isfinite(alarm.size)) {
        const QString size = percent(std::abs(alarm.size), locale);
        const QString frame = alarm.size < 0 ? words(QT_TRANSLATE_NOOP("RunAlarm", "Steps take %1 less"))
                                             : words(QT_TRANSLATE_NOOP("RunAlarm", "Steps take %1 longer"));
        return onset.isEmpty() ? frame.arg(size)
                               : words(QT_TRANSLATE_NOOP("RunAlarm", "%1 since step %2")).arg(frame.arg(size), onset);
    }
    return onset.isEmpty() ? words(QT_TRANSLATE_NOOP("RunAlarm", "Steps take longer"))
                           : words(QT_TRANSLATE_NOOP("RunAlarm", "Steps take longer since step %1")).arg(onset);
}

} // namespace

std::optional<RunAlarm> alarmOf(const store::Event& event)
{
    if (event.kind != store::events::alarm)
        return {};
    RunAlarm alarm;
    alarm.wall = event.wall;
    alarm.sentence = event.text;
    alarm.size = alarm.confidence = unknown;
    const Json json = Json::parse(event.json, nullptr, false);
    if (!json.is_object())
        return alarm;
    const auto text = json.find("detector");
    alarm.detector = text != json.end() && text->is_string() ? text->get<std::string>() : std::string();
    const auto over = json.find("over");
    alarm.over = over != json.end() && over->is_boolean() && over->get<bool>();
    const auto worse = json.find("worse");
    alarm.worse = worse != json.end() && worse->is_boolean() && worse->get<bool>();
    alarm.raised = countIn(json, "raised", -1);
    alarm.onset = countIn(json, "onset", -1);
    alarm.onsetWall = Nanoseconds(std::max<std::int64_t>(0, countIn(json, "onset_wall_ns", 0)));
    alarm.size = numberIn(json, "size");
    alarm.confidence = numberIn(json, "confidence");
    readNames(json, alarm);
    if (const auto cause = json.find("cause"); cause != json.end() && cause->is_string())
        alarm.cause = monitor::parseCause(cause->get<std::string>());
    alarm.causeBefore = numberIn(json, "cause_before");
    alarm.causeSince = numberIn(json, "cause_since");
    return alarm;
}

QString sizeText(const RunAlarm& alarm, const QLocale& locale)
{
    if (!std::isfinite(alarm.size))
        return {};
    if (std::abs(alarm.size) < 5e-4)
        return percent(0, locale);
    return (alarm.size < 0 ? QChar(0x2212) : QLatin1Char('+')) + percent(std::abs(alarm.size), locale);
}

QString confidenceText(const RunAlarm& alarm, const QLocale& locale)
{
    return std::isfinite(alarm.confidence) ? percent(alarm.confidence, locale) : QString();
}

QString blamedText(const RunAlarm& alarm)
{
    if (alarm.link && alarm.link->first < 0)
        return words(QT_TRANSLATE_NOOP("RunAlarm", "into rank %1")).arg(alarm.link->second);
    if (alarm.link && alarm.link->second < 0)
        return words(QT_TRANSLATE_NOOP("RunAlarm", "out of rank %1")).arg(alarm.link->first);
    if (alarm.link)
        return words(QT_TRANSLATE_NOOP("RunAlarm", "rank %1 → rank %2")).arg(alarm.link->first).arg(alarm.link->second);
    QStringList names;
    for (const int rank : alarm.workers)
        if (names.size() < shownWorkers)
            names.append(words(QT_TRANSLATE_NOOP("RunAlarm", "rank %1")).arg(rank));
    if (alarm.workers.size() > shownWorkers)
        names.append(QStringLiteral("…"));
    return names.join(QStringLiteral(", "));
}

QString causeText(const RunAlarm& alarm, const QLocale& locale)
{
    const auto quantity = [&](double value, const char* unit) { return formatQuantity(value, unit, locale); };
    const auto change = [&](const char* what, const QString& before, const QString& since) {
        return words(QT_TRANSLATE_NOOP("RunAlarm", "%1: %2 before, %3 since")).arg(words(what), before, since);
    };
    const double before = alarm.causeBefore, since = alarm.causeSince;
    switch (alarm.cause) {
    case monitor::Cause::Unknown: return {};
    case monitor::Cause::Computing:
        return change(QT_TRANSLATE_NOOP("RunAlarm", "computing"), quantity(before, "s"), quantity(since, "s"));
    case monitor::Cause::Stopped:
        return change(QT_TRANSLATE_NOOP("RunAlarm", "stopped by a signal"), percent(before, locale),
                      percent(since, locale));
    case monitor::Cause::Starved:
        return change(QT_TRANSLATE_NOOP("RunAlarm", "waiting for a processor"), quantity(before, "s"),
                      quantity(since, "s"));
    case monitor::Cause::Load:
        return change(QT_TRANSLATE_NOOP("RunAlarm", "competing traffic"), quantity(before, "bit/s"),
                      quantity(since, "bit/s"));
    case monitor::Cause::Losses:
        return change(QT_TRANSLATE_NOOP("RunAlarm", "retransmitted"), percent(before, locale), percent(since, locale));
    case monitor::Cause::RoundTrips:
        return change(QT_TRANSLATE_NOOP("RunAlarm", "round trips"), quantity(before, "s"), quantity(since, "s"));
    }
    return {};
}

QString alarmHeadline(const RunAlarm& alarm, const QLocale& locale)
{
    const QString headline = plainHeadline(alarm, locale);
    return alarm.worse ? words(QT_TRANSLATE_NOOP("RunAlarm", "%1, worse than before")).arg(headline) : headline;
}

QString alarmSentence(const RunAlarm& alarm, const QLocale& locale)
{
    if (alarm.detector.empty() && !alarm.sentence.empty())
        return toQString(alarm.sentence);
    QStringList parts{alarmHeadline(alarm, locale)};
    if (alarm.raised >= 0)
        parts.append(words(QT_TRANSLATE_NOOP("RunAlarm", "noticed at step %1")).arg(locale.toString(alarm.raised + 1)));
    if (const QString confidence = confidenceText(alarm, locale); !confidence.isEmpty())
        parts.append(words(QT_TRANSLATE_NOOP("RunAlarm", "confidence %1")).arg(confidence));
    if (const QString cause = causeText(alarm, locale); !cause.isEmpty())
        parts.append(cause);
    if (const QString blamed = blamedText(alarm); !blamed.isEmpty())
        parts.append(alarm.link ? words(QT_TRANSLATE_NOOP("RunAlarm", "link %1")).arg(blamed)
                                : words(QT_TRANSLATE_NOOP("RunAlarm", "seen by %1")).arg(blamed));
    if (!alarm.detector.empty())
        parts.append(words(QT_TRANSLATE_NOOP("RunAlarm", "detector %1")).arg(toQString(alarm.detector)));
    return parts.join(QStringLiteral(" · "));
}

TimelineEvent alarmMark(const RunAlarm& alarm, const QLocale& locale)
{
    QStringList label;
    if (alarm.over)
        label.append(words(QT_TRANSLATE_NOOP("RunAlarm", "over")));
    else {
        if (alarm.worse)
            label.append(words(QT_TRANSLATE_NOOP("RunAlarm", "worse")));
        label.append(sizeText(alarm, locale));
        label.append(blamedText(alarm));
        label.removeAll(QString());
        if (label.isEmpty())
            label.append(words(QT_TRANSLATE_NOOP("RunAlarm", "alarm")));
    }
    return {alarm.wall.count(), alarmSentence(alarm, locale), toQString(store::events::alarm.name),
            label.join(QStringLiteral(" · "))};
}

store::LogLine alarmLine(const RunAlarm& alarm, const QLocale& locale)
{
    return {alarm.wall, {}, "detector", alarm.over ? "notice" : "alarm", alarmSentence(alarm, locale).toStdString()};
}

} // namespace millrace::ui

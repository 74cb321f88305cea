// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/time_axis.h"

#include <QDateTime>
#include <QLocale>
#include <QStringList>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace millrace::ui {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;
constexpr std::array roundSteps{second, 2 * second, 5 * second, 10 * second, 15 * second, 30 * second,
                                minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
                                hour,   2 * hour,   3 * hour,   6 * hour,    12 * hour,   day};

std::int64_t decimalStep(std::int64_t atLeast, std::int64_t unit)
{
    for (std::int64_t power = unit;; power *= 10)
        for (const std::int64_t factor : {1, 2, 5})
            if (factor * power >= atLeast || power > (std::int64_t(1) << 58))
                return factor * power;
}

std::int64_t stepFor(std::int64_t atLeast)
{
    if (atLeast <= second / 2)
        return decimalStep(std::max<std::int64_t>(atLeast, 1), 1);
    const auto step = std::lower_bound(roundSteps.begin(), roundSteps.end(), atLeast);
    return step == roundSteps.end() ? decimalStep(atLeast, day) : *step;
}

/// So many decimals of `unit` that `resolution` is seen.
int decimalsFor(std::int64_t unit, std::int64_t resolution)
{
    int decimals = 0;
    for (; unit > resolution && unit > 1; unit /= 10)
        ++decimals;
    return decimals;
}

QString withUnit(const QString& number, const char* unit)
{
    return number + QChar(0x00A0) + QString::fromUtf8(unit);
}

/// Exact: nanoseconds of a long run do not fit into a double.
QString decimalText(std::int64_t value, std::int64_t unit, int decimals, const QLocale& locale)
{
    std::int64_t resolution = unit;
    for (int i = 0; i < decimals; ++i)
        resolution /= 10;
    value = value / resolution * resolution;
    QString text = locale.toString(static_cast<qlonglong>(value / unit));
    const std::int64_t rest = value % unit / resolution;
    if (decimals == 0 || rest == 0)
        return text;
    QString digits = QStringLiteral("%1").arg(rest, decimals, 10, QLatin1Char('0'));
    while (digits.endsWith(QLatin1Char('0')))
        digits.chop(1);
    return text + locale.decimalPoint() + digits;
}

QString shortText(std::int64_t offset, std::int64_t resolution, const QLocale& locale)
{
    if (offset >= 1'000'000)
        return withUnit(decimalText(offset, 1'000'000, decimalsFor(1'000'000, resolution), locale), "ms");
    if (offset >= 1'000)
        return withUnit(decimalText(offset, 1'000, decimalsFor(1'000, resolution), locale), "µs");
    return withUnit(locale.toString(static_cast<qlonglong>(offset)), "ns");
}

TimeTick tickAt(std::int64_t time, std::int64_t origin, std::int64_t step, const QLocale& locale)
{
    return {time, offsetText(time - origin, step, locale)};
}

std::vector<TimeTick> ticksOf(TimeRange view, std::int64_t origin, std::int64_t step, const QLocale& locale)
{
    std::vector<TimeTick> ticks;
    std::int64_t offset = (view.begin - origin) / step * step;
    if (origin + offset < view.begin)
        offset += step;
    for (; origin + offset <= view.end; offset += step)
        ticks.push_back(tickAt(origin + offset, origin, step, locale));
    return ticks;
}

} // namespace

std::vector<TimeTick> timeTicks(TimeRange view, std::int64_t origin, double width,
                                const std::function<double(const QString&)>& labelWidth, const QLocale& locale)
{
    if (view.isEmpty() || !(width > 0))
        return {};
    std::vector<TimeTick> ticks;
    double wanted = std::max(width / 80, 1.0);
    for (int attempt = 0; attempt < 4; ++attempt) {
        const auto rough = static_cast<std::int64_t>(static_cast<double>(view.length()) / wanted);
        const std::int64_t step = stepFor(std::max<std::int64_t>(rough, 1));
        ticks = ticksOf(view, origin, step, locale);
        double widest = 0;
        for (const TimeTick& tick : ticks)
            widest = std::max(widest, labelWidth(tick.label));
        const double room = width * static_cast<double>(step) / static_cast<double>(view.length());
        if (ticks.size() < 2 || widest * 1.25 <= room)
            return ticks;
        wanted = std::min(wanted / 1.7, width / (widest * 1.25));
    }
    return ticks;
}

QString offsetText(std::int64_t offset, std::int64_t resolution, const QLocale& locale)
{
    const QString sign = offset < 0 ? QStringLiteral("−") : QString();
    std::int64_t rest = std::abs(offset);
    if (rest > 0 && rest < second && resolution < second)
        return sign + shortText(rest, resolution, locale);
    QStringList parts;
    for (const auto& [unit, name] : {std::pair(day, "d"), std::pair(hour, "h"), std::pair(minute, "min")}) {
        if (rest >= unit)
            parts << withUnit(locale.toString(static_cast<qlonglong>(rest / unit)), name);
        rest %= unit;
    }
    const QString seconds = decimalText(rest, second, decimalsFor(second, resolution), locale);
    if (seconds != locale.toString(0) || parts.isEmpty())
        parts << withUnit(seconds, "s");
    return sign + parts.join(QLatin1Char(' '));
}

QString instantText(std::int64_t time, std::int64_t resolution)
{
    const std::int64_t fraction = ((time % second) + second) % second;
    const QDateTime instant = QDateTime::fromSecsSinceEpoch((time - fraction) / second);
    QString text = instant.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    const int decimals = decimalsFor(second, resolution);
    if (decimals > 0)
        text += QLatin1Char('.') + QStringLiteral("%1").arg(fraction, 9, 10, QLatin1Char('0')).left(decimals);
    const int minutes = instant.offsetFromUtc() / 60;
    return text
        + QStringLiteral(" %1%2:%3")
              .arg(minutes < 0 ? QLatin1Char('-') : QLatin1Char('+'))
              .arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0'))
              .arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0'));
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/format.h"

#include <QDateTime>
#include <QLocale>

#include <array>
#include <cmath>
#include <span>

namespace millrace::ui {
namespace {

struct Step
{
    double factor;
    const char* unit;
};

const QString noValue = QStringLiteral("–");

QString significant(double value, int digits, const QLocale& locale)
{
    if (!std::isfinite(value))
        return noValue;
    const double magnitude = std::abs(value);
    if (magnitude != 0 && (magnitude >= 1e9 || magnitude < 1e-4))
        return locale.toString(value, 'g', digits);
    const int exponent = magnitude == 0 ? digits : static_cast<int>(std::floor(std::log10(magnitude)));
    QString text = locale.toString(value, 'f', std::max(0, digits - 1 - exponent));
    const QString point = locale.decimalPoint();
    if (text.contains(point)) {
        while (text.endsWith(locale.zeroDigit()))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(point.size());
    }
    return text;
}

/// In the largest unit that leaves at least 1. A value that would be rounded up to the next unit gets that unit.
QString scaled(double value, std::span<const Step> steps, const QLocale& locale)
{
    if (!std::isfinite(value))
        return noValue;
    const Step* chosen = &steps.front();
    for (const Step& step : steps) {
        if (std::abs(value) >= step.factor * 0.9995)
            chosen = &step;
    }
    return significant(value / chosen->factor, 3, locale) + QChar(0x00A0) + QString::fromUtf8(chosen->unit);
}

constexpr std::array<Step, 5> rateSteps{
    {{1, "bit/s"}, {1e3, "kbit/s"}, {1e6, "Mbit/s"}, {1e9, "Gbit/s"}, {1e12, "Tbit/s"}}};
constexpr std::array<Step, 4> operationRateSteps{
    {{1, "FLOP/s"}, {1e6, "MFLOP/s"}, {1e9, "GFLOP/s"}, {1e12, "TFLOP/s"}}};
constexpr std::array<Step, 5> sizeSteps{
    {{1, "B"}, {1024., "KiB"}, {1048576., "MiB"}, {1073741824., "GiB"}, {1099511627776., "TiB"}}};
constexpr std::array<Step, 6> durationSteps{
    {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}, {60e9, "min"}, {3600e9, "h"}}};

} // namespace

QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString pathText(const std::filesystem::path& path)
{
    return toQString(path.string());
}

std::filesystem::path toPath(const QString& file)
{
    return {file.toStdString()};
}

QString formatNumber(double value, const QLocale& locale)
{
    return significant(value, 4, locale);
}

QString formatCount(qint64 value, const QLocale& locale)
{
    return locale.toString(value);
}

QString formatRate(double bitsPerSecond, const QLocale& locale)
{
    return scaled(bitsPerSecond, rateSteps, locale);
}

QString formatDuration(std::chrono::nanoseconds duration, const QLocale& locale)
{
    return scaled(static_cast<double>(duration.count()), durationSteps, locale);
}

QString formatSize(double bytes, const QLocale& locale)
{
    return scaled(bytes, sizeSteps, locale);
}

QString formatFraction(double fraction, const QLocale& locale)
{
    return significant(fraction * 100, 3, locale) + QChar(0x00A0) + QLatin1Char('%');
}

QString formatInstant(std::chrono::nanoseconds sinceEpoch, const QLocale& locale)
{
    if (sinceEpoch.count() == 0)
        return {};
    const QDateTime instant = QDateTime::fromMSecsSinceEpoch(sinceEpoch.count() / 1'000'000);
    return locale.toString(instant.date(), QLocale::ShortFormat) + QLatin1Char(' ')
        + instant.time().toString(QStringLiteral("HH:mm:ss")) + QLatin1Char(' ') + instant.timeZoneAbbreviation();
}

QString formatQuantity(double value, std::string_view unit, const QLocale& locale)
{
    if (unit == "ns")
        return scaled(value, durationSteps, locale);
    if (unit == "s")
        return scaled(value * 1e9, durationSteps, locale);
    if (unit == "bytes" || unit == "B" || unit == "byte")
        return scaled(value, sizeSteps, locale);
    if (unit == "bit/s")
        return scaled(value, rateSteps, locale);
    if (unit == "FLOP/s")
        return scaled(value, operationRateSteps, locale);
    QString number = formatNumber(value, locale);
    if (unit.empty() || unit == "1" || !std::isfinite(value))
        return number;
    return number + QChar(0x00A0) + toQString(unit);
}

QString asSentence(std::string_view text)
{
    QString sentence = toQString(text).trimmed();
    if (sentence.isEmpty())
        return sentence;
    // A name stays as it is: "hivemind-77 has …".
    const auto isLetter = [](QChar c) { return c.isLetter(); };
    const QString first = sentence.section(QLatin1Char(' '), 0, 0);
    if (std::all_of(first.begin(), first.end(), isLetter))
        sentence[0] = sentence.at(0).toUpper();
    if (!sentence.endsWith(QLatin1Char('.')) && !sentence.endsWith(QLatin1Char('?'))
        && !sentence.endsWith(QLatin1Char('!')))
        sentence += QLatin1Char('.');
    return sentence;
}

} // namespace millrace::ui

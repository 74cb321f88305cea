// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <chrono>
#include <filesystem>
#include <string_view>

class QLocale;

namespace millrace::ui {

/// Numbers, quantities and times as text for people, in their locale. Scaled to three significant digits: "97,6 MiB".

[[nodiscard]] QString toQString(std::string_view utf8);
[[nodiscard]] QString pathText(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& file);

/// At most four significant digits; "–" for NaN.
[[nodiscard]] QString formatNumber(double value, const QLocale& locale);
[[nodiscard]] QString formatCount(qint64 value, const QLocale& locale);
/// "2.5 Gbit/s".
[[nodiscard]] QString formatRate(double bitsPerSecond, const QLocale& locale);
/// "12.3 ms".
[[nodiscard]] QString formatDuration(std::chrono::nanoseconds duration, const QLocale& locale);
/// "97.6 MiB".
[[nodiscard]] QString formatSize(double bytes, const QLocale& locale);
/// "1.25 %".
[[nodiscard]] QString formatFraction(double fraction, const QLocale& locale);
/// Local date and time of an instant since the epoch; empty for 0, which means "not yet".
[[nodiscard]] QString formatInstant(std::chrono::nanoseconds sinceEpoch, const QLocale& locale);
/// A value in a unit as the store names it ("ns", "bytes", "bit/s", "samples/s", …), scaled where that helps.
[[nodiscard]] QString formatQuantity(double value, std::string_view unit, const QLocale& locale);
/// Starts with a capital letter, unless with a name, and ends with a full stop.
[[nodiscard]] QString asSentence(std::string_view text);

} // namespace millrace::ui

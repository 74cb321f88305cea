// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/format.h"

#include <QLocale>
#include <QtTest>

#include <limits>

using namespace millrace::ui;
using namespace std::chrono_literals;

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantities_data();
    void quantities();
    void instants();
    void paths();
};

void TestFormat::quantities_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    const QLocale german(QLocale::German, QLocale::Germany);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto row = [](const char* name, const QString& text, const char* expected) {
        QString spaced = QString::fromUtf8(expected);
        QTest::newRow(name) << text << spaced.replace(QLatin1Char('_'), QChar(0x00A0));
    };
    row("rate", formatRate(2.5e9, english), "2.5_Gbit/s");
    row("rate of nothing", formatRate(0, english), "0_bit/s");
    row("rate, German", formatRate(2.5e9, german), "2,5_Gbit/s");
    row("rate just below a unit", formatRate(999'999, english), "1_Mbit/s");
    row("rate below that", formatRate(999'000, english), "999_kbit/s");
    row("delay", formatDuration(500us, english), "500_µs");
    row("delay of 12.34 ms", formatDuration(12'340us, english), "12.3_ms");
    row("minutes", formatDuration(90s, english), "1.5_min");
    row("size", formatSize(97.6 * 1048576, german), "97,6_MiB");
    row("whole size", formatSize(65536, english), "64_KiB");
    row("size of one unit less one", formatSize(1023, english), "1,023_B");
    row("loss", formatFraction(0.01, english), "1_%");
    row("small loss", formatFraction(0.00125, german), "0,125_%");
    row("count", formatCount(1234567, english), "1,234,567");
    row("number", formatNumber(123.456, english), "123.5");
    row("large number", formatNumber(12345.6, english), "12,346");
    row("zero", formatNumber(0, english), "0");
    row("tiny", formatNumber(1.25e-7, english), "1.25E-07");
    row("not a number", formatNumber(nan, english), "–");
    row("no duration", formatQuantity(nan, "ns", english), "–");
    row("nanoseconds", formatQuantity(2.5e7, "ns", english), "25_ms");
    row("seconds", formatQuantity(0.025, "s", english), "25_ms");
    row("bytes", formatQuantity(2048, "bytes", english), "2_KiB");
    row("own unit", formatQuantity(118.24, "samples/s", english), "118.2_samples/s");
    row("no unit", formatQuantity(118.5, "", english), "118.5");
    row("negative", formatQuantity(-2500, "ns", english), "-2.5_µs");
}

void TestFormat::quantities()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(text, expected);
}

void TestFormat::instants()
{
    qputenv("TZ", "UTC");
    const QLocale german(QLocale::German, QLocale::Germany);
    QCOMPARE(formatInstant(0ns, german), QString());
    QCOMPARE(formatInstant(1'700'000'000s, german), QStringLiteral("14.11.23 22:13:20 UTC"));
}

void TestFormat::paths()
{
    const QString file = QStringLiteral("/tmp/ein Ordner/größe.millrace");
    QCOMPARE(pathText(toPath(file)), file);
}

QTEST_APPLESS_MAIN(TestFormat)
#include "tst_format.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// The mean colour of what is not transparent.
QColor inkOf(const QPixmap& pixmap)
{
    const QImage image = pixmap.toImage().convertToFormat(QImage::Format_ARGB32);
    double red = 0, green = 0, blue = 0, weight = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            red += color.redF() * color.alphaF();
            green += color.greenF() * color.alphaF();
            blue += color.blueF() * color.alphaF();
            weight += color.alphaF();
        }
    }
    return weight == 0 ? QColor() : QColor::fromRgbF(float(red / weight), float(green / weight), float(blue / weight));
}

double distance(const QColor& a, const QColor& b)
{
    return std::abs(a.redF() - b.redF()) + std::abs(a.greenF() - b.greenF()) + std::abs(a.blueF() - b.blueF());
}

} // namespace

class TestIcons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { applyTheme(*qApp, Theme::Light); }

    void everyDrawingHasInk()
    {
        const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
        QVERIFY(files.size() > 50);
        for (const QString& file : files) {
            const QPixmap pixmap = icon(file.chopped(4)).pixmap(24, 24);
            QVERIFY2(inkOf(pixmap).isValid(), qPrintable(file));
        }
    }

    // Every name that the sources ask for is there.
    void everyNameHasADrawing()
    {
        const QRegularExpression call(QStringLiteral("\\bicon\\(\\s*QStringLiteral\\(\"([^\"]+)\"\\)"));
        QDirIterator sources(qEnvironmentVariable("MR_SOURCE") + QStringLiteral("/ui"), {QStringLiteral("*.cpp")},
                             QDir::Files, QDirIterator::Subdirectories);
        int seen = 0;
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto matches = call.globalMatch(QString::fromUtf8(file.readAll()));
            while (matches.hasNext()) {
                const QString name = matches.next().captured(1);
                ++seen;
                QVERIFY2(!icon(name).isNull(), qPrintable(file.fileName() + QStringLiteral(": ") + name));
            }
        }
        QVERIFY(seen > 5);
    }

    void inkFollowsTheTheme()
    {
        const QIcon sign = icon(QStringLiteral("save"));
        const QColor light = inkOf(sign.pixmap(32, 32));
        QVERIFY(distance(light, qApp->palette().color(QPalette::ButtonText)) < 0.1);
        applyTheme(*qApp, Theme::Dark);
        const QColor dark = inkOf(sign.pixmap(32, 32));
        QVERIFY(distance(dark, qApp->palette().color(QPalette::ButtonText)) < 0.1);
        QVERIFY(distance(light, dark) > 1);
    }

    void fixedInkStays()
    {
        const QColor red = errorColor(false);
        QVERIFY(distance(inkOf(icon(QStringLiteral("error"), red).pixmap(32, 32)), red) < 0.1);
        QVERIFY(distance(inkOf(icon(QStringLiteral("error"), red).pixmap(QSize(32, 32), QIcon::Disabled)), red) > 0.2);
    }

    void unknownNameIsNull() { QVERIFY(icon(QStringLiteral("no such drawing")).isNull()); }

    // WCAG 2.1, 1.4.11: signs and lines need 3 to 1 on their ground.
    void coloursHaveContrast_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void coloursHaveContrast()
    {
        QFETCH(bool, dark);
        const QColor ground = paletteFor(dark ? Theme::Dark : Theme::Light).color(QPalette::Base);
        for (int i = 0; i < seriesColorCount; ++i)
            QVERIFY2(contrastRatio(seriesColor(i, dark), ground) >= 3, qPrintable(QString::number(i)));
        for (int state = 0; state <= static_cast<int>(store::RunState::Invalid); ++state)
            QVERIFY2(contrastRatio(stateColor(static_cast<store::RunState>(state), dark), ground) >= 3,
                     qPrintable(QString::number(state)));
        for (const QColor& color : {goodColor(dark), warningColor(dark), errorColor(dark)})
            QVERIFY2(contrastRatio(color, ground) >= 4.5, qPrintable(color.name()));
        const QPalette palette = paletteFor(dark ? Theme::Dark : Theme::Light);
        QVERIFY(contrastRatio(palette.color(QPalette::Text), ground) >= 7);
        QVERIFY(contrastRatio(palette.color(QPalette::PlaceholderText), ground) >= 4.5);
        QVERIFY(contrastRatio(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
        QVERIFY(contrastRatio(palette.color(QPalette::Link), palette.color(QPalette::Window)) >= 4.5);
    }
    void contrastOfBlackAndWhite() { QVERIFY(std::abs(contrastRatio(Qt::black, Qt::white) - 21) < 1e-9); }
};

QTEST_MAIN(TestIcons)
#include "tst_icons.moc"

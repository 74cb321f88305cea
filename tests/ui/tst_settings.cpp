// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/settings.h"
#include "ui/base/theme.h"

#include <QSignalSpy>
#include <QtTest>

using namespace millrace::ui;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void themeIsRemembered();
    void recentFiles();
    void widgetStates();
    void palettes();

private:
    QTemporaryDir m_folder;
    QString m_file;
    int m_number = 0;
};

void TestSettings::init()
{
    m_file = m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_number));
}

void TestSettings::themeIsRemembered()
{
    {
        Settings settings(m_file);
        QSignalSpy changed(&settings, &Settings::themeChanged);
        QCOMPARE(settings.theme(), Theme::Light);
        settings.setTheme(Theme::Dark);
        settings.setTheme(Theme::Dark);
        QCOMPARE(changed.count(), 1);
    }
    QCOMPARE(Settings(m_file).theme(), Theme::Dark);
}

void TestSettings::recentFiles()
{
    Settings settings(m_file);
    QVERIFY(settings.recentFiles().isEmpty());
    for (int i = 0; i < Settings::maximumRecentFiles + 5; ++i)
        settings.addRecentFile(QStringLiteral("/tmp/%1.millrace").arg(i));
    QCOMPARE(settings.recentFiles().size(), Settings::maximumRecentFiles);
    QCOMPARE(settings.recentFiles().first(), QStringLiteral("/tmp/14.millrace"));
    settings.addRecentFile(QStringLiteral("/tmp/10.millrace"));
    QCOMPARE(settings.recentFiles().first(), QStringLiteral("/tmp/10.millrace"));
    QCOMPARE(settings.recentFiles().size(), Settings::maximumRecentFiles);
    settings.removeRecentFile(QStringLiteral("/tmp/10.millrace"));
    QVERIFY(!settings.recentFiles().contains(QStringLiteral("/tmp/10.millrace")));
    settings.addRecentFile(QStringLiteral("relative.mrdb"));
    QVERIFY(QFileInfo(settings.recentFiles().first()).isAbsolute());
    settings.clearRecentFiles();
    QVERIFY(Settings(m_file).recentFiles().isEmpty());
}

void TestSettings::widgetStates()
{
    Settings(m_file).setWidgetState(QStringLiteral("window"), QByteArray("\0\1\2", 3));
    QCOMPARE(Settings(m_file).widgetState(QStringLiteral("window")), QByteArray("\0\1\2", 3));
    QVERIFY(Settings(m_file).widgetState(QStringLiteral("other")).isEmpty());
}

// Contrast by WCAG 2.1: 4.5 for text, 3 for large or secondary text.
void TestSettings::palettes()
{
    const auto luminance = [](const QColor& color) {
        const auto part = [](double value) {
            return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
    };
    const auto contrast = [&](const QColor& a, const QColor& b) {
        const double x = luminance(a) + 0.05;
        const double y = luminance(b) + 0.05;
        return std::max(x, y) / std::min(x, y);
    };
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        const QPalette palette = paletteFor(theme);
        QCOMPARE(isDark(palette), theme == Theme::Dark);
        QVERIFY(contrast(palette.color(QPalette::Text), palette.color(QPalette::Base)) >= 7);
        QVERIFY(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) >= 7);
        QVERIFY(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 7);
        QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)) >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Window)) >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
    }
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"

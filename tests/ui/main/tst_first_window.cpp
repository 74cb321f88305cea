// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/settings.h"
#include "ui/main/main_window.h"

#include <QScreen>
#include <QtTest>

using namespace millrace::ui;

/// The window of somebody who starts the program for the first time, with its title bar, on the screen that is there.
class TestFirstWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitsTheScreen()
    {
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        settings.setValue(QStringLiteral("autosave/folder"), folder.filePath(QStringLiteral("autosave")));
        MainWindow window(settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTest::qWait(300); // the frame comes from the window manager
        const QRect screen = window.screen()->geometry();
        const QRect frame = window.frameGeometry();
        QVERIFY2(screen.contains(frame),
                 qPrintable(QStringLiteral("%1 × %2 at %3, %4 on %5 × %6")
                                .arg(frame.width())
                                .arg(frame.height())
                                .arg(frame.x())
                                .arg(frame.y())
                                .arg(screen.width())
                                .arg(screen.height())));
        QVERIFY(window.minimumSizeHint().height() <= 480);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(window.grab().save(QStringLiteral("%1/first-%2.png").arg(shots).arg(screen.width())));
    }
};

QTEST_MAIN(TestFirstWindow)
#include "tst_first_window.moc"

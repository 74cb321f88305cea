// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/grid/shots.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_plot.h"
#include "ui/trace/trace_session.h"

#include <QSignalSpy>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestTracePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shots()
    {
        const QStringList files = qEnvironmentVariable("MR_CAPTURE").split(QLatin1Char(' '), Qt::SkipEmptyParts);
        if (files.isEmpty())
            QSKIP("no MR_CAPTURE");
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("s.ini")));
        TracePage page(files, settings);
        page.resize(1280, 690);
        page.show();
        QElapsedTimer clock;
        clock.start();
        int partials = 0;
        connect(&page.session(), &TraceSession::changed, this, [&] {
            ++partials;
            qInfo() << "changed" << clock.elapsed() << page.session().trace()->summary.packets.all;
        });
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        QSignalSpy failed(&page, &DocumentPage::failed);
        page.reload();
        QTRY_VERIFY_WITH_TIMEOUT(!loaded.isEmpty() || !failed.isEmpty(), 60000);
        qInfo() << "loaded" << clock.elapsed();
        QVERIFY(failed.isEmpty());
        QTest::qWait(1500);
        test::shoot(page, "flows", {1280, 690});
        PlotChoice choice;
        choice.lines = PlotLines::Pairs;
        page.plot().setChoice(choice);
        for (int tab = 1; tab < TracePage::TabCount; ++tab) {
            page.showTab(static_cast<TracePage::Tab>(tab));
            QTest::qWait(3000);
            test::shoot(page, QByteArray("tab-").append(QByteArray::number(tab)).constData(), {1280, 690});
        }
        page.showTab(TracePage::FlowTab);
        TraceFocus focus;
        const TimeRange all = page.session().trace()->range();
        focus.time = snapToBins(*page.session().trace(), {all.begin + all.length() / 4, all.begin + all.length() / 3});
        focus.kind = TraceFocus::Kind::Flows;
        focus.rows = {0, 3};
        page.setFocus(focus);
        QTest::qWait(1000);
        test::shoot(page, "focus", {1280, 690});
        page.plot().plot().setView({all.begin, all.begin + all.length() / 20});
        QTest::qWait(1000);
        test::shoot(page, "zoom", {1280, 690});
    }
};

QTEST_MAIN(TestTracePage)
#include "tst_trace_page.moc"

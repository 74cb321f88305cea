// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/resize_schedule.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::elastic;

class TestResizeSchedule : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theThreeSyntaxes()
    {
        QVERIFY(*parseResizeSchedule("10:2,100:0", ScheduleSyntax::StepSize) == (ResizeSchedule{{10, 2}, {100, 0}}));
        QVERIFY(*parseResizeSchedule("3:2, 3:4,3:16,3:1", ScheduleSyntax::StepsSize)
                == (ResizeSchedule{{0, 2}, {3, 4}, {6, 16}, {9, 1}}));
        QVERIFY(*parseScheduleSyntax("size:steps") == ScheduleSyntax::SizeSteps);
        QCOMPARE(parseScheduleSyntax("size").error().code, ErrorCode::InvalidInput);
    }

    /// The expansion that KungFu documents.
    void sizesOfEachStep()
    {
        const auto schedule = *parseResizeSchedule("1:3,2:3,4:3,8:3", ScheduleSyntax::SizeSteps);
        const std::vector<int> expected = {1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8};
        for (int step = 0; step < 12; ++step)
            QCOMPARE(*workersAt(schedule, step), expected[static_cast<std::size_t>(step)]);
        QVERIFY(!workersAt(*parseResizeSchedule("10:2", ScheduleSyntax::StepSize), 9));
    }

    void textComesBack()
    {
        const auto schedule = *parseResizeSchedule("0:1,7:3,20:0", ScheduleSyntax::StepSize);
        QCOMPARE(resizeScheduleText(schedule), std::string("0:1,7:3,20:0"));
        QVERIFY(*parseResizeSchedule(resizeScheduleText(schedule), ScheduleSyntax::StepSize) == schedule);
    }

    void badPairsAreNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        for (const char* text : {"", "10", "10:2:3", "a:2", "10:-1", "10:2,", "10:2,10:3", "10:2,5:3", "1:200000"})
            QTest::addRow("%s", text) << text << QString(text).section(',', -1);
    }
    void badPairsAreNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        const auto result = parseResizeSchedule(text.toStdString(), ScheduleSyntax::StepSize);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::InvalidInput);
        QVERIFY2(result.error().what.starts_with("\"" + named.toStdString() + "\""), result.error().what.c_str());
    }
    void aStretchLastsAStep()
    {
        QVERIFY(!parseResizeSchedule("2:0", ScheduleSyntax::SizeSteps));
        QVERIFY(!parseResizeSchedule("0:2", ScheduleSyntax::StepsSize));
    }
};

QTEST_APPLESS_MAIN(TestResizeSchedule)
#include "tst_resize_schedule.moc"

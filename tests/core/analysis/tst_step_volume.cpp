// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_volume.h"

#include <QtTest>

using namespace millrace::analysis;

class TestStepVolume : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void binsCountInPart()
    {
        BinnedSeries series;
        series.start = 0;
        series.width = 10;
        series.index = {0, 1, 5};
        series.bytes = {100, 200, 300};
        series.packets = {1, 1, 1};
        const std::vector<LoggedStep> stretches{{-5, 5}, {5, 15}, {12, 52}, {58, 70}, {70, 70}};
        QCOMPARE(bytesWithin(series, stretches), (std::vector<double>{50, 150, 220, 60, 0}));
    }
};

QTEST_APPLESS_MAIN(TestStepVolume)
#include "tst_step_volume.moc"

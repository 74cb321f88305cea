// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/wait_graph.h"

#include <QtTest>
#include <random>

using namespace millrace::analysis;

namespace {

WaitMatrix nobody(std::size_t ranks)
{
    return WaitMatrix(ranks, std::vector<double>(ranks, 0));
}

void compare(const std::vector<double>& found, const std::vector<double>& expected)
{
    QCOMPARE(found.size(), expected.size());
    for (std::size_t rank = 0; rank < found.size(); ++rank)
        QVERIFY2(std::abs(found[rank] - expected[rank]) < 1e-12,
                 qPrintable(QStringLiteral("rank %1: %2 and not %3").arg(rank).arg(found[rank]).arg(expected[rank])));
}

} // namespace

class TestWaitGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Each waits for its predecessor, but only rank 1 is late.
    void aRingPassesTheWaitOn()
    {
        WaitMatrix ring = nobody(4);
        ring[1][0] = 0.1;
        ring[2][1] = ring[3][2] = ring[0][3] = 0.5;
        const WaitCauses causes = findCauses(ring);
        compare(causes.waiting, {0.5, 0.1, 0.5, 0.5});
        QCOMPARE(causes.common, 0.1);
        compare(causes.caused, {0, 0.4, 0, 0});
    }

    void aSlowLeafIsNotItsRoot()
    {
        WaitMatrix star = nobody(4);
        star[0][3] = 0.6; // the root waits for the leaf, and the other leaves for the root
        star[1][0] = star[2][0] = 0.6;
        compare(findCauses(star).caused, {0, 0, 0, 0.6});
        star[0][3] = 0.2; // of their wait 0.4 is the root's own
        compare(findCauses(star).caused, {0.8 / 3, 0, 0, 0.2});
    }

    void theNetworkIsNobodysFault()
    {
        WaitMatrix ring = nobody(3);
        ring[0][2] = ring[1][0] = ring[2][1] = 0.3;
        const WaitCauses causes = findCauses(ring);
        QCOMPARE(causes.common, 0.3);
        compare(causes.caused, {0, 0, 0});
    }

    void fewRanks()
    {
        QVERIFY(findCauses({}).caused.empty());
        compare(findCauses({{0}}).caused, {0});
        compare(findCauses({{0, 0.5}, {0, 0}}).caused, {0, 0.5});
    }

    /// What is held against somebody is all that was waited beyond the common part, also in circles.
    void nothingIsLost()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> share(0, 0.2);
        for (int trial = 0; trial < 500; ++trial) {
            const std::size_t ranks = 2 + random() % 9;
            WaitMatrix waits = nobody(ranks);
            for (std::size_t rank = 0; rank < ranks; ++rank)
                for (std::size_t peer = 0; peer < ranks; ++peer)
                    if (peer != rank && random() % 3 != 0)
                        waits[rank][peer] = share(random);
            const WaitCauses causes = findCauses(waits);
            double waited = 0;
            double caused = 0;
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                waited += causes.waiting[rank] - causes.common;
                caused += causes.caused[rank] * static_cast<double>(ranks - 1);
                QVERIFY(causes.caused[rank] >= 0);
            }
            QVERIFY2(std::abs(waited - caused) < 1e-9, qPrintable(QStringLiteral("trial %1").arg(trial)));
        }
    }
};

QTEST_APPLESS_MAIN(TestWaitGraph)
#include "tst_wait_graph.moc"

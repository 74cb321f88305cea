// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/train_ledger.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::probe;

namespace {

Arrival train(std::uint64_t session, std::uint32_t sequence, std::uint32_t total, std::int64_t time,
              std::uint32_t drops = 0)
{
    Arrival arrival;
    arrival.packet.kind = PacketKind::Train;
    arrival.packet.session = session;
    arrival.packet.sequence = sequence;
    arrival.packet.total = total;
    arrival.time = Nanoseconds(time);
    arrival.drops = drops;
    return arrival;
}

Packet ask(TrainLedger& ledger, std::uint64_t session, std::uint32_t drops = 0)
{
    Arrival report;
    report.packet.kind = PacketKind::Report;
    report.packet.session = session;
    report.packet.sequence = 5;
    report.drops = drops;
    return ledger.answer(report);
}

} // namespace

class TestTrainLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsAndTimes()
    {
        TrainLedger ledger;
        ledger.add(train(1, 0, 10, 100));
        ledger.add(train(1, 3, 10, 250));
        ledger.add(train(1, 2, 10, 240)); // overtaken
        const Packet answer = ask(ledger, 1);
        QCOMPARE(int(answer.kind), int(PacketKind::ReportAnswer));
        QCOMPARE(answer.session, std::uint64_t(1));
        QCOMPARE(answer.sequence, 5u);
        QCOMPARE(answer.received, 3u);
        QCOMPARE(answer.duplicates, 0u);
        QCOMPARE(answer.first, std::int64_t(100));
        QCOMPARE(answer.second, std::int64_t(250));
    }

    void duplicatesCountOnceAndMoveNoTime()
    {
        TrainLedger ledger;
        ledger.add(train(1, 0, 2, 100));
        ledger.add(train(1, 1, 2, 200));
        ledger.add(train(1, 1, 2, 900));
        const Packet answer = ask(ledger, 1);
        QCOMPARE(answer.received, 2u);
        QCOMPARE(answer.duplicates, 1u);
        QCOMPARE(answer.second, std::int64_t(200));
    }

    void trainsAreKeptApart()
    {
        TrainLedger ledger;
        ledger.add(train(1, 0, 4, 100));
        ledger.add(train(2, 0, 4, 100));
        ledger.add(train(1, 1, 4, 110));
        QCOMPARE(ask(ledger, 1).received, 2u);
        QCOMPARE(ask(ledger, 2).received, 1u);
        QCOMPARE(ask(ledger, 3).received, 0u);
    }

    void nonsenseIsIgnored()
    {
        TrainLedger ledger;
        ledger.add(train(1, 4, 4, 100)); // beyond the end
        ledger.add(train(1, 0, maximumTrain + 1, 100));
        ledger.add(train(1, 0, 0, 100));
        QCOMPARE(ask(ledger, 1).received, 0u);
        ledger.add(train(1, 0, 4, 100));
        ledger.add(train(1, 1, 5, 100)); // another total
        QCOMPARE(ask(ledger, 1).received, 1u);
    }

    void forgetsTheTrainNotHeardOfForLongest()
    {
        TrainLedger ledger;
        for (std::uint64_t session = 1; session <= 16; ++session)
            ledger.add(train(session, 0, 4, 100));
        ledger.add(train(1, 1, 4, 100));
        ledger.add(train(17, 0, 4, 100));
        QCOMPARE(ask(ledger, 2).received, 0u);
        QCOMPARE(ask(ledger, 1).received, 2u);
        QCOMPARE(ask(ledger, 17).received, 1u);
    }

    void dropsOfTheSocketAreThoseSinceTheTrainBegan()
    {
        TrainLedger ledger;
        ledger.add(train(1, 0, 4, 100, 10));
        QCOMPARE(ask(ledger, 1, 10).localDrops, 10u); // nothing was known before: all may be its own
        ledger.add(train(2, 0, 4, 200, 12));
        ledger.add(train(2, 3, 4, 300, 13));
        QCOMPARE(ask(ledger, 2, 15).localDrops, 5u);
    }
};

QTEST_APPLESS_MAIN(TestTrainLedger)
#include "tst_train_ledger.moc"

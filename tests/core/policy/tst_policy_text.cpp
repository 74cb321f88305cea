// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::policy;

namespace {

class TestPolicyText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allAreMadeWithTheirStandards()
    {
        for (const PolicyTraits& traits : policies()) {
            const std::string text = traits.isSchedule
                ? std::string(traits.name) + (traits.change == Change::Strategy ? "(3:RING)" : "(3:2)")
                : std::string(traits.name);
            const auto specs = parsePolicies(text);
            QVERIFY2(specs, text.c_str());
            QCOMPARE(specs->size(), 1U);
            QCOMPARE(QString::fromStdString(specs->front().text()), QString::fromStdString(text));
            QVERIFY(makePolicy(specs->front()) != nullptr);
        }
    }

    void optionsAreKept()
    {
        const auto specs =
            parsePolicies(" kungfu-batch ( cycle = 50 , most=256 ) + model-interference+workers-schedule(1:2)");
        QVERIFY(specs);
        QCOMPARE(specs->size(), 3U);
        QCOMPARE(QString::fromStdString((*specs)[0].text()), QString("kungfu-batch(cycle=50,most=256)"));
        QCOMPARE(QString::fromStdString((*specs)[1].text()), QString("model-interference"));
        QCOMPARE((*specs)[0].options.find("cycle")->second, 50.0);
        const PolicySet set(*specs);
        QVERIFY(set.changes(Change::Batch) && set.changes(Change::Strategy) && set.changes(Change::Workers));
        QVERIFY(parsePolicies("none")->empty());
        QVERIFY(parsePolicies("")->empty());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("unknown") << "kungfu"
                                 << "there is no policy \"kungfu\"";
        QTest::newRow("option") << "kungfu-batch(size=3)"
                                << "has no option \"size\"; it has cycle, most";
        QTest::newRow("value") << "kungfu-batch(cycle=no)"
                               << "cycle of kungfu-batch must be a number from 1 to";
        QTest::newRow("no value") << "kungfu-batch(cycle)"
                                  << "must be a number";
        QTest::newRow("range") << "model-interference(gain=2)"
                               << "must be a number from 0.01 to 0.9, not \"2\"";
        QTest::newRow("nan") << "model-interference(gain=nan)"
                             << "must be a number";
        QTest::newRow("parenthesis") << "kungfu-batch(cycle=3"
                                     << "lacks a closing parenthesis";
        QTest::newRow("twice") << "kungfu-batch+goodput-batch"
                               << "both change the batch";
        QTest::newRow("empty schedule") << "batch-schedule"
                                        << "needs steps and values";
        QTest::newRow("order") << "batch-schedule(5:1,5:2)"
                               << "step 5 of batch-schedule does not come after step 5";
        QTest::newRow("entry") << "batch-schedule(5)"
                               << "is not a step and its value";
        QTest::newRow("zero") << "workers-schedule(5:0)"
                              << "is not a number from 1";
        QTest::newRow("strategy") << "strategy-schedule(5:CIRCLE)"
                                  << "CIRCLE";
        QTest::newRow("root") << "strategy-schedule(5:STAR@x)"
                              << "has no rank after the @";
    }

    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const auto specs = parsePolicies(text.toStdString());
        QVERIFY(!specs);
        QCOMPARE(specs.error().code, ErrorCode::InvalidInput);
        QVERIFY2(QString::fromStdString(specs.error().text()).contains(sentence), specs.error().text().c_str());
    }

    void everyTruncationIsOneSentence()
    {
        const std::string whole = "kungfu-batch(cycle=50,most=256)+strategy-schedule(5:STAR@1,9:RING)";
        for (std::size_t length = 0; length <= whole.size(); ++length)
            if (const auto specs = parsePolicies(whole.substr(0, length)); !specs)
                QVERIFY(!specs.error().text().empty());
    }

    void decisionsAsWords()
    {
        for (const Decision& decision : {Decision{Change::Strategy, collective::Strategy::Pairwise, 3},
                                         Decision{Change::Batch, {}, 1'000'000}, Decision{Change::Workers, {}, 7}}) {
            QVERIFY(decision.word() != 0);
            const auto back = Decision::ofWord(decision.word());
            QVERIFY(back);
            QVERIFY(back->change == decision.change && back->value == decision.value);
            if (decision.change == Change::Strategy)
                QCOMPARE(back->strategy, decision.strategy);
        }
        QVERIFY(!Decision::ofWord(0));
        QVERIFY(!Decision::ofWord(~std::uint64_t(0)));
        const Setting setting{collective::Strategy::Clique, 77, 123'456};
        QVERIFY(Setting::ofWord(setting.word()) == setting);
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestPolicyText)
#include "tst_policy_text.moc"

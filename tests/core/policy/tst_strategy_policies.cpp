// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/throughput_vote.h"
#include "core/policy/traffic_choice.h"
#include "tests/core/policy/made_steps.h"

#include <cmath>
#include <random>
#include <set>

using namespace millrace;
using namespace millrace::policy;
using collective::Strategy;

namespace {

class TestStrategyPolicies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kungfuNeedsAMajority_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("needed");
        // As printed for KungFu: n = 2 → 2, 3 → 2, 4 → 3, 8 → 5, 16 → 9.
        for (const auto& [workers, needed] : {std::pair{2, 2}, {3, 2}, {4, 3}, {8, 5}, {16, 9}})
            QTest::addRow("%d workers", workers) << workers << needed;
    }

    void kungfuNeedsAMajority()
    {
        QFETCH(int, workers);
        QFETCH(int, needed);
        for (const int votes : {needed - 1, needed}) {
            const auto policy = made("kungfu-interference");
            Observation seen;
            seen.payload = 100;
            seen.duration.assign(static_cast<std::size_t>(workers), milliseconds(30));
            seen.communication.assign(static_cast<std::size_t>(workers), milliseconds(10));
            for (; seen.step < 8; ++seen.step)
                QVERIFY(!policy->observe(seen));
            for (int rank = 0; rank < votes; ++rank)
                seen.communication[static_cast<std::size_t>(rank)] = milliseconds(12.6); // below 0.8 of the rate
            const auto decision = policy->observe(seen);
            QCOMPARE(decision.has_value(), votes == needed);
            if (decision) {
                QCOMPARE(decision->strategy, Strategy::Star);
                QCOMPARE(decision->value, 1);
            }
            QVERIFY(!policy->observe(seen)); // once for ever
        }
    }

    void kungfusReferenceIsStepFive()
    {
        MadeTraining training("kungfu-interference", 4);
        for (int i = 0; i < 5; ++i)
            QVERIFY(!training.step(1)); // fast, but too early to count
        QVERIFY(!training.step(10));
        QVERIFY(!training.step(12.4));
        QVERIFY(training.step(12.6));
    }

    /// The root of the star is the cause, since it has to lose least.
    void choiceOfStarsIsTheClosedForm()
    {
        constexpr int workers = 5;
        const double before = workers - 1; // s, with capacity 1 and payload 1
        for (const double left : {0.1, 0.3, 0.4, 0.8}) {
            const auto choices = chooseStrategy({workers, 4'000'000, {Strategy::Star, 0, 32}, before, before / left});
            int stars = 0;
            for (const Choice& choice : choices) {
                if (choice.strategy == Strategy::Star) {
                    ++stars;
                    const double expected = std::max<double>(workers - 1, 1 / left);
                    QVERIFY2(std::abs(choice.time / expected - 1) < 1e-9, qPrintable(QString::number(choice.time)));
                }
                // Shards are of almost equal size, 2 (n − 1) / n of the payload for each worker.
                if (choice.strategy == Strategy::RingAllReduce)
                    QVERIFY2(std::abs(choice.time / (1.6 / left) - 1) < 0.01, qPrintable(QString::number(choice.time)));
            }
            QCOMPARE(stars, workers - 1);
            QVERIFY(std::ranges::is_sorted(choices, {}, &Choice::time));
            QVERIFY(choices.front().time <= std::max<double>(3, 1 / left) + 1e-9); // a tree with rank 0 as a leaf
        }
    }

    /// In a ring every worker may be the cause.
    void choiceAfterARingKnowsNoCause()
    {
        constexpr int workers = 4;
        const auto choices = chooseStrategy({workers, 4'000'000, {Strategy::RingAllReduce, 0, 32}, 1.5, 6});
        for (const Choice& choice : choices)
            if (choice.strategy == Strategy::Star) // its root is slow in one of four cases, else a leaf
                QVERIFY2(std::abs(choice.time / ((12 + 4 + 4 + 4) / 4.0) - 1) < 0.01,
                         qPrintable(QString::number(choice.time)));
    }

    void nothingIsChosenWithoutASlowDown()
    {
        QVERIFY(chooseStrategy({4, 1000, {Strategy::Star, 0, 32}, 1, 1}).empty());
        QVERIFY(chooseStrategy({1, 1000, {Strategy::Star, 0, 32}, 1, 2}).empty());
    }

    void ourPolicySwitchesAndComesBack()
    {
        MadeTraining training("model-interference(patience=20)", 4);
        // Star at rank 0: 100 ms; everything else is 95 ms while rank 0 is slow, and 130 ms otherwise.
        const auto timeOf = [&](bool loaded) {
            const bool atRoot = training.setting.strategy == Strategy::Star && training.setting.root == 0;
            return atRoot ? (loaded ? 250.0 : 100.0) : 130.0;
        };
        std::vector<std::pair<std::int64_t, std::string>> decisions;
        for (int i = 0; i < 400; ++i) {
            const bool loaded = training.done >= 60 && training.done < 200;
            if (const auto decision = training.step(timeOf(loaded)))
                decisions.emplace_back(training.done - 1, decision->text());
        }
        QVERIFY(!decisions.empty());
        QVERIFY2(decisions.front().first >= 61 && decisions.front().first <= 63,
                 qPrintable(QString::number(decisions.front().first)));
        QCOMPARE(training.setting.strategy, Strategy::Star); // back for good
        QCOMPARE(training.setting.root, 0);
        // Tries after 20, 40, 80 steps that find the load still there, and one that does not.
        QVERIFY2(decisions.size() >= 4 && decisions.size() <= 8, qPrintable(QString::number(decisions.size())));
        QVERIFY(decisions.back().first >= 200 && decisions.back().first < 320);
    }

    void aStrategyThatBringsNothingIsLeftAgain()
    {
        MadeTraining training("model-interference", 4);
        std::vector<std::string> decisions;
        for (int i = 0; i < 300; ++i)
            if (const auto decision = training.step(training.done < 50 ? 100 : 200))
                decisions.push_back(decision->text());
        // Three strategies are tried, then the first one stays.
        QCOMPARE(decisions.size(), 4U);
        QCOMPARE(QString::fromStdString(decisions.back()), QString("STAR"));
        QCOMPARE(training.setting.strategy, Strategy::Star);
        QCOMPARE(std::set<std::string>(decisions.begin(), decisions.end()).size(), 4U);
    }

    /// A few slow steps, noise and drift are no interference.
    void noiseIsNoInterference()
    {
        std::mt19937_64 random(7);
        int decisions = 0;
        for (int job = 0; job < 50; ++job) {
            MadeTraining training("model-interference", 8);
            std::lognormal_distribution<double> noise(0, 0.08);
            for (int i = 0; i < 500; ++i) {
                const bool isOutlier = random() % 100 == 0;
                decisions += training.step(100 * noise(random) * (isOutlier ? 4 : 1)).has_value() ? 1 : 0;
            }
        }
        // Two such steps in a row, which happens once in ten thousand, are one.
        QVERIFY2(decisions <= 6, qPrintable(QString("%1 decisions in 25000 steps").arg(decisions)));
    }

    void newMembersAreANewBeginning()
    {
        MadeTraining training("model-interference", 4);
        for (int i = 0; i < 30; ++i)
            QVERIFY(!training.step(100));
        training.workers = 8;
        training.changed = true;
        for (int i = 0; i < 30; ++i)
            QVERIFY(!training.step(300));
    }

    /// The same observations give the same decisions, whatever else happens.
    void policiesArePure()
    {
        for (const char* text : {"kungfu-interference", "model-interference", "kungfu-batch(cycle=10)", "goodput-batch",
                                 "kungfu-workers(window=10)", "cost-workers(window=10)"}) {
            std::mt19937_64 random(3);
            std::vector<Observation> steps;
            for (int i = 0; i < 300; ++i) {
                Observation& seen = steps.emplace_back();
                seen.step = i;
                seen.first = i == 0 || i == 150;
                seen.setting = {Strategy::Star, 0, 32};
                seen.payload = 1000;
                seen.noiseScale = static_cast<double>(random() % 5000);
                for (int rank = 0; rank < 3; ++rank) {
                    seen.communication.push_back(milliseconds(static_cast<double>(10 + random() % 40)));
                    seen.duration.push_back(seen.communication.back() + milliseconds(10));
                }
            }
            const auto first = made(text);
            const auto second = made(text);
            for (const Observation& step : steps)
                QVERIFY(first->observe(step) == second->observe(step));
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestStrategyPolicies)
#include "tst_strategy_policies.moc"

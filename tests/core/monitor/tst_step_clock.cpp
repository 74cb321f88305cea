// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/pattern_reader.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::monitor;
using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds begin = 1'700'000'000s;

std::unique_ptr<LogParser> parserOf(const std::vector<PatternSpec>& specs)
{
    auto parser = makePatternLogParser(specs);
    return parser ? *std::move(parser) : nullptr;
}

template <typename Event>
Event read(LogParser& parser, const std::string& line, Nanoseconds after)
{
    const auto event = parser.parse(line, Stream::Out, {1s + after, begin + after});
    return event && std::holds_alternative<Event>(*event) ? std::get<Event>(*event) : Event();
}

IterationEvent step(LogParser& parser, const std::string& line, Nanoseconds after)
{
    return read<IterationEvent>(parser, line, after);
}

} // namespace

/// Steps without a time of their own, from when their lines came; and results that a pattern names.
class TestStepClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepTookFromLineToLine()
    {
        const auto parser = parserOf({{"[I] epoch {step:d}", "step"}});
        QVERIFY(!step(*parser, "[I] epoch 1", 0ns).duration);
        const IterationEvent second = step(*parser, "[I] epoch 2", 250ms);
        QCOMPARE(second.duration.value_or(0ns), Nanoseconds(250ms));
        QVERIFY(second.timedByLines);
        QCOMPARE(step(*parser, "[I] epoch 3", 251ms).duration.value_or(0ns), Nanoseconds(1ms));
    }

    void theFirstMeasuredStepFollowsTheLastWarmUp()
    {
        const auto parser = parserOf({{"warm {step:d}", "warmup"}, {"step {step:d}", "step"}});
        QVERIFY(!step(*parser, "warm 1", 0ns).duration);
        QCOMPARE(step(*parser, "warm 2", 1s).duration.value_or(0ns), Nanoseconds(1s));
        QCOMPARE(step(*parser, "step 1", 3s).duration.value_or(0ns), Nanoseconds(2s));
    }

    void eachRankHasItsOwnClock()
    {
        const auto parser = parserOf({{"{rank:d}: step {step:d}", "step"}});
        (void)step(*parser, "0: step 1", 0ns);
        QVERIFY(!step(*parser, "1: step 1", 10ms).duration);
        QCOMPARE(step(*parser, "0: step 2", 100ms).duration.value_or(0ns), Nanoseconds(100ms));
        QCOMPARE(step(*parser, "1: step 2", 160ms).duration.value_or(0ns), Nanoseconds(150ms));
    }

    void skippedStepsShareTheTime()
    {
        const auto parser = parserOf({{"step {step:d}", "step"}});
        (void)step(*parser, "step 10", 0ns);
        QCOMPARE(step(*parser, "step 20", 5s).duration.value_or(0ns), Nanoseconds(500ms));
        QVERIFY(!step(*parser, "step 3", 6s).duration); // step numbers restarted
        QCOMPARE(step(*parser, "step 4", 7s).duration.value_or(0ns), Nanoseconds(1s));
    }

    void linesThatCameAtOnceHaveNoTime()
    {
        const auto parser = parserOf({{"step {step:d}", "step"}});
        (void)step(*parser, "step 1", 0ns);
        QVERIFY(!step(*parser, "step 2", 10us).duration);
        QVERIFY(!step(*parser, "step 3", 20us).duration);
    }

    void whatTheLineTellsStays()
    {
        const auto parser =
            parserOf({{"step {step:d} took {seconds:f} s", "step"}, {"rate {step:d} {samples_per_second:f}", "step"}});
        (void)step(*parser, "step 1 took 0.5 s", 0ns);
        const IterationEvent second = step(*parser, "step 2 took 0.75 s", 3s);
        QCOMPARE(second.duration.value_or(0ns), Nanoseconds(750ms));
        QVERIFY(!second.timedByLines);
        QVERIFY(!step(*parser, "rate 3 42", 4s).duration);
    }

    void plainStepLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("number"); // -1: no step
        QTest::addColumn<double>("seconds"); // 0: not reported
        QTest::newRow("bare") << "step 3" << 3 << 0.0;
        QTest::newRow("of") << "Step: 3/100" << 3 << 0.0;
        QTest::newRow("took") << "iteration 12, took 0.25 s, loss 1.5" << 12 << 0.25;
        QTest::newRow("milliseconds") << "iter #7 took 250ms" << 7 << 0.25;
        QTest::newRow("words") << "steps 3" << -1 << 0.0;
        QTest::newRow("no number") << "step by step" << -1 << 0.0;
        QTest::newRow("version") << "step 3.1" << -1 << 0.0;
        QTest::newRow("unit") << "step 3ms" << -1 << 0.0;
        QTest::newRow("large") << "step 99999999999" << -1 << 0.0;
        QTest::newRow("inside") << "first step 3" << -1 << 0.0;
    }

    void plainStepLines()
    {
        QFETCH(QString, line);
        QFETCH(int, number);
        QFETCH(double, seconds);
        const auto parser = *makeLogParser("command");
        const auto event = parser->parse(line.toStdString(), Stream::Out, {});
        const auto* found = event ? std::get_if<IterationEvent>(&*event) : nullptr;
        QCOMPARE(found == nullptr ? -1 : static_cast<int>(found->iteration), number);
        if (found != nullptr)
            QCOMPARE(std::chrono::duration<double>(found->duration.value_or(0ns)).count(), seconds);
    }

    void aFileHasNoTimes()
    {
        const auto parser = parserOf({{"step {step:d}", "step"}});
        for (const char* line : {"step 1", "step 2"})
            QVERIFY(!std::get<IterationEvent>(*parser->parse(line, Stream::Out, {})).duration);
    }

    void aPatternNamesAMetric()
    {
        const auto parser = parserOf({{"goodput {value:f} Mbit", "result", "goodput", "bit/s", 1e6},
                                      {"took {seconds:f}s at {rate:w}", "result"}});
        const auto goodput = read<ResultEvent>(*parser, "goodput 93.5 Mbit", 0ns);
        QCOMPARE(goodput.metric, std::string("goodput"));
        QCOMPARE(goodput.unit, std::string("bit/s"));
        QCOMPARE(goodput.mean, 93.5e6);
        const auto took = read<ResultEvent>(*parser, "took 4.08s at 2GiB/s", 0ns);
        QCOMPARE(took.unit, std::string("B/s"));
        QCOMPARE(took.mean, 2.0 * 1024 * 1024 * 1024);
        QCOMPARE(took.duration.value_or(0ns), Nanoseconds(4080ms));
    }

    void wrongNamesAreSaid_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<QString>("said");
        QTest::newRow("no name") << "{value:f}"
                                 << "result"
                                 << ""
                                 << "needs a name";
        QTest::newRow("capital") << "{value:f}"
                                 << "result"
                                 << "Rate"
                                 << "lowercase letters";
        QTest::newRow("step") << "{step:d}"
                              << "step"
                              << "rate"
                              << "of results";
        QTest::newRow("kind") << "{rate:d}"
                              << "result"
                              << ""
                              << "wtr";
    }

    void wrongNamesAreSaid()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, event);
        QFETCH(QString, metric);
        QFETCH(QString, said);
        const std::vector<PatternSpec> specs = {{pattern.toStdString(), event.toStdString(), metric.toStdString()}};
        const auto made = makePatternLogParser(specs);
        QVERIFY(!made);
        QVERIFY2(QString::fromStdString(made.error().what).contains(said), made.error().what.c_str());
    }
};

QTEST_GUILESS_MAIN(TestStepClock)
#include "tst_step_clock.moc"

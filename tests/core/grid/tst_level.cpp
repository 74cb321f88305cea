// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/level.h"

#include "core/base/random.h"
#include "core/base/text.h"

#include <QtTest>
#include <cmath>
#include <set>

using namespace millrace;
using namespace millrace::grid;

class TestLevel : public QObject
{
    Q_OBJECT

    static QString text(Quantity quantity, const char* input)
    {
        const auto level = parseLevel(quantity, input, "x");
        return QString::fromStdString(level ? level->text : level.error().what);
    }

private Q_SLOTS:
    void spellingsOfOneLevelAreEqual_data()
    {
        QTest::addColumn<int>("quantity");
        QTest::addColumn<QString>("spellings");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("loss") << int(Quantity::Fraction) << "1%|0.01|1.0 %|1e-2|0.010"
                              << "1%";
        QTest::newRow("loss that multiplication blurs") << int(Quantity::Fraction) << "0.7%|0.007"
                                                        << "0.7%";
        QTest::newRow("small loss") << int(Quantity::Fraction) << "0.05%|0.0005|5e-4"
                                    << "0.05%";
        QTest::newRow("no loss") << int(Quantity::Fraction) << "0|0%|0.0|-0"
                                 << "0%";
        QTest::newRow("delay") << int(Quantity::Duration) << "10ms|10000us|0.01s|10000000ns"
                               << "10ms";
        QTest::newRow("no delay") << int(Quantity::Duration) << "0|0ms|0s"
                                  << "0";
        QTest::newRow("rate") << int(Quantity::Rate) << "1Gbit|1000Mbit|1e9|1 Gbit/s|1Gbps"
                              << "1Gbit";
        QTest::newRow("rate that multiplication blurs") << int(Quantity::Rate) << "1.1Gbit|1100Mbit|1100000000"
                                                        << "1.1Gbit";
        QTest::newRow("queue") << int(Quantity::Size) << "64KiB|65536"
                               << "64KiB";
        QTest::newRow("count") << int(Quantity::Count) << "64|64.0|6.4e1"
                               << "64";
        QTest::newRow("number") << int(Quantity::Number) << "0.5|5e-1|.5"
                                << "0.5";
        QTest::newRow("boolean") << int(Quantity::Boolean) << "true| true"
                                 << "true";
    }
    void spellingsOfOneLevelAreEqual()
    {
        QFETCH(int, quantity);
        QFETCH(QString, spellings);
        QFETCH(QString, canonical);
        const std::string all = spellings.toStdString();
        for (const auto spelling : split(all, '|')) {
            const auto level = parseLevel(static_cast<Quantity>(quantity), spelling, "x");
            QVERIFY2(level.has_value(), std::string(spelling).c_str());
            QCOMPARE(QString::fromStdString(level->text), canonical);
            QVERIFY(*level == *parseLevel(static_cast<Quantity>(quantity), canonical.toStdString(), "x"));
        }
    }

    void textsStayAsTheyAre()
    {
        QCOMPARE(text(Quantity::Text, " RING "), QString(" RING "));
        QCOMPARE(text(Quantity::Text, "1%"), QString("1%"));
        QCOMPARE(text(Quantity::Text, ""), QString());
    }

    void errorsSayWhatToWrite_data()
    {
        QTest::addColumn<QString>("factor");
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("message");
        QTest::newRow("loss") << "loss"
                              << "1x"
                              << "\"1x\" is not a loss; write 1% or 0.01";
        QTest::newRow("loss above 1") << "loss"
                                      << "101%"
                                      << "\"101%\" is not a loss; write 1% or 0.01";
        QTest::newRow("negative loss") << "loss"
                                       << "-1%"
                                       << "\"-1%\" is not a loss; write 1% or 0.01";
        QTest::newRow("delay without unit") << "delay"
                                            << "10"
                                            << "\"10\" is not a delay; write 10ms or 250us";
        QTest::newRow("rate") << "rate"
                              << "1GB"
                              << "\"1GB\" is not a rate; write 100Mbit, 1Gbit or 0 for no limit";
        QTest::newRow("batch") << "batch"
                               << "2.5"
                               << "\"2.5\" is not a batch; write 32";
        QTest::newRow("nan") << "batch"
                             << "nan"
                             << "\"nan\" is not a batch; write 32";
        QTest::newRow("infinity") << "device_flops"
                                  << "inf"
                                  << "\"inf\" is not a device flops; write 1e13";
        QTest::newRow("huge") << "workers"
                              << "1e300"
                              << "\"1e300\" is not a workers; write 4";
        QTest::newRow("empty") << "queue"
                               << ""
                               << "\"\" is not a queue; write 64KiB or 150000";
    }
    void errorsSayWhatToWrite()
    {
        QFETCH(QString, factor);
        QFETCH(QString, input);
        QFETCH(QString, message);
        const KnownFactor* known = findKnownFactor(factor.toStdString());
        QVERIFY(known);
        const auto level = parseLevel(known->quantity, input.toStdString(), known->name);
        QVERIFY(!level);
        QCOMPARE(QString::fromStdString(level.error().what), message);
        QCOMPARE(level.error().code, ErrorCode::InvalidInput);
    }

    void canonicalTextsReadBackTheSame()
    {
        Random random(7);
        for (const Quantity quantity : {Quantity::Number, Quantity::Count, Quantity::Fraction, Quantity::Duration,
                                        Quantity::Rate, Quantity::Size})
            for (int i = 0; i < 500; ++i) {
                double value = std::exp(random.uniform() * 60 - 20);
                if (quantity == Quantity::Fraction)
                    value = random.uniform();
                if (quantity == Quantity::Count || quantity == Quantity::Size || quantity == Quantity::Duration)
                    value = std::floor(std::min(value, 4e15));
                const Level level = numberLevel(quantity, value);
                const auto again = parseLevel(quantity, level.text, "x");
                QVERIFY2(again && *again == level, level.text.c_str());
            }
    }

    void knownFactorsAreDistinctAndTheirExamplesHold()
    {
        std::set<std::string_view> names;
        for (const KnownFactor& factor : knownFactors()) {
            QVERIFY(names.insert(factor.name).second);
            const std::string first(split(factor.example, ' ').front());
            const std::string example = first.ends_with(',') ? first.substr(0, first.size() - 1) : first;
            QVERIFY2(parseLevel(factor.quantity, example, factor.name).has_value(), example.c_str());
        }
        QVERIFY(!findKnownFactor("lose"));
    }

    void invalidBytesMakePlainMessages()
    {
        const auto level = parseLevel(Quantity::Fraction, std::string(500, '\xff'), "loss");
        QVERIFY(!level);
        QVERIFY(level.error().what.size() < 300);
        QVERIFY(QString::fromStdString(level.error().what).toStdString() == level.error().what);
    }
};

QTEST_APPLESS_MAIN(TestLevel)
#include "tst_level.moc"

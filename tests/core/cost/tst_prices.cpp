// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/cluster_prices.h"
#include "core/cost/price_book_json.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::cost;

namespace {

MachinePrice priceOf(const char* provider, const char* machine, const char* region, double spot, const char* date)
{
    MachinePrice price;
    price.provider = provider;
    price.machine = machine;
    price.region = region;
    price.spot = spot;
    price.date = date;
    price.source = "an offer";
    return price;
}

cluster::Node nodeOf(const char* name, const char* provider, const char* region)
{
    cluster::Node node;
    node.name = name;
    node.provider = provider;
    node.zone = region;
    node.machine = "T4";
    node.spot = true;
    return node;
}

/// The traffic prices of one provider of the multi-cloud study.
PriceBook studyLikeBook()
{
    PriceBook book;
    book.machines = {priceOf("GC", "T4", "US", 0.18, "2023-04-25"), priceOf("GC", "T4", "US", 0.20, "2023-05-12"),
                     priceOf("GC", "T4", "", 0.30, "2023-06-01")};
    book.traffic = {{"GC", "*", "*", "*", 0.08, "2023-04", "list"},
                    {"GC", "*", "AUS", "*", 0.15, "2023-04", "list"},
                    {"GC", "*", "same", "GC", 0.01, "2023-04", "list"}};
    return book;
}

} // namespace

class TestPrices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void latestPriceUntilADate()
    {
        const PriceBook book = studyLikeBook();
        QCOMPARE(machinePrice(book, {"gc", "us"}, "t4")->spot.value(), 0.20);
        QCOMPARE(machinePrice(book, {"GC", "US"}, "T4", "2023-04-30")->spot.value(), 0.18);
        QCOMPARE(machinePrice(book, {"GC", "US"}, "T4", "2023-05")->spot.value(), 0.20);
        QVERIFY(machinePrice(book, {"GC", "US"}, "T4", "2023-04-24") == nullptr);
        QCOMPARE(machinePrice(book, {"GC", "EU"}, "T4")->spot.value(), 0.30); // of all regions
        QVERIFY(machinePrice(book, {"AWS", "US"}, "T4") == nullptr);
    }

    void laterTrafficRulesWin()
    {
        const PriceBook book = studyLikeBook();
        QCOMPARE(trafficPrice(book, {"GC", "US"}, {"GC", "US"})->perGigabyte, 0.01);
        QCOMPARE(trafficPrice(book, {"GC", "US"}, {"AWS", "US"})->perGigabyte, 0.08);
        QCOMPARE(trafficPrice(book, {"GC", "US"}, {"GC", "AUS"})->perGigabyte, 0.15);
        QCOMPARE(trafficPrice(book, {"GC", "AUS"}, {"GC", "US"})->perGigabyte, 0.08);
        QCOMPARE(trafficPrice(book, {"GC", "AUS"}, {"GC", "AUS"})->perGigabyte, 0.01);
        QVERIFY(trafficPrice(book, {"AWS", "US"}, {"GC", "US"}) == nullptr);
    }

    void patterns()
    {
        QVERIFY(fitsPattern("us-west-2", "us-*"));
        QVERIFY(fitsPattern("us-west-2", "*West*"));
        QVERIFY(fitsPattern("", "*"));
        QVERIFY(!fitsPattern("eu-west-2", "us-*"));
        QVERIFY(!fitsPattern("us-west-2", "us-west"));
    }

    /// A cost without a price is not known, and says what is missing.
    void unknownStaysUnknown()
    {
        cluster::Cluster cluster;
        cluster.nodes = {nodeOf("a", "GC", "US"), nodeOf("b", "GC", "US"), nodeOf("c", "AWS", "US"),
                         nodeOf("d", "", "lab")};
        const ClusterPrices prices = pricesOf(cluster, studyLikeBook());
        QCOMPARE(prices.sites.size(), std::size_t(3));
        QCOMPARE(prices.sites[0].nodes.size(), std::size_t(2));
        QCOMPARE(prices.hourly[0].dollars, 0.20);
        QVERIFY(prices.hourly[0].origin.find("2023-05-12, an offer") != std::string::npos);
        QVERIFY(std::isnan(prices.hourly[1].dollars));
        QCOMPARE(prices.hourly[2].dollars, 0.0);
        QCOMPARE(prices.traffic[2][0].dollars, 0.0); // own machines
        QCOMPARE(prices.traffic[0][2].dollars, 0.08);
        const auto missing = prices.missing();
        QVERIFY(!missing.empty());
        QVERIFY(missing.front().find("no price of T4 at AWS US") != std::string::npos);
        cluster.nodes[0].spot = false;
        QVERIFY(std::isnan(pricesOf(cluster, studyLikeBook()).hourly[0].dollars));
    }

    void addReplacesTheSameDate()
    {
        PriceBook book = studyLikeBook();
        addPrices(book,
                  {{priceOf("gc", "T4", "US", 0.19, "2023-04-25"), priceOf("GC", "T4", "US", 0.25, "2024-01-01")},
                   {{"GC", "*", "AUS", "*", 0.12, "2024-01", "list"}}});
        QCOMPARE(book.machines.size(), std::size_t(4));
        QCOMPARE(machinePrice(book, {"GC", "US"}, "T4", "2023-04-30")->spot.value(), 0.19);
        QCOMPARE(book.traffic.size(), std::size_t(3));
        QCOMPARE(trafficPrice(book, {"GC", "US"}, {"GC", "AUS"})->perGigabyte, 0.12);
    }

    void jsonRoundTripAndChecks()
    {
        Issues issues;
        const PriceBook book = studyLikeBook();
        QVERIFY(readPriceBook(toJson(book), "prices", issues) == book);
        QVERIFY(issues.empty());
        QVERIFY(validate(book).empty());
        PriceBook bad = book;
        bad.machines[0].date.clear();
        bad.machines[1].spot.reset();
        bad.traffic[0].source.clear();
        QCOMPARE(validate(bad).size(), std::size_t(3));
        QCOMPARE(validate(bad)[0].where, std::string("machines[0].date"));
        for (const char* date : {"2026-11", "2026-11-25", "2026-11-25 02:40", "2026-11-25T02:40:00+01:00"}) {
            bad = book;
            bad.machines[0].date = bad.traffic[0].date = date;
            QVERIFY2(validate(bad).empty(), date);
        }
        for (const char* date :
             {"yesterday", "20261125", "2026-13", "2023-02-30", "25.11.2026", "2026-11-25x", "2026"}) {
            bad = book;
            bad.machines[0].date = bad.traffic[0].date = date;
            QVERIFY2(validate(bad).size() == 2, date);
            QVERIFY2(validate(bad)[1].example.find(date) != std::string::npos, date);
        }
    }
};

QTEST_APPLESS_MAIN(TestPrices)
#include "tst_prices.moc"

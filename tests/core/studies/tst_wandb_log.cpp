// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/studies/multi_cloud/iperf_profile.h"
#include "core/studies/multi_cloud/spot_prices.h"
#include "core/studies/multi_cloud/wandb_log.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace millrace;
using namespace millrace::importers;
using namespace millrace::studies::multi_cloud;

namespace {

std::int64_t countOf(const Issues& issues, std::string_view kind)
{
    const auto found = std::ranges::find(issues, kind, &Issue::kind);
    return found == issues.end() ? 0 : found->count;
}

using Rows = std::vector<std::vector<std::string>>;

/// A peer's log: a system row, a whole step, a step in two rows with a system row between them, a half one.
Rows peerRows()
{
    return {{"_step", "_runtime", "_timestamp", "01_general/step", "01_general/locally_processed_samples",
             "01_general/dataset_iteration_count", "01_general/lr", "02_timing/dataload_time_s",
             "02_timing/dataload_cuda_move_time_s", "02_timing/forward_time_s", "02_timing/loss_calc_time_s",
             "02_timing/backward_time_s", "02_timing/opt_step_time_s", "02_timing/step_time_s", "03_hivemind/num_peers",
             "03_hivemind/global_epoch", "bandwidth/net_sent_sys_bandwidth_Mbits", "01_general/minibatch_loss"},
            {"0", "1", "1000", "", "", "", "", "", "", "", "", "", "", "", "", "", "7.5", ""},
            {"1", "2", "1001", "1", "32", "0", "1e-4", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "2.1", "2", "0", "",
             "6.9"},
            {"2", "2", "1002", "2", "64", "", "1e-4", "0.1", "", "", "", "", "", "2.2", "", "", "", "NaN"},
            {"3", "3", "1003", "", "", "", "", "", "0.25", "", "", "", "", "", "", "", "8.5", ""},
            {"4", "3", "1004", "", "", "0", "", "", "", "0.35", "0.4", "0.5", "9.5", "", "2", "1", "", ""},
            {"5", "4", "1005", "3", "96", "", "", "", "", "", "", "", "", "", "", "", "", ""}};
}

std::string textOf(const Rows& rows, const std::vector<std::size_t>& order)
{
    std::string text;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < order.size(); ++i)
            text += row[order[i]] + (i + 1 == order.size() ? "\n" : ",");
    return text;
}

std::vector<std::size_t> inOrder(std::size_t count)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
}

const char* const profileText =
    "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n"
    "2023-04-09_22-17-17,gc-t4-5,gc-t4-1,34.171.80.70,209,Mbits/sec,103.090\n"
    "2023-04-09_22-17-48,,gc-t4-6,34.140.100.192,6.91,Gbits/sec,0.616\n"
    "2023-05-16_11-24-10,vm-gpu-2,gc-t4-1-eu,34.140.26.231,MBytes,37.9,16.710\n";

} // namespace

class TestWandbLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsOfTwoWriters()
    {
        const auto log = readWandbLog(textOf(peerRows(), inOrder(18)), "p.csv");
        QVERIFY(log);
        QVERIFY(log->kind == WandbKind::Peer);
        QCOMPARE(log->rows(), std::size_t(6));
        QCOMPARE(log->steps.size(), std::size_t(2));
        const WandbStep& split = log->steps[1];
        QCOMPARE(split.row, std::size_t(4));
        QCOMPARE(split.line, std::uint64_t(6));
        QCOMPARE(split.timestamp, 1004.0);
        QCOMPARE(split.runtime, 3.0); // the larger where both have one
        QCOMPARE(split.samples, 64.0);
        QCOMPARE(split.move, 0.25);
        QCOMPARE(split.optimizer, 9.5);
        QCOMPARE(split.epoch, 1.0);
        QVERIFY(std::isnan(split.rate));
        QCOMPARE(countOf(log->issues, "text-cell"), 1);
        QCOMPARE(log->issues[0].where, std::string("p.csv line 4"));
        QCOMPARE(countOf(log->issues, "incomplete-step"), 1);
        QCOMPARE(log->column("bandwidth/net_sent_sys_bandwidth_Mbits")[3], 8.5);
        QVERIFY(log->column("no/such_column").empty());
    }

    void columnsInAnyOrder()
    {
        const auto straight = readWandbLog(textOf(peerRows(), inOrder(18)), "p.csv");
        Random random(3);
        for (int i = 0; i < 20; ++i) {
            auto order = inOrder(18);
            std::shuffle(order.begin(), order.end(), random);
            const auto mixed = readWandbLog(textOf(peerRows(), order), "p.csv");
            QVERIFY(mixed);
            QCOMPARE(mixed->columns.size(), straight->columns.size());
            for (std::size_t c = 0; c < mixed->columns.size(); ++c)
                QCOMPARE(mixed->columns[c].name, straight->columns[c].name);
            QCOMPARE(mixed->steps.size(), straight->steps.size());
            QCOMPARE(mixed->steps[1].optimizer, straight->steps[1].optimizer);
            QCOMPARE(mixed->steps[1].line, straight->steps[1].line);
        }
    }

    void kindsByTheirColumns()
    {
        const auto monitor = readWandbLog("_step,_runtime,_timestamp,03_hivemind/epoch_based_sps,03_hivemind/"
                                          "global_epoch\n0,1,5,,0\n1,2,6,137.0,1\n",
                                          "baseline-1-x-y.csv");
        QVERIFY(monitor);
        QVERIFY(monitor->kind == WandbKind::Monitor);
        QVERIFY(monitor->steps.empty());
        QVERIFY(!readWandbLog("", "hivemind-355-vm-monitor.csv"));
        QVERIFY(!readWandbLog("\n", "hivemind-355-vm-monitor.csv"));
        QVERIFY(!readWandbLog("a,b\n1,2\n", "hivemind-1-vm-monitor.csv"));
        QVERIFY(isWandbHeader("_step,_runtime,02_timing/step_time_s"));
        QVERIFY(!isWandbHeader("time,value"));
    }

    void repeatedRowsAreReadOnce()
    {
        const std::string header = "_step,_runtime,_timestamp,03_hivemind/epoch_based_sps,03_hivemind/global_epoch\n";
        const auto log = readWandbLog(header
                                          + "0,1,1001,,0\n1,2,1002,137.0,1\n1,2,1002,137.0,1\n0,1,1001,,0\n"
                                            "1,3,1003,140,2\n",
                                      "m.csv");
        QVERIFY(log);
        QCOMPARE(log->rows(), std::size_t(3)); // the last has the number of another row, and other cells
        QCOMPARE(log->column("03_hivemind/epoch_based_sps").back(), 140.0);
        QCOMPARE(log->lines.back(), std::uint64_t(6));
        QCOMPARE(countOf(log->issues, "repeated-row"), 2);
    }

    void timesOfZero()
    {
        const std::string header = "_step,_runtime,_timestamp,03_hivemind/epoch_based_sps,03_hivemind/global_epoch\n";
        const auto log =
            readWandbLog(header + "0,1,1001,,0\n1,2,0,,0\n2,3,1003,1,1\n3,4,-5,,1\n4,,0,,1\n5,6,1e300,,1\n", "m.csv");
        QVERIFY(log);
        const std::vector<double>& times = log->column("_timestamp");
        QCOMPARE(times[0], 1001.0);
        QCOMPARE(times[1], 1002.0);
        QCOMPARE(times[3], 1004.0);
        QVERIFY(std::isnan(times[4]));
        QCOMPARE(times[5], 1006.0);
        QCOMPARE(countOf(log->issues, "bad-timestamp"), 4);
    }

    void damageAnywhere()
    {
        const std::string whole = textOf(peerRows(), inOrder(18));
        for (std::size_t length = 0; length < whole.size(); ++length)
            if (const auto log = readWandbLog(whole.substr(0, length), "p"))
                QVERIFY(log->steps.size() <= 2);
        const auto cut = readWandbLog(whole.substr(0, whole.size() - 8), "p");
        QVERIFY(cut);
        QCOMPARE(countOf(cut->issues, "short-row"), 1);
        Random random(11);
        for (int i = 0; i < 3000; ++i) {
            std::string text = whole;
            for (int flips = 0; flips < 4; ++flips)
                text[random.below(text.size())] = static_cast<char>(random.below(256));
            if (const auto log = readWandbLog(std::move(text), "p"))
                QVERIFY(log->steps.size() <= log->rows());
        }
    }

    void networkProfiles()
    {
        const auto profile = readIperfProfile(profileText, "iperf-profile-gc-t4-5-eu-p2-80thread.csv");
        QVERIFY(profile);
        QCOMPARE(profile->host, std::string("gc-t4-5-eu"));
        QCOMPARE(profile->streams, 80);
        QVERIFY(profile->later);
        QCOMPARE(profile->rows.size(), std::size_t(2));
        QCOMPARE(profile->rows[0].rate, 209e6);
        QCOMPARE(profile->rows[0].rtt, 0.10309);
        QCOMPARE(profile->rows[0].time, std::int64_t(1'681'078'637'000'000'000)); // date -u -d "2023-04-09 22:17:17"
        QCOMPARE(profile->rows[1].rate, 6.91e9);
        QCOMPARE(profile->rows[1].from, std::string("gc-t4-5-eu"));
        QCOMPARE(countOf(profile->issues, "shifted-row"), 1);
        QVERIFY(profile->issues[0].where.ends_with("line 4"));
        QVERIFY(!readIperfProfile("Start: 2023-04-10T21:01:02+0000\nHOST: vm-gpu-2  Loss%   Snt\n  1.|-- gw 0.0%\n",
                                  "mtr"));
        QVERIFY(!isIperfProfileHeader("HOST: vm-gpu-2  Loss%   Snt   Last"));
        const std::string whole = profileText;
        for (std::size_t length = 0; length < whole.size(); ++length)
            if (const auto part = readIperfProfile(whole.substr(0, length), "iperf-profile--thread.csv"))
                QVERIFY(part->rows.size() <= 2);
    }

    /// Rows of the published profile of 160 streams, whose script read the line of one stream each time.
    void ratesOfOneStreamOfMany()
    {
        const std::string text =
            "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n"
            "2023-05-16_12-01-33,a,b,1.2.3.4,19.3,Mbits/sec,119.400\n"
            "2023-05-16_12-01-48,a,b,1.2.3.4,MBytes,23.7,118.913\n"
            "2023-05-16_12-02-04,a,b,1.2.3.4,5.62,Mbits/sec,118.414\n"
            "2023-05-16_12-02-18,a,b,1.2.3.4,3.10,Gbits/sec,118.530\n";
        const auto profile = readIperfProfile(text, "iperf-profile-a-160thread.csv");
        QVERIFY(profile);
        QCOMPARE(profile->rows.size(), std::size_t(1)); // the sum of all
        QCOMPARE(profile->rows[0].rate, 3.1e9);
        QCOMPARE(countOf(profile->issues, "single-stream-row"), 2);
        QCOMPARE(countOf(profile->issues, "shifted-row"), 1);
        // A profile of one stream has such rates, and without a shifted row nothing says what a rate is of.
        QCOMPARE(readIperfProfile(text, "iperf-profile-a.csv")->rows.size(), std::size_t(3));
        std::string whole = text;
        whole.replace(whole.find("MBytes,23.7"), 11, "2.90,Gbits/sec");
        QCOMPARE(readIperfProfile(whole, "iperf-profile-a-160thread.csv")->rows.size(), std::size_t(4));
    }

    void prices()
    {
        const auto aws =
            readSpotPrices("InstanceType,Region,AZ,Availability,Interruption Ratio,SpotPrice ($),Savings (%),"
                           "Date\ng4dn.2xlarge,us-west-2,usw2-az3,3,2.5,0.458,39,2023-04-25 10:40:00\n",
                           "a.csv");
        QVERIFY(aws);
        QCOMPARE(aws->provider, std::string("AWS"));
        QCOMPARE(aws->rows.at(0).spot, 0.458);
        QCOMPARE(aws->rows.at(0).interruptions, 2.5);
        QVERIFY(std::isnan(aws->rows.at(0).onDemand));
        const auto azure =
            readSpotPrices("InstanceTier,InstanceType,Region,OndemandPrice,SpotPrice,IF,Savings (%),Date\n"
                           "Standard,NC4as_T4_v3,US West 2,0.526,0.176,N/A,66,2023-04-25 10:00:00\n"
                           "Standard,NC4as_T4_v3,US West 9,,N/A,N/A,66,2023-04-25 10:00:00\n",
                           "b.csv");
        QVERIFY(azure);
        QCOMPARE(azure->provider, std::string("Azure"));
        QCOMPARE(azure->rows.size(), std::size_t(1));
        QCOMPARE(azure->rows[0].onDemand, 0.526);
        QVERIFY(std::isnan(azure->rows[0].interruptions));
        QCOMPARE(countOf(azure->issues, "no-price"), 1);
        const auto gc = readSpotPrices("InstanceType,Region,OnDemand Price,Spot Price,Savings (%),Date\n"
                                       "n1-standard-8,us-west1,0.38,0.08,79,2023-04-25 10:00:00\n",
                                       "c.csv");
        QVERIFY(gc);
        QCOMPARE(gc->provider, std::string("GC"));
        QVERIFY(!readSpotPrices("InstanceType,Region\nx,y\n", "d.csv"));
    }
};

QTEST_APPLESS_MAIN(TestWandbLog)
#include "tst_wandb_log.moc"

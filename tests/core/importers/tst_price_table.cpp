// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/atomic_file.h"
#include "core/base/file_io.h"
#include "core/importers/price_table.h"

#include <QtTest>
#include <chrono>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::importers;

namespace {

constexpr const char* catalogue =
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice,AvailabilityZone\n"
    "g4dn.2xlarge,T4,1.0,8.0,32.0,0.752,us-west-2,\"{'Gpus': [{'Name': 'T4', 'Count': 1.0}]}\",0.3058,us-west-2a\n"
    "g4dn.2xlarge,T4,1.0,8.0,32.0,0.752,us-west-2,\"{'Gpus': [{'Name': 'T4', 'Count': 1.0}]}\",0.2915,us-west-2b\n"
    "p3.2xlarge,V100,1.0,8.0,61.0,3.06,us-east-1,,,us-east-1a\n"
    "m5.large,,,2.0,8.0,,us-east-1,,,us-east-1a\n";

} // namespace

class TestPriceTable : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;

    std::filesystem::path fileOf(const std::string& name, const std::string& text)
    {
        const std::filesystem::path file = m_folder->path() / name;
        std::filesystem::create_directories(file.parent_path());
        if (!writeFileAtomically(file, text))
            qFatal("cannot write %s", file.c_str());
        return file;
    }

private Q_SLOTS:
    void init() { m_folder.emplace(*TemporaryFolder::make("mr-prices-")); }

    /// Provider and date by the names; the cheapest zone; rows without a price are counted.
    void readsACatalogue()
    {
        const auto file = fileOf("2026-11-20/aws/vms.csv", catalogue);
        const auto read = readPriceTable(file, {});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->rows, std::size_t(4));
        QCOMPARE(read->prices.machines.size(), std::size_t(2));
        const cost::MachinePrice& price = read->prices.machines.front();
        QCOMPARE(price.provider, std::string("aws"));
        QCOMPARE(price.machine, std::string("g4dn.2xlarge"));
        QCOMPARE(price.region, std::string("us-west-2"));
        QCOMPARE(price.gpu, std::string("T4"));
        QCOMPARE(*price.onDemand, 0.752);
        QCOMPARE(*price.spot, 0.2915);
        QCOMPARE(price.date, std::string("2026-11-20"));
        QCOMPARE(price.source, std::string("vms.csv"));
        QVERIFY(!read->prices.machines[1].spot);
        QCOMPARE(read->issues.size(), std::size_t(1));
        QVERIFY(cost::validate(read->prices).empty());
    }

    void optionsWinAndFilter()
    {
        PriceTableOptions options{"gcp", "2025-01-01",
                                  [](std::string_view provider, std::string_view machine, std::string_view region) {
                                      return provider == "gcp" && machine == "p3.2xlarge" && region == "us-east-1";
                                  }};
        const auto read = readPriceTable(fileOf("2026-11-20/vms.csv", catalogue), options);
        QVERIFY(read.has_value());
        QCOMPARE(read->prices.machines.size(), std::size_t(1));
        QCOMPARE(read->prices.machines.front().provider, std::string("gcp"));
        QCOMPARE(read->prices.machines.front().date, std::string("2025-01-01"));
    }

    void ownColumns()
    {
        const auto read = readPriceTable(
            fileOf(
                "own.csv",
                "provider,machine,region,on_demand,spot,taken_back,date,source\nX,a,eu,1.5,,0.03,2026-11-01,offer 7\n"),
            {});
        QVERIFY(read.has_value());
        const cost::MachinePrice& price = read->prices.machines.front();
        QCOMPARE(price.source, std::string("offer 7"));
        QCOMPARE(*price.takenBack, 0.03);
        QCOMPARE(price.date, std::string("2026-11-01"));
    }

    void refusals()
    {
        // The other order of folders.
        const auto dated = readPriceTable(fileOf("aws/2026-11-21/vms.csv", catalogue), {});
        QCOMPARE(dated->prices.machines.front().provider, std::string("aws"));
        QCOMPARE(dated->prices.machines.front().date, std::string("2026-11-21"));
        const auto undated = readPriceTable(fileOf("aws/vms.csv", catalogue), {});
        QVERIFY(!undated.has_value());
        QVERIFY(undated.error().text().find("--date") != std::string::npos);
        const auto other = readPriceTable(fileOf("2026-11-20/x.csv", "a,b\n1,2\n"), {});
        QVERIFY(!other.has_value());
        QVERIFY(other.error().text().find("no table of prices") != std::string::npos);
        QVERIFY(!readPriceTable(m_folder->path() / "missing.csv", {}).has_value());
        const auto misdated = readPriceTable(fileOf("own.csv",
                                                    "provider,machine,region,on_demand,date\nX,a,eu,1,2026-11-01\n"
                                                    "X,a,us,1,1st of May\n"),
                                             {});
        QVERIFY(!misdated.has_value());
        QVERIFY(misdated.error().text().find("own.csv line 3: \"1st of May\"") != std::string::npos);
    }

    /// Two million rows: five clouds with a history of twenty dates of 20 000 rows each take at most five seconds.
    void speed()
    {
        std::string text(catalogue, std::string_view(catalogue).find('\n') + 1);
        for (int i = 0; i < 20000; ++i)
            text += fmt::format(
                "type{}.large,T4,1.0,8.0,32.0,{:.4f},region-{},\"{{'Gpus': [{{'Name': 'T4'}}]}}\",{:.4f},z\n", i % 700,
                0.1 + i % 97 * 0.01, i % 29, 0.05 + i % 89 * 0.01);
        const auto file = fileOf("2026-11-20/aws/vms.csv", text);
        PriceTableOptions options;
        options.wanted = [](std::string_view, std::string_view machine, std::string_view region) {
            return machine == "type7.large" && region == "region-7";
        };
        const auto begin = std::chrono::steady_clock::now();
        const auto read = readPriceTable(file, options);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        QVERIFY(read.has_value());
        QCOMPARE(read->rows, std::size_t(20000));
        QVERIFY(!read->prices.machines.empty());
        qInfo("20 000 rows: %.0f ms; 100 such tables: %.1f s", 1e3 * seconds, 100 * seconds);
#ifndef MR_SANITIZED
        QVERIFY(seconds < 0.25);
#endif
    }
};

QTEST_APPLESS_MAIN(TestPriceTable)
#include "tst_price_table.moc"

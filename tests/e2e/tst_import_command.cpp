// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli_runner.h"
#include "core/store/result_query.h"
#include "tests/core/importers/made_captures.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;

/// millrace-cli import tum, as a user types it.
class TestImportCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;

    std::filesystem::path folder() const { return m_temporary.path().toStdString(); }

private Q_SLOTS:
    void initTestCase()
    {
        importers::writeFourHosts(folder() / "campaign" / "horovod-resnet50-adam-64-mpi-0-ring", importers::summerTime);
        importers::writeTemporalHosts(folder() / "campaign" / "tensorflow-resnet50-adam-64-grpc-0-ring",
                                      importers::winterTime);
    }

    void importsOnce()
    {
        const auto first = e2e::cli(folder(), {"import", "tum", "campaign", "--json"});
        QVERIFY2(first.code == 0, first.text());
        const auto json = nlohmann::json::parse(first.out);
        QCOMPARE(json["runs"].size(), std::size_t(2));
        QCOMPARE(json["runs"][0]["fate"].get<std::string>(), std::string("stored"));
        QCOMPARE(json["runs"][0]["naming"].get<std::string>(), std::string("runner"));
        QCOMPARE(json["runs"][0]["factors"]["delay"].get<std::string>(), std::string("normal"));
        QCOMPARE(json["runs"][1]["factors"]["framework"].get<std::string>(), std::string("tf_sync"));
        for (const auto& figure : json["runs"][0]["figures"])
            if (figure["name"] == "bytes.sent")
                QCOMPARE(figure["published"].get<double>(), 301'940.0);
        const auto second = e2e::cli(folder(), {"import", "tum", "campaign"});
        QVERIFY2(second.code == 0, second.text());
        QVERIFY(second.out.find("already-there") != std::string::npos);
        auto database = store::Database::openReadOnly(folder() / "campaign.mrdb");
        QVERIFY(database);
        const auto runs = store::ResultQuery(*database).all({});
        QVERIFY(runs && runs->size() == 2);
        const auto exported = e2e::cli(folder(), {"export", "campaign.mrdb", "--json"});
        QVERIFY2(exported.code == 0, exported.text());
        const auto page = e2e::cli(folder(), {"report", "campaign.mrdb"});
        QVERIFY2(page.code == 0, page.text());
    }

    void writesTheStudysFiles()
    {
        const auto done =
            e2e::cli(folder(), {"import", "tum", "campaign", "--dry-run", "--figures", "--published-json", "out"});
        QVERIFY2(done.code == 0, done.text());
        QCOMPARE(importers::textOf(folder() / "out" / "number_flows.json"),
                 std::string("{\"flows\":{\"horovod-resnet50-adam-64-mpi-0-ring\":8,"
                             "\"tensorflow-resnet50-adam-64-grpc-0-ring\":4}}"));
        QVERIFY(done.out.find("as published") != std::string::npos);
        // What was written is read again.
        const auto again = e2e::cli(folder(), {"import", "tum", "out", "--dry-run", "--json"});
        QVERIFY2(again.code == 0, again.text());
        QCOMPARE(nlohmann::json::parse(again.out)["runs"][0]["traffic"].get<std::string>(),
                 std::string("published-json"));
    }

    void whatGoesWrong()
    {
        QCOMPARE(e2e::cli(folder(), {"import", "tum", "nowhere"}).code, 3);
        QCOMPARE(e2e::cli(folder(), {"import", "tum"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"import"}).code, 2);
        QVERIFY(e2e::cli(folder(), {"import", "tum", "campaign", "--zone", "Mars"}).code != 0);
        QVERIFY(e2e::cli(folder(), {"import", "tum", "campaign", "--zone-word", "IST"}).code != 0);
        importers::writeText(folder() / "bad" / "horovod-resnet50-adam-64-mpi-0-ring" / "worker-0-tcpdump.pcap", "x");
        const auto bad = e2e::cli(folder(), {"import", "tum", "bad", "--dry-run"});
        QCOMPARE(bad.code, 1);
        QVERIFY(bad.out.find("bad-file") != std::string::npos);
        std::filesystem::create_directories(folder() / "empty");
        QVERIFY(e2e::cli(folder(), {"import", "tum", "empty"}).code != 0);
        QVERIFY(!std::filesystem::exists(folder() / "empty.mrdb"));
    }
};

QTEST_GUILESS_MAIN(TestImportCommand)
#include "tst_import_command.moc"

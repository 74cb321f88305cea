// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli_runner.h"
#include "core/base/file_io.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;

namespace {

/// Iteration times and rates of BERT under bursts as the cross-traffic study writes them: the rate falls at the end,
/// where the measurement outlasts the load.
constexpr const char* iterations = "0,1.4674,750,0.0332,1.535\n8,1.3647,387,0.0386,1.509\n22,7.7322,69,2.4939,10.732\n"
                                   "25,10.8097,57,39.3778,177.914\n";
constexpr const char* rates = "8,7.61,180.1,0.01\n22,16.17,180.2,0.1\n25,12.25,82.0,0.09\n";

} // namespace

/// millrace-cli import STUDY and audit, as a user types them.
class TestStudyCommands : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;

    [[nodiscard]] std::filesystem::path folder() const { return m_temporary.path().toStdString(); }
    static nlohmann::json parsed(const e2e::Finished& done) { return nlohmann::json::parse(done.out, nullptr, false); }

private Q_SLOTS:
    void initTestCase()
    {
        const auto results = folder() / "data" / "burst_ws" / "processed_results";
        std::filesystem::create_directories(results);
        QVERIFY(writeFileAtomically(results / "burst_data_iter_bert24.csv", iterations));
        QVERIFY(writeFileAtomically(results / "burst_data_bw_bert24.csv", rates));
    }

    void dryRunStoresNothing()
    {
        const auto done = e2e::cli(folder(), {"import", "flumen", "data", "--dry-run", "--threads", "2"});
        QVERIFY2(done.code == 0, done.text());
        QVERIFY(done.out.find("nothing stored") != std::string::npos);
        QVERIFY(!std::filesystem::exists(folder() / "flumen.mrdb"));
    }

    void importsOnceAndGoesOn()
    {
        const auto first = e2e::cli(folder(), {"import", "flumen", "data", "--json"});
        QVERIFY2(first.code == 0, first.text());
        const auto json = parsed(first);
        QCOMPARE(json["study"].get<std::string>(), std::string("flumen"));
        QVERIFY(json["runs"].size() >= 4);
        QCOMPARE(json["stored"].get<std::size_t>(), json["runs"].size());
        QCOMPARE(json["stopped"].get<bool>(), false);
        QVERIFY(std::filesystem::exists(folder() / "flumen.mrdb"));
        for (const std::vector<std::string>& again :
             {std::vector<std::string>{"import", "B", "data", "--json"}, {"import", "auto", "data", "--json"}}) {
            const auto second = e2e::cli(folder(), again);
            QVERIFY2(second.code == 0, second.text());
            QCOMPARE(parsed(second)["already_there"].get<std::size_t>(), json["runs"].size());
            QCOMPARE(parsed(second)["stored"].get<int>(), 0);
        }
    }

    void audits()
    {
        const auto done = e2e::cli(folder(), {"audit", "flumen", "--json", "--html", "audit.html"});
        QVERIFY2(done.code == 0, done.text());
        const auto json = parsed(done);
        QStringList names;
        for (const auto& finding : json["findings"])
            names << QString::fromStdString(finding["name"].get<std::string>());
        QVERIFY2(names.contains("rate-outlasts-load"), qPrintable(names.join(' ')));
        QVERIFY(names.contains("p99-is-maximum"));
        bool placed = false;
        for (const auto& finding : json["findings"])
            for (const auto& evidence : finding["evidence"])
                placed = placed || (evidence["line"].get<int>() > 0 && !evidence["file"].get<std::string>().empty());
        QVERIFY(placed);
        QVERIFY(json["claims"].size() > 60);
        const auto page = readFile(folder() / "audit.html");
        QVERIFY(page && page->find("rate-outlasts-load") != std::string::npos && page->ends_with("</html>\n"));
        QVERIFY(page->find("http-equiv") == std::string::npos && page->find("src=") == std::string::npos);

        const auto text = e2e::cli(folder(), {"audit", "flumen.mrdb", "--claims"});
        QVERIFY2(text.code == 0, text.text());
        QVERIFY(text.out.find("rate-outlasts-load") < text.out.find("p99-is-maximum"));
        QVERIFY(text.out.find("slowdown-burst-tcp-bert-22") != std::string::npos);
    }

    void writesTheMapping()
    {
        const auto done = e2e::cli(folder(), {"import", "multi-cloud", "--write-mapping", "mapping.json"});
        QVERIFY2(done.code == 0, done.text());
        const auto text = readFile(folder() / "mapping.json");
        QVERIFY(text && nlohmann::json::parse(*text, nullptr, false).is_object());
        QVERIFY(!std::filesystem::exists(folder() / "multi-cloud.mrdb"));
    }

    void whatGoesWrong()
    {
        QCOMPARE(e2e::cli(folder(), {"import", "flumen"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"import", "nonsense", "data"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"import", "flumen", "nowhere"}).code, 3);
        QCOMPARE(e2e::cli(folder(), {"import", "multi-cloud", "data"}).code, 2);
        QVERIFY(!std::filesystem::exists(folder() / "multi-cloud.mrdb"));
        QCOMPARE(e2e::cli(folder(), {"import", "multi-cloud", "data", "--mapping", "nowhere.json"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"import", "flumen", "data", "--threads", "0"}).code, 2);
        const auto other = e2e::cli(folder(), {"audit", "multi-cloud", "--store", "flumen.mrdb"});
        QCOMPARE(other.code, 3);
        QVERIFY(other.err.find("import multi-cloud DIR") != std::string::npos);
        QCOMPARE(e2e::cli(folder(), {"audit", "nowhere.mrdb"}).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestStudyCommands)
#include "tst_study_commands.moc"

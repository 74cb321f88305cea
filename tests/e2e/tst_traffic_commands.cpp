// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli_runner.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;

/// millrace-cli traffic preview and load: what they say about an exact volume.
class TestTrafficCommands : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] e2e::Finished run(std::vector<std::string> arguments) const
    {
        for (const char* each : {"--source", "a", "--destination", "b", "--rate", "100Mbit", "--duration", "20s"})
            arguments.emplace_back(each);
        return e2e::cli(m_folder.path().toStdString(), std::move(arguments));
    }
    /// A figure of the first table of a preview.
    static double figure(const nlohmann::json& json, const std::string& name)
    {
        for (const auto& row : json.at("tables").at(0).at("rows"))
            if (row.at(0) == name)
                return row.at(1).is_number() ? row.at(1).get<double>() : std::nan("");
        return std::nan("");
    }

private Q_SLOTS:
    void previewSaysTheScale()
    {
        const auto done = run({"--json", "traffic", "preview", "--sizes", "data-mining", "--seed", "3"});
        QVERIFY2(done.code == 0, done.text());
        const auto json = nlohmann::json::parse(done.out, nullptr, false);
        QCOMPARE(figure(json, "flows"), 20.0);
        QCOMPARE(figure(json, "volume"), 250e6);
        QCOMPARE(figure(json, "scale of the sizes"), 1.0);
        QCOMPARE(figure(json, "adjusted flows"), 1.0);
        QVERIFY(figure(json, "adjusted bytes") > 1e6);
        const auto chance = run({"--json", "traffic", "preview", "--sizes", "data-mining", "--chance"});
        QVERIFY2(chance.code == 0, chance.text());
        QVERIFY(std::isnan(figure(nlohmann::json::parse(chance.out, nullptr, false), "scale of the sizes")));
    }

    void severalSourcesHaveATable()
    {
        const auto done = run({"traffic", "preview", "--source", "c", "--matrix", "incast"});
        QVERIFY2(done.code == 0, done.text());
        QVERIFY2(done.out.find("Exact volume") != std::string::npos, done.out.c_str());
        const auto one = run({"traffic", "preview"});
        QVERIFY2(one.out.find("Exact volume") == std::string::npos, one.out.c_str());
    }

    void loadFilesSayWhatTheyAre()
    {
        const auto done = run({"traffic", "load", "--sizes", "data-mining", "--seed", "3"});
        QVERIFY2(done.code == 0, done.text());
        QVERIFY2(done.err.find("exact volume: sizes × 1, 1 of 20 flows adjusted by ") != std::string::npos,
                 done.text());
        QVERIFY(done.out.starts_with("20\n"));
        const auto remark = done.out.find("\n# ");
        QVERIFY(remark != std::string::npos);
        QVERIFY2(done.out.find("seed 3, exact volume: sizes × 1", remark) != std::string::npos, done.out.c_str());
        // 20 flows follow the number of flows, and the remark is the last line.
        QCOMPARE(std::ranges::count(done.out, '\n'), std::ptrdiff_t(22));
    }

    void bentSizesAreSaid()
    {
        for (const std::string command : {"preview", "load"}) {
            const auto done = run({"traffic", command, "--pattern", "burst"});
            QVERIFY2(done.code == 0, done.text());
            QVERIFY2((done.out + done.err).find("exact volume changed the sizes") != std::string::npos, done.text());
        }
    }
};

QTEST_APPLESS_MAIN(TestTrafficCommands)
#include "tst_traffic_commands.moc"

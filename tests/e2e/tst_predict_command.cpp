// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/database.h"
#include "tests/core/predict/made_samples.h"
#include "tests/e2e/cli_runner.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace millrace;

/// Training and prediction on the command line.
class TestPredictCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    nlohmann::json jsonOf(const std::vector<std::string>& arguments)
    {
        const auto done = e2e::cli(folder(), arguments);
        if (done.code != 0)
            qFatal("%s", done.text().constData());
        return nlohmann::json::parse(done.out);
    }
    void write(const std::string& file, const std::string& text) const
    {
        std::ofstream(folder() / file, std::ios::binary) << text;
    }
    /// One line on standard error, with these words.
    void expectComplaint(const std::vector<std::string>& arguments, int code, const std::vector<std::string>& words)
    {
        const auto done = e2e::cli(folder(), arguments);
        QVERIFY2(done.code == code, done.text());
        QVERIFY2(std::ranges::count(done.err, '\n') == 1, done.text());
        for (const std::string& word : words)
            QVERIFY2(done.err.find(word) != std::string::npos, done.text() + "\nlacks: " + word.c_str());
    }
    static nlohmann::json metricOf(const nlohmann::json& prediction, const std::string& id)
    {
        for (const auto& metric : prediction.at("metrics"))
            if (metric.at("id") == id)
                return metric;
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(predict::writeSamples(folder() / "samples.json", predict::test::madeSamples(80, 0.1, 1)).has_value());
        QVERIFY(predict::writeSamples(folder() / "more.json", predict::test::madeSamples(3, 0.1, 2)).has_value());
        const auto trained = jsonOf({"train", "samples.json", "--kind", "ridge", "--save", "predictor.json", "--json"});
        QCOMPARE(trained.at("samples").get<int>(), 80);
        QCOMPARE(trained.at("recommended").get<std::string>(), std::string("ridge"));
        QCOMPARE(trained.at("recommended_by").get<std::string>(), std::string("model"));
        QCOMPARE(trained.at("tables")[0].at("rows").size(), std::size_t(48)); // 12 metrics, held out in 4 ways
    }

    void predictsWithIntervals()
    {
        const auto prediction = jsonOf({"predict", "predictor.json", "--model", "net50", "--workers", "4", "--batch",
                                        "32", "--rate", "1Gbit", "--json"});
        QVERIFY(prediction.at("known").get<bool>());
        QCOMPARE(prediction.at("setting").at("parameters").get<double>(), 25.6e6); // of the samples of the model
        QCOMPARE(prediction.at("setting").at("strategy").get<std::string>(), std::string("RING_ALLREDUCE"));
        const predict::Sample truth = predict::test::madeSample(predict::test::madeSetting(3, 4, 1e9, 32), 0, 1);
        for (std::size_t i = 0; i < predict::metricCount; ++i) {
            const auto metric = metricOf(prediction, std::string(predict::metrics[i].id));
            const double low = metric.at("low").get<double>(), high = metric.at("high").get<double>();
            QVERIFY2(low <= truth.labels[i].value && truth.labels[i].value <= high, metric.dump().c_str());
            QVERIFY(low < metric.at("value").get<double>() && metric.at("value").get<double>() < high);
        }
        QVERIFY(metricOf(prediction, "tx_consumption").at("high").get<double>() <= 1000);
        QCOMPARE(metricOf(prediction, "tx_consumption").at("bound").at("value").get<double>(), 1000.0);
    }

    void saysWhatItDoesNotKnow()
    {
        const std::vector<std::string> asked = {"predict", "predictor.json", "--model", "net50",  "--workers",
                                                "500",     "--batch",        "32",      "--rate", "1Gbit"};
        const auto text = e2e::cli(folder(), asked);
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.find("Not known: workers 500 is outside of what was measured, 2 to 16.") != std::string::npos,
                 text.out.c_str());
        auto json = asked;
        json.push_back("--json");
        const auto prediction = jsonOf(json);
        QVERIFY(!prediction.at("known").get<bool>());
        QVERIFY(metricOf(prediction, "rx_burst").at("value").is_null());
        // A model that was never measured, of the built-in worker: its size is known from there.
        const auto other = jsonOf({"predict", "predictor.json", "--model", "resnet50", "--workers", "4", "--batch",
                                   "32", "--rate", "1Gbit", "--json"});
        QCOMPARE(other.at("intervals_from").get<std::string>(), std::string("model"));
        QVERIFY(other.at("setting").at("parameters").get<double>() > 25e6);
    }

    void learnsMore()
    {
        const auto learnt =
            jsonOf({"train", "more.json", "--learn-into", "predictor.json", "--save", "next.json", "--json"});
        QCOMPARE(learnt.at("samples").get<int>(), 83);
        const auto text = e2e::cli(
            folder(),
            {"predict", "next.json", "--model", "net50", "--workers", "4", "--batch", "32", "--rate", "1Gbit"});
        QVERIFY2(text.out.find("by ridge from 83 samples") != std::string::npos, text.out.c_str());
    }

    /// What drives a value, and its sketch.
    void explains()
    {
        const std::vector<std::string> asked = {"predict",   "predictor.json", "--model",  "net50",   "--workers",
                                                "8",         "--batch",        "32",       "--rate",  "1Gbit",
                                                "--explain", "tx_consumption", "--sketch", "rate.svg"};
        auto json = asked;
        json.push_back("--json");
        const auto prediction = jsonOf(json);
        QVERIFY(prediction.at("drivers").at("rows").size() >= 5);
        const auto text = e2e::cli(folder(), asked);
        QVERIFY2(text.out.find("What drives TX in bursts") != std::string::npos, text.out.c_str());
        QVERIFY2(text.out.find("= line rate 1000 Mbit/s × 0.") != std::string::npos, text.out.c_str());
        QVERIFY(std::filesystem::file_size(folder() / "rate.svg") > 1000);
    }

    /// Versions in a store, roll-back, learning, and errors of new runs.
    void keepsVersionsInAStore()
    {
        QVERIFY(store::Database::create(folder() / "results.mrdb").has_value());
        expectComplaint({"predict", "results.mrdb", "--model", "net50"}, 3,
                        {"results.mrdb has no predictor", "--keep"});
        const auto first = jsonOf({"train", "samples.json", "--kind", "ridge", "--keep", "results.mrdb", "--json"});
        QCOMPARE(first.at("version").get<int>(), 1);
        const std::vector<std::string> asked = {"predict", "results.mrdb", "--model", "net50", "--workers", "4",
                                                "--batch", "32",           "--rate",  "1Gbit", "--json"};
        QCOMPARE(jsonOf(asked).at("version").get<int>(), 1);
        QCOMPARE(jsonOf({"train", "more.json", "--learn-into", "results.mrdb", "--json"}).at("version").get<int>(), 2);
        QVERIFY(!jsonOf({"train", "more.json", "--learn-into", "results.mrdb", "--json"}).contains("version"));
        const auto used = jsonOf({"train", "--versions", "results.mrdb", "--use", "1", "--json"});
        const auto& rows = used.at("tables")[0].at("rows");
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[1][2].get<std::string>(), std::string("in use"));
        QCOMPARE(jsonOf(asked).at("version").get<int>(), 1);
        auto second = asked;
        second.insert(second.end(), {"--version", "2"});
        QCOMPARE(jsonOf(second).at("version").get<int>(), 2);
        const auto drift = jsonOf({"predict", "results.mrdb", "--measured", "more.json", "--json"});
        QCOMPARE(drift.at("new_runs").get<int>(), 3);
        QCOMPARE(drift.at("tables")[0].at("rows").size(), std::size_t(36));
        const auto text = e2e::cli(folder(), {"predict", "results.mrdb", "--version", "2", "--measured", "more.json"});
        QVERIFY2(text.out.find("Drift is not known") != std::string::npos, text.out.c_str());
        expectComplaint({"predict", "predictor.json", "--version", "1"}, 2, {"no result store", "--version"});
        expectComplaint({"predict", "results.mrdb", "--version", "9"}, 3, {"no version 9", "--versions"});
        expectComplaint({"train", "--versions", "results.mrdb", "--use", "9"}, 3, {"no version 9"});
        expectComplaint({"train", "--use", "1"}, 2, {"--versions"});
        expectComplaint({"train", "samples.json", "--keep", "none.mrdb"}, 3, {"none.mrdb"});
    }

    void ratesADataSet()
    {
        const auto rated = jsonOf({"train", "--synth", "A", "--safetensors", "a.safetensors", "--json"});
        QVERIFY(rated.at("recommended") == "boosted-trees" || rated.at("recommended") == "ridge");
        const auto& mean = rated.at("tables")[0].at("rows").back();
        QCOMPARE(mean[0].get<std::string>(), std::string("mean"));
        QVERIFY(std::abs(mean[3].get<double>() - 0.04486) < 1e-5);
        const auto again = jsonOf({"train", "a.safetensors", "--json"});
        QVERIFY(again.at("tables") == rated.at("tables"));
    }

    void badInput()
    {
        expectComplaint({"train"}, 2, {"give one or more result stores"});
        expectComplaint({"train", "none.json"}, 3, {"none.json"});
        write("text.json", "hello");
        expectComplaint({"train", "text.json"}, 2, {"text.json", "not a file of samples"});
        expectComplaint({"train", "predictor.json"}, 2, {"predictor.json", "millrace-samples"});
        expectComplaint({"train", "more.json"}, 2, {"3 samples; a predictor needs 10"});
        expectComplaint({"train", "samples.json", "--synth", "A"}, 2, {"not both"});
        expectComplaint({"train", "samples.json", "--safetensors", "x"}, 2, {"data sets of graphs"});
        expectComplaint({"train", "--synth", "A", "--save", "x"}, 2, {"samples of runs"});
        expectComplaint({"train", "--network", "corrected"}, 2, {"give a data set of graphs", "synth:A"});
        expectComplaint({"train", "synth:D", "--network", "corrected"}, 2, {"synth:D", "use synth:A"});
        expectComplaint({"train", "samples.json", "--network", "corrected"}, 3, {"reading data set samples.json"});
        expectComplaint({"train", "synth:A", "--network", "corrected", "--keep", "x.mrdb"}, 2, {"--keep"});
        expectComplaint({"predict", "network.safetensors"}, 2, {"network.safetensors", "--data"});
        expectComplaint({"predict", "predictor.json", "--data", "synth:A"}, 2, {"--data is for graph networks"});
        expectComplaint({"predict", "samples.json"}, 2, {"samples.json", "millrace-predictor", "millrace-cli train"});
        expectComplaint({"predict", "none.json"}, 3, {"none.json"});
        expectComplaint({"predict", "predictor.json", "--workers", "many"}, 2, {"setting.workers"});
        expectComplaint({"predict", "predictor.json", "--rate", "fast"}, 2, {"setting.rate"});
        expectComplaint({"predict", "predictor.json", "--workers", "0"}, 2, {"workers"});
        write("setting.json", R"({"wokers": 4})");
        expectComplaint({"predict", "predictor.json", "--setting", "setting.json"}, 2, {"wokers", "workers"});
        write("setting.json", "[");
        expectComplaint({"predict", "predictor.json", "--setting", "setting.json"}, 2, {"setting.json", "JSON object"});
        // A pickle that would start a program where Python loads it.
        write("evil.pkl",
              "\x80\x02"
              "cos\nsystem\nX\x05\0\0\0touch.");
        const auto evil = e2e::cli(folder(), {"train", "evil.pkl"});
        QVERIFY2(evil.code != 0 && std::ranges::count(evil.err, '\n') == 1, evil.text());
        QVERIFY2(evil.err.find("evil.pkl: byte 2 of the pickle: the file calls \"os.system\"") != std::string::npos,
                 evil.text());
        QVERIFY(e2e::cli(folder(), {"train", "samples.json", "--kind", "forest"}).code != 0);
    }

    /// A sample that cannot be is named and left out.
    void badSamplesAreNamed()
    {
        auto samples = predict::test::madeSamples(20, 0.1, 1);
        samples[3].labels[8].value = 1e9;
        QVERIFY(predict::writeSamples(folder() / "odd.json", samples).has_value());
        const auto done = e2e::cli(folder(), {"train", "odd.json", "--kind", "mean"});
        QVERIFY2(done.code == 0, done.text());
        QVERIFY2(done.err.find("odd.json: samples[3].labels.rx_consumption") != std::string::npos, done.text());
        QVERIFY2(done.out.find("19 samples, ") != std::string::npos, done.out.c_str());
    }
};

QTEST_GUILESS_MAIN(TestPredictCommand)
#include "tst_predict_command.moc"

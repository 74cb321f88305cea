// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/process.h"
#include "core/base/sha256.h"
#include "core/predict/driple_synth.h"
#include "core/predict/safetensors.h"

#include <QtTest/QtTest>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

/// The program, with lines in and out.
class Program
{
public:
    explicit Program(const std::vector<std::string>& options = {})
        : m_child(*ChildProcess::start({call(options), {}, {}}))
    {
    }

    void send(const Json& request)
    {
        const std::string line = request.dump() + "\n";
        if (write(m_child.input.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
            qFatal("the program reads nothing");
    }

    /// Returns the next line; null after a minute or at the end.
    Json next()
    {
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (m_text.find('\n') == std::string::npos) {
            pollfd ready{m_child.output.get(), POLLIN, 0};
            if (std::chrono::steady_clock::now() > deadline || ::poll(&ready, 1, 60000) <= 0)
                return {};
            char bytes[65536];
            const auto count = read(m_child.output.get(), bytes, sizeof bytes);
            if (count <= 0)
                return {};
            m_text.append(bytes, static_cast<std::size_t>(count));
        }
        const auto end = m_text.find('\n');
        const Json json = Json::parse(m_text.substr(0, end), nullptr, false);
        m_text.erase(0, end + 1);
        return json;
    }

    /// Returns the line that ends a request, and counts its epochs.
    Json result(int id)
    {
        epochs.clear();
        for (Json line = next(); line.is_object(); line = next()) {
            if (line.value("id", -1) != id)
                continue;
            if (line["event"] != "epoch")
                return line;
            epochs.push_back(line);
        }
        return {};
    }

    std::optional<ExitStatus> finish()
    {
        m_child.input.reset();
        return m_child.wait(deadlineIn(60s));
    }
    void closeOutput() { m_child.output.reset(); }

    std::vector<Json> epochs;

private:
    static std::vector<std::string> call(const std::vector<std::string>& options)
    {
        std::vector<std::string> result{std::string(std::getenv("MR_BIN")) + "/millrace-graphs"};
        result.insert(result.end(), options.begin(), options.end());
        return result;
    }

    ChildProcess m_child;
    std::string m_text;
};

Json smallTraining(int id, const std::string& save)
{
    return {{"id", id},     {"op", "train"}, {"data", {"synth:A"}}, {"layers", 2}, {"hidden", 8},
            {"members", 2}, {"epochs", 3},   {"save", save},        {"seed", 3}};
}

} // namespace

class TestGraphsProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder.emplace(*TemporaryFolder::make("millrace-graphs")); }

    void saysWhatItIs()
    {
        Program program;
        const Json ready = program.next();
        QVERIFY(ready.is_object());
        QCOMPARE(ready.value("event", ""), std::string("ready"));
        QCOMPARE(ready.value("protocol", 0), 1);
        QVERIFY(ready.value("libtorch", "").find('.') != std::string::npos);
        QCOMPARE(ready.value("threads", 0), 1);
        const auto status = program.finish();
        QVERIFY(status && status->succeeded());
    }

    /// The environment of the tests asks for one; libtorch reads it when it is loaded.
    void usesTheThreadsOfItsOption()
    {
        Program program({"--threads", "2"});
        QCOMPARE(program.next().value("threads", 0), 2);
    }

    void trainsStoresAndPredicts()
    {
        const std::string file = (m_folder->path() / "model.safetensors").string();
        Program program;
        program.send(smallTraining(1, file));
        program.send({{"id", 2}, {"op", "predict"}, {"model", file}, {"data", "synth:A"}});
        const Json done = program.result(1);
        QCOMPARE(done.value("event", ""), std::string("done"));
        QCOMPARE(program.epochs.size(), std::size_t(6)); // of two members
        QCOMPARE(program.epochs[5].value("member", -1), 1);
        QCOMPARE(program.epochs[5].value("epoch", -1), 3);
        const Json predicted = program.result(2);
        QVERIFY2(predicted.value("event", "") == "done", predicted.dump().c_str());
        QCOMPARE(predicted["graphs"].size(), std::size_t(320));
        QCOMPARE(predicted["metrics"].size(), predict::metricCount);

        // The loss that the training reports is that of the predictions of the stored model.
        const auto set = predict::makeDripleSynth(predict::synthSettings[0]);
        const auto maxima = predict::labelMaxima(set);
        double sum = 0;
        for (std::size_t graph = 0; graph < 64; ++graph) {
            const Json& each = predicted["graphs"][256 + graph];
            QCOMPARE(each["part"], Json("test"));
            const auto labels = set.of(predict::Part::Test)[graph / 32].labelsOf(graph % 32);
            for (std::size_t m = 0; m < maxima.size(); ++m)
                sum += std::pow((each["values"][m].get<double>() - labels[m]) / maxima[m], 2);
        }
        const double test = done["after"]["test"].get<double>();
        QVERIFY2(std::abs(sum / (64 * 12) / test - 1) < 1e-4, qPrintable(QString::number(sum / (64 * 12))));

        const auto stored = predict::readSafeTensors(file);
        QVERIFY(stored.has_value());
        const Json description = Json::parse(stored->metadata.at("millrace"));
        QCOMPARE(description, done["model"]);
        QCOMPARE(description["data"][0]["sha256"].get<std::string>().size(), std::size_t(64));
        const auto status = program.finish();
        QVERIFY(status && status->succeeded());
    }

    void transfersBetweenSets()
    {
        const std::string first = (m_folder->path() / "a.safetensors").string();
        const std::string second = (m_folder->path() / "b.safetensors").string();
        Program program;
        program.send(smallTraining(1, first));
        program.send({{"id", 2},
                      {"op", "train"},
                      {"data", {"synth:B"}},
                      {"start", first},
                      {"transfer", "readout"},
                      {"epochs", 3},
                      {"save", second}});
        QCOMPARE(program.result(1).value("event", ""), std::string("done"));
        const Json done = program.result(2);
        QCOMPARE(done.value("event", ""), std::string("done"));
        QVERIFY(done["after"]["val"].get<double>() < done["before"]["val"].get<double>());
        QCOMPARE(done["model"]["parent"].get<std::string>(), *sha256OfFile(first));
        QCOMPARE(done["model"]["transfer"], Json("readout"));
    }

    void publishedNetwork()
    {
        const std::string file = (m_folder->path() / "p.safetensors").string();
        Program program;
        program.send({{"id", 1},
                      {"op", "train"},
                      {"network", "published"},
                      {"depth", "2"},
                      {"set2set_steps", 2},
                      {"hidden", 8},
                      {"data", {"synth:A"}},
                      {"epochs", 2},
                      {"save", file}});
        QCOMPARE(program.result(1).value("event", ""), std::string("done"));
        int id = 2;
        for (const char* transfer : {"readout", "everything", "last-layers"}) {
            program.send({{"id", id},
                          {"op", "train"},
                          {"data", {"synth:B"}},
                          {"start", file},
                          {"transfer", transfer},
                          {"epochs", 2},
                          {"save", file}});
            const Json done = program.result(id++);
            QVERIFY2(done.value("event", "") == "done", done.dump().c_str());
        }
        program.send({{"id", id}, {"op", "predict"}, {"model", file}, {"data", "synth:B"}});
        QCOMPARE(program.result(id)["graphs"].size(), std::size_t(320));
        program.send({{"id", 9}, {"op", "train"}, {"data", {"synth:B"}}, {"start", file}, {"transfer", "everything"}});
        QVERIFY(
            program.result(9)
                .value("message", "")
                .ends_with(
                    "the second half of this network has a layer of its own; train it further with \"last-layers\""));
    }

    void cancels()
    {
        const std::string file = (m_folder->path() / "never.safetensors").string();
        Program program;
        Json endless = smallTraining(1, file);
        endless["epochs"] = 1000000;
        endless["patience"] = 1000000;
        program.send(endless);
        program.send(smallTraining(2, file)); // waits
        while (program.next().value("event", "") != "epoch") { }
        program.send({{"id", 3}, {"op", "cancel"}, {"target", 2}});
        program.send({{"id", 4}, {"op", "cancel"}, {"target", 1}});
        QCOMPARE(program.result(1).value("event", ""), std::string("cancelled"));
        QCOMPARE(program.result(2).value("event", ""), std::string("cancelled"));
        QVERIFY(!std::filesystem::exists(file));
        program.send({{"id", 5}, {"op", "cancel"}, {"target", 1}});
        QCOMPARE(program.result(5).value("message", ""), std::string("no request with the id 1 waits or runs"));
        const auto status = program.finish();
        QVERIFY(status && status->succeeded());
    }

    void endsWithItsReader()
    {
        Program program;
        Json endless = smallTraining(1, "");
        endless["epochs"] = 1000000;
        endless["patience"] = 1000000;
        program.send(endless);
        while (program.next().value("event", "") != "epoch") { }
        program.closeOutput();
        QVERIFY(program.finish().has_value());
    }

    void oneSentence_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* request, const char* code, const char* message) {
            QTest::newRow(name) << QByteArray(request) << QString(code) << QString(message);
        };
        row("unknown op", R"({"id":1,"op":"fit"})", "invalid-input", "op");
        row("missing file", R"({"id":1,"op":"train","data":["none.safetensors"]})", "not-found", "none.safetensors");
        row("no data set", R"({"id":1,"op":"train","data":["FOLDER/junk"]})", "corrupt", "FOLDER/junk");
        row("unknown set", R"({"id":1,"op":"train","data":["synth:D"]})", "invalid-input",
            "unknown generated data set \"synth:D\"; use synth:A, synth:B or synth:C");
        row("no model", R"({"id":1,"op":"predict","model":"FOLDER/set.safetensors","data":"synth:A"})", "invalid-input",
            "the file has weights, but no description of a graph network");
        row("shape", R"({"id":1,"op":"train","data":["synth:A"],"layers":17})", "invalid-input", "0 to 16 layers");
        row("settings differ",
            R"({"id":1,"op":"train","data":[{"source":"synth:A","setting":[1]},{"source":"synth:B","setting":[1,2]}]})",
            "invalid-input", "the network reads a setting of 1 values, found 2");
        row("folder is not there",
            R"({"id":1,"op":"train","data":["synth:A"],"layers":0,"members":1,"epochs":1,"save":"FOLDER/x/y"})",
            "not-found", "FOLDER/x");
    }

    void oneSentence()
    {
        QFETCH(QByteArray, request);
        QFETCH(QString, code);
        QFETCH(QString, message);
        const QString folder = QString::fromStdString(m_folder->path().string());
        QVERIFY(writeFileAtomically(m_folder->path() / "junk", "this is no data set"));
        const auto exchange = predict::toExchange(predict::makeDripleSynth(predict::synthSettings[0]));
        QVERIFY(exchange && predict::writeSafeTensors(m_folder->path() / "set.safetensors", *exchange));
        request.replace("FOLDER", folder.toUtf8());
        message.replace("FOLDER", folder);
        if (!m_program)
            m_program.emplace(); // one for all rows: it goes on after an error
        Program& program = *m_program;
        program.send(Json::parse(request.toStdString()));
        const Json answer = program.result(1);
        QCOMPARE(answer.value("event", ""), std::string("error"));
        QCOMPARE(QString::fromStdString(answer.value("code", "")), code);
        const QString text = QString::fromStdString(answer.value("message", ""));
        QVERIFY2(text.contains(message), qPrintable(text));
        QVERIFY2(!text.contains('\n'), qPrintable(text));
    }

private:
    std::optional<TemporaryFolder> m_folder;
    std::optional<Program> m_program;
};

QTEST_APPLESS_MAIN(TestGraphsProgram)
#include "tst_graphs_program.moc"

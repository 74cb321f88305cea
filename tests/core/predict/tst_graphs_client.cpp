// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/data_source.h"
#include "core/predict/graphs_client.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::predict;

namespace {

constexpr const char* ready = R"(echo '{"event":"ready","protocol":1,"version":"0","libtorch":"1"}')";

} // namespace

/// Conversations with programs that behave as millrace-graphs, or do not.
class TestGraphsClient : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    int m_programs = 0;

    /// A shell script that says `lines`.
    std::filesystem::path program(const std::string& lines)
    {
        const auto file = m_folder->path() / ("fake" + std::to_string(++m_programs));
        if (!writeFileAtomically(file, "#!/bin/sh\n" + lines + "\n"))
            qFatal("no script");
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }
    static Error errorOf(const Result<Json>& result)
    {
        if (result)
            qFatal("no error: %s", result->dump().c_str());
        return result.error();
    }
    /// The error of one request to a program that says `lines` after its greeting.
    Error errorAfter(const std::string& lines)
    {
        auto client = GraphsClient::start(program(std::string(ready) + "\n" + lines));
        if (!client)
            return client.error();
        return errorOf(client->request({{"op", "train"}}));
    }

private Q_SLOTS:
    void initTestCase() { m_folder.emplace(*TemporaryFolder::make("graphs")); }

    void requestWithEpochs()
    {
        auto client = GraphsClient::start(program(
            R"(echo '{"event":"ready","protocol":1,"note":"slow BLAS"}'
read line
echo "$line" > ")"
            + (m_folder->path() / "request").string() + R"("
echo '{"id":1,"event":"epoch","member":0,"epoch":1,"train":0.5,"validation":0.25}'
echo '{"id":1,"event":"epoch","member":1,"epoch":2,"train":0.4}'
echo '{"id":1,"event":"done","after":{"val":0.1}}'
read line)"));
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        QCOMPARE(client->note(), std::string("slow BLAS"));
        std::vector<GraphsEpoch> epochs;
        const auto done =
            client->request({{"op", "train"}}, [&](const GraphsEpoch& epoch) { epochs.push_back(epoch); });
        QVERIFY(done.has_value());
        QCOMPARE((*done)["after"]["val"].get<double>(), 0.1);
        QCOMPARE(epochs.size(), std::size_t(2));
        QCOMPARE(epochs[0].validation, 0.25);
        QCOMPARE(epochs[1].member, 1);
        QVERIFY(std::isnan(epochs[1].validation));
        const Json sent = Json::parse(*readFile(m_folder->path() / "request"));
        QCOMPARE(sent["id"].get<int>(), 1);
        QCOMPARE(sent["op"].get<std::string>(), std::string("train"));
    }

    void missingProgram()
    {
        const auto client = GraphsClient::start(m_folder->path() / "none");
        QVERIFY(!client && client.error().code == ErrorCode::NotFound);
        QVERIFY2(client.error().text().find("which is not installed; build Millrace where libtorch")
                     != std::string::npos,
                 client.error().text().c_str());
    }

    void anotherProgram()
    {
        const auto other = GraphsClient::start(program(R"(echo '{"hello":1}'; read x)"));
        QVERIFY(!other && other.error().code == ErrorCode::Protocol);
        const auto newer = GraphsClient::start(program(R"(echo '{"event":"ready","protocol":2}'; read x)"));
        QVERIFY(!newer && newer.error().code == ErrorCode::NewerVersion);
        const auto text = GraphsClient::start(program("echo hello; read x"));
        QVERIFY(!text && text.error().code == ErrorCode::Protocol);
        const auto silent = GraphsClient::start(program("echo no library >&2; exit 127"));
        QVERIFY(!silent && silent.error().code == ErrorCode::PeerFailed);
        QVERIFY2(silent.error().text().find("exit code 127); end of stderr: no library") != std::string::npos,
                 silent.error().text().c_str());
    }

    void errors()
    {
        const Error refused =
            errorAfter(R"(read x; echo '{"id":1,"event":"error","code":"not-found","message":"no file"}'; read x)");
        QCOMPARE(refused.code, ErrorCode::NotFound);
        QCOMPARE(refused.text(), std::string("no file"));
        const Error died = errorAfter("read x; echo out of memory >&2; kill -9 $$");
        QCOMPARE(died.code, ErrorCode::PeerFailed);
        QVERIFY2(died.text().find("signal 9") != std::string::npos, died.text().c_str());
        QVERIFY2(died.text().find("out of memory") != std::string::npos, died.text().c_str());
        const Error garbage = errorAfter("read x; echo garbage; read x");
        QCOMPARE(garbage.code, ErrorCode::Protocol);
        QVERIFY2(garbage.text().find("\"garbage\"") != std::string::npos, garbage.text().c_str());
        QCOMPARE(errorAfter(R"(read x; echo '{"id":1,"event":7}'; read x)").code, ErrorCode::Protocol);
        QCOMPARE(errorAfter(R"(read x; echo '{"id":"a","event":"done"}'; exit 3)").code, ErrorCode::PeerFailed);
        // A program that is gone before it is asked.
        QCOMPARE(errorAfter("exit 0").code, ErrorCode::PeerFailed);
    }

    /// The program acknowledges, and takes another request.
    void cancels()
    {
        auto client = GraphsClient::start(program(std::string(ready) + R"(
read x
echo '{"id":1,"event":"epoch","member":0,"epoch":1,"train":1,"validation":1}'
read x
echo "$x" > ")" + (m_folder->path() / "cancel").string()
                                                  + R"("
echo '{"id":2,"event":"done"}'
echo '{"id":1,"event":"cancelled"}'
read x
echo '{"id":3,"event":"done","second":true}'
read x)"));
        QVERIFY(client.has_value());
        std::stop_source stop;
        const JobContext job{stop.get_token(), {}};
        const Error cancelled = errorOf(client->request(
            {{"op", "train"}}, [&](const GraphsEpoch&) { stop.request_stop(); }, job));
        QCOMPARE(cancelled.code, ErrorCode::Cancelled);
        const Json sent = Json::parse(*readFile(m_folder->path() / "cancel"));
        QCOMPARE(sent["op"].get<std::string>(), std::string("cancel"));
        QCOMPARE(sent["target"].get<int>(), 1);
        const auto second = client->request({{"op", "predict"}});
        QVERIFY2(second.has_value(), second ? "" : second.error().text().c_str());
        QVERIFY((*second)["second"].get<bool>());
    }

    void requests()
    {
        NetworkTraining training;
        training.data = {"synth:A"};
        training.epochs = 7;
        training.layers = 0;
        training.save = "m.safetensors";
        const Json json = requestOf(training);
        QCOMPARE(json["network"].get<std::string>(), std::string("corrected"));
        QCOMPARE(json["layers"].get<int>(), 0);
        QVERIFY(!json.contains("members") && !json.contains("start"));
        training.start = "a.safetensors";
        training.transfer = "readout";
        QVERIFY(!requestOf(training).contains("network"));
    }

    void dataSources()
    {
        QVERIFY(readDataSource("synth:A").has_value());
        const auto unknownSet = readDataSource("synth:D");
        QVERIFY(!unknownSet && unknownSet.error().text().find("use synth:A, synth:B or synth:C") != std::string::npos);
        // Safetensors whose header has 0x80 bytes, and a stream of pickles.
        QVERIFY(!isTorchSave(std::string("\x80\0\0\0\0\0\0\0{\"a\":1}", 15)));
        QVERIFY(isTorchSave(std::string("\x80\x02\x8a\x0alF\xf9\x9c\x10\x10", 10)));
        const auto junk = m_folder->path() / "junk.json";
        QVERIFY(writeFileAtomically(junk, "{}").has_value());
        QVERIFY(!*openDataSet(junk));
        const auto none = readDataSource(junk.string());
        QVERIFY(!none && none.error().text().find("reading data set ") == 0);
    }
};

QTEST_APPLESS_MAIN(TestGraphsClient)
#include "tst_graphs_client.moc"

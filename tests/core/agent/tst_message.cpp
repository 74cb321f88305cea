// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/message.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::agent;

class TestMessage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsReadBack()
    {
        const auto message = parseMessage(toText(Request{7, "process.start", {{"argv", {"a", "b"}}}}));
        QVERIFY(message);
        const auto* request = std::get_if<Request>(&*message);
        QVERIFY(request != nullptr);
        QCOMPARE(request->id, std::int64_t(7));
        QCOMPARE(request->method, std::string("process.start"));
        QCOMPARE(request->params.dump(), std::string(R"({"argv":["a","b"]})"));
    }

    void repliesReadBack()
    {
        const auto good = parseMessage(toText(Reply{1, Result<Json>(Json{{"x", 1}})}));
        QVERIFY(good);
        QCOMPARE(std::get<Reply>(*good).result->dump(), std::string(R"({"x":1})"));

        const Error error = within("opening", fail(ErrorCode::DiskFull, "no space"));
        const auto bad = parseMessage(toText(Reply{2, error}));
        QVERIFY(bad);
        QCOMPARE(std::get<Reply>(*bad).id, std::int64_t(2));
        QVERIFY(std::get<Reply>(*bad).result.error() == error);
    }

    void anEmptyReplyIsAReply()
    {
        const auto message = parseMessage(toText(Reply{3, Result<Json>(Json())}));
        QVERIFY(message);
        QVERIFY(std::get<Reply>(*message).result->is_null());
    }

    void everyCodeSurvives()
    {
        for (int i = 0; i <= int(ErrorCode::Internal); ++i)
            QCOMPARE(parseError(toJson(fail(ErrorCode(i), "x"))).code, ErrorCode(i));
        QCOMPARE(parseError({{"code", "from-the-future"}, {"what", "x"}}).code, ErrorCode::Internal);
        QCOMPARE(parseError("not an object").code, ErrorCode::Internal);
    }

    void eventsKeepTheirBody()
    {
        const auto message = parseMessage(toText(Event{{{"event", "sample"}, {"n", 2}}}));
        QVERIFY(message);
        const auto& event = std::get<Event>(*message);
        QCOMPARE(event.name(), std::string("sample"));
        QCOMPARE(event.body.at("n").get<int>(), 2);
    }

    void bytesThatAreNoTextAreReplaced()
    {
        const std::string text = toText(Event{{{"event", "x"},
                                               {"text",
                                                "a\xff\xfe"
                                                "b"}}});
        const auto message = parseMessage(text);
        QVERIFY(message);
        QCOMPARE(std::get<Event>(*message).body.at("text").get<std::string>(), std::string("a\ufffd\ufffdb"));
    }

    void rubbishIsAProtocolError_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "{", "[]", "7", "null", "{}", R"({"id":1})", R"({"id":"x","method":"m"})",
                                 R"({"method":"m"})", R"({"id":1,"method":7})", R"({"event":7})",
                                 R"({"id":[],"result":1})", R"({"result":1})", "{\"id\":1,\xff}"})
            QTest::newRow(text) << QByteArray(text);
    }
    void rubbishIsAProtocolError()
    {
        QFETCH(QByteArray, text);
        const auto message = parseMessage(std::string_view(text.constData(), std::size_t(text.size())));
        QVERIFY(!message);
        QCOMPARE(message.error().code, ErrorCode::Protocol);
    }

    void everyTruncationAndFlipIsHandled()
    {
        const std::string text = toText(Reply{12, within("doing", fail(ErrorCode::Io, "it broke"))});
        for (std::size_t length = 0; length < text.size(); ++length)
            QVERIFY(!parseMessage(std::string_view(text).substr(0, length)));
        for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
            std::string damaged = text;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            if (const auto message = parseMessage(damaged); !message)
                QCOMPARE(message.error().code, ErrorCode::Protocol);
        }
    }

    void deepNestingIsRefused()
    {
        const auto nested = [](std::size_t depth) {
            return "{\"event\":\"x\",\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
        };
        QVERIFY(parseMessage(nested(50)));
        const auto message = parseMessage(nested(1'000'000));
        QVERIFY(!message);
        QCOMPARE(message.error().code, ErrorCode::Protocol);
        // Brackets in text do not count.
        std::string brackets(2000, '[');
        brackets[1000] = '"';
        brackets[1001] = '\\';
        const Json text{{"event", "x"}, {"text", brackets}};
        QVERIFY(parseMessage(text.dump()));
    }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"

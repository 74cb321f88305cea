// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/monitor/flat_json.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::monitor;
using Json = nlohmann::ordered_json;

namespace {

Json randomObject(Random& random)
{
    Json object = Json::object();
    const std::uint64_t fields = random.below(12);
    for (std::uint64_t i = 0; i < fields; ++i) {
        Json& value = object["field" + std::to_string(i)];
        switch (random.below(8)) {
        case 0: value = static_cast<std::int64_t>(random()); break;
        case 1: value = random.uniform() * 1e6; break;
        case 2: value = random.below(2) == 0; break;
        case 3: value = nullptr; break;
        case 4: value = "quote \" backslash \\ tab \t line \n \u00fc"; break;
        case 5: value = Json{1, 2, "]", Json{{"a", "}"}}}; break;
        case 6: value = Json{{"deep", {{"x", {1, 2}}}}}; break;
        default: value = "text"; break;
        }
    }
    return object;
}

void compare(const FlatJson& flat, const Json& json)
{
    QCOMPARE(flat.size(), json.size());
    for (const auto& [name, value] : json.items()) {
        QCOMPARE(flat.integer(name).has_value(), value.is_number_integer());
        QCOMPARE(flat.number(name).has_value(), value.is_number());
        QCOMPARE(flat.boolean(name).has_value(), value.is_boolean());
        QCOMPARE(flat.text(name).has_value(), value.is_string());
        if (value.is_number_integer())
            QCOMPARE(*flat.integer(name), value.get<std::int64_t>());
        if (value.is_number())
            QCOMPARE(*flat.number(name), value.get<double>());
        if (value.is_boolean())
            QCOMPARE(*flat.boolean(name), value.get<bool>());
        if (value.is_string())
            QCOMPARE(*flat.text(name), value.get<std::string>());
    }
}

} // namespace

class TestFlatJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithNlohmann()
    {
        Random random(4);
        for (int round = 0; round < 3000; ++round) {
            const Json json = randomObject(random);
            const std::string text = json.dump();
            FlatJson flat;
            QVERIFY2(flat.read(text), text.c_str());
            compare(flat, json);
        }
    }

    void blanksAreAllowed()
    {
        FlatJson flat;
        const std::string text = R"(  { "a" : 1 ,	"b":[ 1 , 2 ], "c" : "x" }  )";
        QVERIFY(flat.read(text));
        QCOMPARE(*flat.integer("a"), 1LL);
        QCOMPARE(*flat.text("c"), std::string("x"));
    }

    void lists()
    {
        FlatJson flat;
        QVERIFY(flat.read(R"({"peers":[2,0,7],"none":[],"other":["a"],"number":3})"));
        QCOMPARE(flat.integers("peers"), (std::vector<std::int64_t>{2, 0, 7}));
        QVERIFY(flat.integers("none").empty());
        QVERIFY(flat.integers("other").empty());
        QVERIFY(flat.integers("number").empty());
        QVERIFY(flat.integers("absent").empty());
    }

    void restIsInOrder()
    {
        FlatJson flat;
        QVERIFY(
            flat.read("{\"event\":\"end\",\"steps\":20,\"mean\":1.5,\"list\":[1],\"name\":\"a\\\"b\",\"flag\":true}"));
        const auto rest = flat.rest({"event"});
        QCOMPARE(int(rest.size()), 4);
        QCOMPARE(rest[0].first, std::string("steps"));
        QCOMPARE(rest[0].second, std::string("20"));
        QCOMPARE(rest[2].second, std::string("a\"b"));
        QCOMPARE(rest[3].second, std::string("true"));
    }

    void damageIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"",
                                 "{",
                                 "}",
                                 "[]",
                                 "1",
                                 "null",
                                 "{]",
                                 R"({"a"})",
                                 R"({"a":})",
                                 "{\"a\":1",
                                 "{\"a\":1,",
                                 R"({"a":1,})",
                                 R"({"a":1}x)",
                                 R"({"a":1 2})",
                                 R"({a:1})",
                                 "{\"a:1}",
                                 "{\"a\":\"x}",
                                 "{\"a\":\"x\\\"}",
                                 R"({"a":nul})",
                                 R"({"a":tru})",
                                 R"({"a":inf})",
                                 R"({"a":nan})",
                                 R"({"a":1.})",
                                 R"({"a":0x5})",
                                 R"({"a":--1})",
                                 "{\"a\":[1}",
                                 "{\"a\":{\"b\":1}",
                                 R"({"a":1}{"b":2})",
                                 "{\"a\":\"\n\"}",
                                 R"({"a" 1})"})
            QTest::newRow(text) << QString(text);
    }
    void damageIsRefused()
    {
        QFETCH(QString, text);
        const std::string bytes = text.toStdString();
        FlatJson flat;
        QVERIFY(!flat.read(bytes));
    }

    void tooManyFieldsAreRefused()
    {
        Json json;
        for (int i = 0; i < 48; ++i)
            json["f" + std::to_string(i)] = i;
        FlatJson flat;
        const std::string enough = json.dump();
        QVERIFY(flat.read(enough));
        json["one more"] = 1;
        const std::string tooMany = json.dump();
        QVERIFY(!flat.read(tooMany));
    }

    void deepNestingIsSteppedOver()
    {
        const std::string deep = "{\"a\":" + std::string(300000, '[') + std::string(300000, ']') + ",\"b\":1}";
        FlatJson flat;
        QVERIFY(flat.read(deep));
        QCOMPARE(*flat.integer("b"), 1LL);
        QVERIFY(!flat.read(std::string_view(deep).substr(0, 400000)));
    }

    /// What is refused by a full parser after a byte was changed may pass here only where nothing of it is used.
    void changedBytesNeverGiveOtherNumbers()
    {
        Random random(8);
        for (int round = 0; round < 20000; ++round) {
            std::string text = randomObject(random).dump();
            text[random.below(text.size())] = static_cast<char>(random.below(128));
            FlatJson flat;
            if (!flat.read(text))
                continue;
            const Json json = Json::parse(text, nullptr, false);
            if (!json.is_object() || json.size() != flat.size())
                continue;
            for (const auto& [name, value] : json.items()) {
                if (value.is_number_integer() && flat.integer(name))
                    QCOMPARE(*flat.integer(name), value.get<std::int64_t>());
                if (value.is_string() && flat.text(name))
                    QCOMPARE(*flat.text(name), value.get<std::string>());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestFlatJson)
#include "tst_flat_json.moc"

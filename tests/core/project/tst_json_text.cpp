// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/json_text.h"

#include "core/base/random.h"
#include "core/project/json_merge.h"
#include "core/project/migrate.h"
#include "core/project/templates.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::project;

namespace {

QString messageOf(std::string_view text)
{
    const auto json = parseJson(text);
    return json ? QString("no error") : QString::fromStdString(json.error().text());
}

Json merged(const char* raw, const char* before, const char* after)
{
    return mergeJson(Json::parse(raw), Json::parse(before), Json::parse(after));
}

} // namespace

class TestJsonText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void damageHasLineAndColumn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << ""
                               << "line 1, column 1: unexpected end of input; expected '[', '{', or a literal";
        QTest::newRow("comma at the end") << "{\n  \"a\": [1, 2,]\n}"
                                          << "line 2, column 14: unexpected ']'; expected '[', '{', or a literal";
        QTest::newRow("no colon") << "{\n\n\"a\" 1}"
                                  << "line 3, column 5: unexpected number literal; expected ':'";
        QTest::newRow("cut") << "{\"a\": 1"
                             << "line 1, column 8: unexpected end of input; expected '}'";
        QTest::newRow("cut string")
            << "{\"a"
            << "line 1, column 4: invalid string: missing closing quote; last read: '\"a'; expected string literal";
        QTest::newRow("literal") << "[tru]"
                                 << "line 1, column 5: invalid literal; last read: '[tru]'";
        QTest::newRow("more after the end") << "{} {}"
                                            << "line 1, column 4: unexpected '{'; expected end of input";
        QTest::newRow("twice") << "{\"a\": {\"b\": 1, \"b\": 2}}"
                               << "line 1, column 16: duplicate key \"b\" in this object; keep one";
        QTest::newRow("huge number") << "[1e999]"
                                     << "line 1, column 2: the number \"1e999\" is too large";
    }
    void damageHasLineAndColumn()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(messageOf(text.toStdString()), message);
    }

    void sameNamesInDifferentObjectsAreFine()
    {
        QVERIFY(parseJson(R"({"a": {"b": 1}, "c": {"b": 1, "a": [{"b": 1}, {"b": 2}]}})"));
    }

    void depthIsLimited()
    {
        const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
        QVERIFY(parseJson(nested(64)));
        QCOMPARE(messageOf(nested(65)), QString("line 1, column 65: nested deeper than 64 levels"));
        QVERIFY(!parseJson(nested(1'000'000)));
        QVERIFY(!parseJson(std::string(1'000'000, '[')));
        QVERIFY(parseJson("[\"" + std::string(1000, '[') + "\\\"[[\"]"));
    }

    void zeroBytesAreDamage()
    {
        using namespace std::string_literals;
        QCOMPARE(messageOf("{\n}\0"s), QString("line 2, column 2: a zero byte; the file is damaged"));
        for (const std::string& tail : {"}}}}"s, "\""s, "\"\\"s, "{\"a\":"s})
            QVERIFY(!parseJson("{}\0"s + tail));
    }

    void invalidUtf8IsRefused()
    {
        const QString message = messageOf("{\"a\": \"\xff\"}");
        QVERIFY2(message.startsWith("line 1, column 8: invalid string: ill-formed UTF-8 byte"), qPrintable(message));
    }

    void layout()
    {
        const Json json = Json::parse(R"({"name":"x","empty":{},"none":[],"list":[1,"a",null,true],"nested":[[1,2],[3]],
            "objects":[{"a":1,"levels":[1,2]},{"deep":{"b":1}}],"object":{"a":1}})");
        QCOMPARE(QString::fromStdString(canonicalText(json)),
                 QString("{\n"
                         "  \"name\": \"x\",\n"
                         "  \"empty\": {},\n"
                         "  \"none\": [],\n"
                         "  \"list\": [1, \"a\", null, true],\n"
                         "  \"nested\": [\n"
                         "    [1, 2],\n"
                         "    [3]\n"
                         "  ],\n"
                         "  \"objects\": [\n"
                         "    {\"a\": 1, \"levels\": [1, 2]},\n"
                         "    {\n"
                         "      \"deep\": {\n"
                         "        \"b\": 1\n"
                         "      }\n"
                         "    }\n"
                         "  ],\n"
                         "  \"object\": {\n"
                         "    \"a\": 1\n"
                         "  }\n"
                         "}\n"));
    }

    void longListsAreBroken()
    {
        Json json = {{"list", Json::array()}};
        while (canonicalText(json).find("\n    ") == std::string::npos)
            json["list"].push_back("0123456789");
        json["list"].erase(json["list"].size() - 1);
        const std::string line = canonicalText(json).substr(2);
        QVERIFY(line.find('\n') > 100 && line.find('\n') <= 120);
    }

    void whatIsWrittenReadsBack()
    {
        for (const Template& item : templates()) {
            const Json json = *parseJson(item.text);
            QVERIFY(*parseJson(canonicalText(json)) == json);
        }
    }

    void mutatedTextsNeverCrash()
    {
        Random random(5);
        int good = 0;
        for (const Template& item : templates())
            for (int round = 0; round < 300; ++round) {
                std::string text(item.text);
                for (auto changes = 1 + random.below(3); changes > 0; --changes)
                    text[random.below(text.size())] = static_cast<char>(random.below(256));
                const auto json = parseJson(text);
                good += json ? 1 : 0;
                QVERIFY(json || json.error().what.find('\n') == std::string::npos);
            }
        QVERIFY(good > 0);
    }

    void mergeKeepsWhatOnlyTheTextHas()
    {
        QCOMPARE(QString::fromStdString(merged(R"({"z":1,"a":1,"o":{"u":5,"b":1}})", R"({"a":1,"o":{"b":1}})",
                                               R"({"a":2,"o":{"b":3},"n":4})")
                                            .dump()),
                 QString(R"({"z":1,"a":2,"o":{"u":5,"b":3},"n":4})"));
    }

    void mergeKeepsSpellings()
    {
        // "before" is the canonical form of "raw"; only what changed against it is rewritten.
        QVERIFY(merged(R"({"loss":0.01,"delay":"1000us"})", R"({"loss":"1%","delay":"1ms"})",
                       R"({"loss":"1%","delay":"2ms"})")
                == Json::parse(R"({"loss":0.01,"delay":"2ms"})"));
    }

    void mergeKeepsDefaultsThatAreNotWritten()
    {
        QVERIFY(merged("{}", R"({"mtu":1500})", R"({"mtu":1500,"mode":"fast"})") == Json::parse(R"({"mode":"fast"})"));
        QVERIFY(merged(R"({"mtu":9000})", R"({"mtu":9000})", "{}") == Json::parse("{}"));
        QVERIFY(merged(R"({"mtu":1500})", "{}", R"({"x":1})") == Json::parse(R"({"mtu":1500,"x":1})"));
    }

    void mergeOverlaysWhatWasAtItsDefault()
    {
        QVERIFY(merged(R"({"gate":{"u":1},"nics":[{"name":"eth0","u":2}]})", "{}",
                       R"({"gate":{"delay":"1%"},"nics":[{"name":"eth0","rate":1}]})")
                == Json::parse(R"({"gate":{"u":1,"delay":"1%"},"nics":[{"name":"eth0","rate":1,"u":2}]})"));
    }

    void newMembersStandWhereTheyBelong()
    {
        QCOMPARE(QString::fromStdString(
                     merged(R"({"a":1,"u":0,"c":3})", R"({"a":1,"c":3})", R"({"a":1,"b":2,"c":3})").dump()),
                 QString(R"({"a":1,"b":2,"u":0,"c":3})"));
    }

    void mergeFollowsItemsThatMove()
    {
        const char* raw = R"([{"name":"a","u":1},{"name":"b","u":2},{"name":"c","u":3}])";
        const char* before = R"([{"name":"a"},{"name":"b"},{"name":"c"}])";
        QVERIFY(merged(raw, before, R"([{"name":"c"},{"name":"a"}])")
                == Json::parse(R"([{"name":"c","u":3},{"name":"a","u":1}])"));
        QVERIFY(merged(raw, before, R"([{"name":"a"},{"name":"b","x":1},{"name":"c"}])")
                == Json::parse(R"([{"name":"a","u":1},{"name":"b","x":1,"u":2},{"name":"c","u":3}])"));
        QVERIFY(merged(raw, before, R"([{"name":"a"},{"name":"renamed"},{"name":"c"},{"name":"d"}])")
                == Json::parse(R"([{"name":"a","u":1},{"name":"renamed","u":2},{"name":"c","u":3},{"name":"d"}])"));
    }

    void listsThatCouldNotBeReadWholeAreKeptOrReplacedWhole()
    {
        QVERIFY(merged(R"({"l":[1,"bad"],"x":1})", R"({"l":[1],"x":1})", R"({"l":[1],"x":2})")
                == Json::parse(R"({"l":[1,"bad"],"x":2})"));
        QVERIFY(merged(R"([1,"bad"])", "[1]", "[2]") == Json::parse("[2]"));
    }

    void migrationGoesStepByStep()
    {
        const Migration steps[] = {{1,
                                    [](Json& json) -> Result<void> {
                                        json["name"] = json["title"];
                                        json.erase("title");
                                        return {};
                                    }},
                                   {2, [](Json& json) -> Result<void> {
                                        if (json["name"] == "bad")
                                            return fail(ErrorCode::InvalidInput, "the name is bad");
                                        json["name"] = json["name"].get<std::string>() + "!";
                                        return {};
                                    }}};
        Json old = Json::parse(R"({"format":"millrace-project","version":1,"title":"t","unknown":1})");
        const auto done = migrate(old, 3, steps);
        QVERIFY(done && *done);
        QCOMPARE(QString::fromStdString(old.dump()),
                 QString(R"({"format":"millrace-project","version":3,"unknown":1,"name":"t!"})"));
        const auto nothing = migrate(old, 3, steps);
        QVERIFY(nothing && !*nothing);
        Json bad = Json::parse(R"({"format":"millrace-project","version":2,"name":"bad"})");
        QCOMPARE(QString::fromStdString(migrate(bad, 3, steps).error().text()),
                 QString("bringing it from version 2 to 3: the name is bad"));
        Json gap = Json::parse(R"({"format":"millrace-project","version":3})");
        QCOMPARE(migrate(gap, 5, steps).error().code, ErrorCode::Unsupported);
    }
};

QTEST_APPLESS_MAIN(TestJsonText)
#include "tst_json_text.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"

#include <QtTest>

using namespace millrace;

namespace {

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

} // namespace

class TestJsonFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goodMembersAreRead()
    {
        const Json json = Json::parse(R"({"t":"x","l":["a","b"],"b":true,"i":3,"f":4.0,"u":18446744073709551615,"n":2.5,
            "d":"10ms","d0":0,"r":"1Gbit","r2":1e6,"s":"64KiB","s2":1500,"p":"1%","p2":0.25,"c":"two"})");
        Issues issues;
        JsonFields fields(json, "x", issues);
        std::string text;
        std::vector<std::string> texts;
        bool boolean = false;
        int integer = 0;
        int whole = 0;
        std::uint64_t large = 0;
        double number = 0;
        std::chrono::nanoseconds duration{1};
        std::chrono::nanoseconds none{1};
        double rate = 0;
        double bareRate = 0;
        std::uint64_t size = 0;
        std::uint64_t bareSize = 0;
        double percent = 0;
        double fraction = 0;
        std::size_t choice = 9;
        fields.text("t", text);
        fields.texts("l", texts);
        fields.boolean("b", boolean);
        fields.integer("i", integer, 0, 5);
        fields.integer("f", whole, 0, 5);
        fields.unsigned64("u", large);
        fields.number("n", number, 0, 3);
        fields.duration("d", duration);
        fields.duration("d0", none);
        fields.rate("r", rate);
        fields.rate("r2", bareRate);
        fields.size("s", size);
        fields.size("s2", bareSize);
        fields.fraction("p", percent);
        fields.fraction("p2", fraction);
        fields.choice("c", choice, {"one", "two"});
        fields.reportUnknown();
        QCOMPARE(linesOf(issues), QString());
        QVERIFY(text == "x" && texts == (std::vector<std::string>{"a", "b"}) && boolean);
        QVERIFY(integer == 3 && whole == 4 && large == 18446744073709551615u && number == 2.5);
        QVERIFY(duration.count() == 10'000'000 && none.count() == 0);
        QVERIFY(rate == 1e9 && bareRate == 1e6 && size == 65536 && bareSize == 1500);
        QVERIFY(percent == 0.01 && fraction == 0.25 && choice == 1);
    }

    void absentMembersLeaveTheValue()
    {
        const Json json = Json::object();
        Issues issues;
        JsonFields fields(json, "", issues);
        int integer = 7;
        std::string text = "kept";
        fields.integer("i", integer, 0, 5);
        fields.text("t", text);
        QVERIFY(!fields.find("x") && !fields.array("x") && !fields.object("x"));
        QVERIFY(integer == 7 && text == "kept" && issues.empty());
    }

    void wrongMembersAreIssuesAndLeaveTheValue()
    {
        const Json json =
            Json::parse(R"({"i":6,"i2":2.5,"i3":"3","i4":1e300,"u":-1,"u2":1.5,"n":4,"d":10,"d2":"10","d3":"x",
            "r":"1GB","s":-1,"p":"200%","c":"three","b":0,"t":5,"l":"a","o":[],"null":null})");
        Issues issues;
        JsonFields fields(json, "top[2]", issues);
        int integer = 1;
        std::uint64_t large = 1;
        double number = 1;
        std::chrono::nanoseconds duration{1};
        std::size_t choice = 1;
        bool boolean = true;
        std::string text = "kept";
        std::vector<std::string> texts = {"kept"};
        for (const char* key : {"i", "i2", "i3", "i4", "null"})
            fields.integer(key, integer, 0, 5);
        fields.unsigned64("u", large);
        fields.unsigned64("u2", large);
        fields.number("n", number, 0, 3);
        for (const char* key : {"d", "d2", "d3"})
            fields.duration(key, duration);
        fields.rate("r", number);
        fields.size("s", large);
        fields.fraction("p", number);
        fields.choice("c", choice, {"one", "two"});
        fields.boolean("b", boolean);
        fields.text("t", text);
        fields.texts("l", texts);
        QVERIFY(!fields.object("o"));
        QVERIFY(integer == 1 && large == 1 && number == 1 && duration.count() == 1 && choice == 1 && boolean);
        QVERIFY(text == "kept" && texts.size() == 1);
        QCOMPARE(linesOf(issues),
                 QString("top[2].i: 6 is not a whole number from 0 to 5\n"
                         "top[2].i2: 2.5 is not a whole number from 0 to 5\n"
                         "top[2].i3: \"3\" is not a whole number from 0 to 5\n"
                         "top[2].i4: 1e+300 is not a whole number from 0 to 5\n"
                         "top[2].null: null is not a whole number from 0 to 5\n"
                         "top[2].u: -1 is not a whole number from 0 to 18446744073709551615\n"
                         "top[2].u2: 1.5 is not a whole number from 0 to 18446744073709551615\n"
                         "top[2].n: 4 is not a number from 0 to 3\n"
                         "top[2].d: 10 is not a duration; write 10ms, 250us or 1.5s\n"
                         "top[2].d2: \"10\" is not a duration; write 10ms, 250us or 1.5s\n"
                         "top[2].d3: \"x\" is not a duration; write 10ms, 250us or 1.5s\n"
                         "top[2].r: \"1GB\" is not a rate; write 100Mbit, 1Gbit or 0 for no limit\n"
                         "top[2].s: -1 is not a size; write 1500, 64KiB or 2.5MB\n"
                         "top[2].p: \"200%\" is not a share; write 1% or 0.01\n"
                         "top[2].c: \"three\" is not one of one, two\n"
                         "top[2].b: expected true or false, found 0\n"
                         "top[2].t: 5 is not a text; write it in quotes\n"
                         "top[2].l: \"a\" is not a list; write [ … ]\n"
                         "top[2].o: a list is not an object; write { … }"));
    }

    void unknownMembersAreNamed()
    {
        const Json json = Json::parse(R"({"name":"x","nam":1,"other":2})");
        Issues issues;
        JsonFields fields(json, "", issues);
        std::string name;
        fields.text("name", name);
        fields.reportUnknown();
        QCOMPARE(issues.size(), std::size_t(2));
        QCOMPARE(issues[0].severity, Severity::Warning);
        QCOMPARE(QString::fromStdString(issues[0].example),
                 QString("the field \"nam\" is unknown; did you mean \"name\"?"));
        QCOMPARE(issues[1].severity, Severity::Note);
    }

    void notAnObject()
    {
        const Json json = 5;
        Issues issues;
        JsonFields fields(json, "a", issues);
        int value = 1;
        fields.integer("i", value, 0, 5);
        fields.reportUnknown();
        QCOMPARE(linesOf(issues), QString("a: expected an object, found 5"));
        QCOMPARE(QString::fromStdString(fields.pathOf("b")), QString("a.b"));
    }

    void briefValues()
    {
        QCOMPARE(QString::fromStdString(briefJson("a\"b")), QString("\"a\\\"b\""));
        QCOMPARE(QString::fromStdString(briefJson(Json::array())), QString("a list"));
        QCOMPARE(QString::fromStdString(briefJson(Json::object())), QString("an object"));
        // Cut between characters, never inside one; bytes that are no text do not throw.
        const QString cut = QString::fromStdString(briefJson(QString("ä").repeated(100).toStdString()));
        QVERIFY(cut.endsWith(QString::fromUtf8("ä…")));
        QVERIFY(!briefJson(std::string("\xff\xfe")).empty());
    }
};

QTEST_APPLESS_MAIN(TestJsonFields)
#include "tst_json_fields.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/field_json.h"

#include <QtTest>

#include <array>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

enum class Shape
{
    Round,
    Square
};

struct Sample
{
    std::string name = "usual";
    bool on = true;
    int count = 3;
    double share = 0.5;
    double rate = 0;
    double number = 1.5;
    std::uint64_t size = 0;
    std::uint64_t seed = 1;
    std::chrono::nanoseconds time = 10ms;
    std::optional<std::chrono::nanoseconds> limit;
    std::optional<double> speed;
    std::vector<std::string> words;
    std::filesystem::path file;
    Shape shape = Shape::Round;
    int part = 0;

    bool operator==(const Sample&) const = default;
};

constexpr std::array<std::string_view, 2> shapeNames = {"round", "square"};

bool isOn(const Sample& sample)
{
    return sample.on;
}

void readPart(JsonFields& fields, std::string_view key, Sample& sample)
{
    fields.integer(key, sample.part, 0, 10);
}

void writePart(const Sample& sample, std::string_view key, Json& json)
{
    if (sample.part != 0)
        json[std::string(key)] = sample.part;
}

constexpr std::array sampleFields = {
    field("name", &Sample::name, "", {.always = true}),
    field("on", &Sample::on),
    field("count", &Sample::count, Quantity::Count, {1, 100}),
    field("share", &Sample::share, Quantity::Fraction, {0, 1, true, true}, "", {.applies = isOn}),
    field("rate", &Sample::rate, Quantity::Rate, {1e3, 1e9}, "", {.unset = "not limited"}),
    field("number", &Sample::number, Quantity::Number, {-5, 5}),
    field("size", &Sample::size, Quantity::Size, {1024}, "", {.unset = "none"}),
    field("seed", &Sample::seed, Quantity::Count, {}),
    field("time", &Sample::time, Quantity::Duration, {1e6, 3.6e12}),
    field("limit", &Sample::limit, Quantity::Duration, {}, "", {.unset = "none", .replaces = "speed"}),
    field("speed", &Sample::speed, Quantity::Rate, {}, "", {.replaces = "limit", .factor = "sample_speed"}),
    field("words", &Sample::words),
    field("file", &Sample::file),
    field("shape", fieldChoice<&Sample::shape>(shapeNames)),
    field("part", FieldPart<Sample>{readPart, writePart}),
};

Sample other()
{
    Sample sample{"x", false, 7, 0.25, 2e6, -2.5, 4096, 9, 2s, 5ms, 1e9, {"a", "b"}, "f/g", Shape::Square, 4};
    return sample;
}

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

Json written(const Sample& sample)
{
    Json json = Json::object();
    writeFields(json, sampleFields, sample);
    return json;
}

Sample readSample(const char* text, Issues& issues)
{
    Sample sample;
    const Json json = Json::parse(text);
    JsonFields fields(json, "s", issues);
    readFields(fields, sampleFields, sample);
    fields.reportUnknown();
    return sample;
}

} // namespace

class TestField : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindComesBack()
    {
        Issues issues;
        QCOMPARE(written(other()).dump(),
                 std::string(R"({"name":"x","on":false,"count":7,"share":"25%","rate":"2Mbit","number":-2.5,)"
                             R"("size":"4KiB","seed":9,"time":"2s","limit":"5ms","speed":"1Gbit","words":["a","b"],)"
                             R"("file":"f/g","shape":"square","part":4})"));
        QVERIFY(readSample(written(other()).dump().c_str(), issues) == other());
        QCOMPARE(written(Sample{}).dump(), std::string(R"({"name":"usual"})"));
        QVERIFY(readSample("{}", issues) == Sample{});
        QCOMPARE(linesOf(issues), QString());
    }

    void whatCannotBeReadKeepsItsDefault()
    {
        Issues issues;
        const Sample sample =
            readSample(R"({"count":101,"number":6,"shape":"flat","on":1,"time":5,"speedd":1})", issues);
        QVERIFY(sample == Sample{});
        QCOMPARE(linesOf(issues),
                 QString("s.on: expected true or false, found 1\n"
                         "s.count: 101 is not a whole number from 1 to 100\n"
                         "s.number: 6 is not a number from -5 to 5\n"
                         "s.time: 5 is not a duration; write 10ms, 250us or 1.5s\n"
                         "s.shape: \"flat\" is not one of round, square\n"
                         "s: the field \"speedd\" is unknown; did you mean \"speed\"?"));
    }

    void rangesAreChecked()
    {
        QCOMPARE(linesOf(checkFields(sampleFields, Sample{}, "sample")), QString());
        Sample sample;
        sample.count = 0;
        sample.share = 1;
        sample.rate = 5;
        sample.number = NAN;
        sample.size = 10;
        sample.time = 2h;
        sample.limit = -1ns;
        QCOMPARE(linesOf(checkFields(sampleFields, sample, "sample")),
                 QString("count: must be from 1 to 100\n"
                         "share: must be more than 0% and less than 100%\n"
                         "rate: must be from 1kbit to 1Gbit, or 0\n"
                         "number: must be from -5 to 5\n"
                         "size: must be at least 1KiB, or 0\n"
                         "time: must be from 1ms to 1h\n"
                         "limit: must be at least 0"));
        sample = Sample{};
        sample.on = false;
        sample.share = 7; // has no effect
        QCOMPARE(linesOf(checkFields(sampleFields, sample, "sample")), QString());
        QCOMPARE(linesOf(checkFields(sampleFields, other(), "sample")),
                 QString("speed: limit is given already; remove one of the two"));
    }

    void numbersAndTextsAreSet()
    {
        const auto& limit = *findField(sampleFields, "limit");
        const auto& speed = *findField(sampleFields, "speed");
        const auto& count = *findField(sampleFields, "count");
        const auto& shape = *findField(sampleFields, "shape");
        Sample sample;
        QVERIFY(setNumber(sampleFields, limit, sample, 5e6));
        QVERIFY(sample.limit == 5ms);
        QVERIFY(setNumber(sampleFields, speed, sample, 1e6));
        QVERIFY(sample.speed == 1e6 && !sample.limit);
        QVERIFY(setNumber(sampleFields, speed, sample, {}));
        QVERIFY(!sample.speed);
        QVERIFY(!setNumber(sampleFields, count, sample, 3e9));
        QVERIFY(!setNumber(sampleFields, count, sample, -1));
        QCOMPARE(sample.count, 3);
        QVERIFY(setText(shape, sample, "square") && !setText(shape, sample, "flat"));
        QCOMPARE(textOf(shape, sample), std::string("square"));
        QCOMPARE(numberOf(count, sample), std::optional(3.0));
        QCOMPARE(shownNumber(*findField(sampleFields, "rate"), sample), std::optional<double>());
        QVERIFY(!isDefault(shape, sample) && isDefault(count, sample));
        reset(shape, sample);
        QVERIFY(sample == Sample{});
        QCOMPARE(factorName(speed), std::string_view("sample_speed"));
        QCOMPARE(factorName(limit), std::string_view("limit"));
        QVERIFY(!findField(sampleFields, "none"));
    }
};

QTEST_APPLESS_MAIN(TestField)
#include "tst_field.moc"

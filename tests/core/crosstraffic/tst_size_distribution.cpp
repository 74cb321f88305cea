// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/statistics.h"
#include "core/crosstraffic/size_distribution.h"

#include <QtTest>
#include <cmath>
#include <filesystem>

using namespace millrace;
using namespace millrace::crosstraffic;

namespace {

/// The complete flow size file of the cross-traffic study.
constexpr std::string_view studyFile =
    "3 1 0\n6 1 0.15\n13 1 0.2\n19 1 0.3\n33 1 0.4\n53 1 0.53\n133 1 0.6\n667 1 0.7\n"
    "1333 1 0.8\n3333 1 0.9\n6667 1 0.97\n20000 1 1\n";

SizeDistribution study(Convention convention)
{
    return *SizeDistribution::parse(studyFile, 1460, convention);
}

bool isNear(double value, double expected, double relative)
{
    return std::abs(value - expected) <= relative * std::abs(expected);
}

std::vector<double> drawMany(const SizeDistribution& sizes, std::size_t count, std::uint64_t seed)
{
    Random random(seed);
    std::vector<double> drawn(count);
    for (double& each : drawn)
        each = static_cast<double>(sizes.draw(random));
    return drawn;
}

std::filesystem::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                        : std::filesystem::path(data);
}

} // namespace

class TestSizeDistribution : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStudysMeans()
    {
        // 1622.94 packets = 2,369,492.4 bytes and CV 2.290 by step, 1140.755 packets = 1,665,502 bytes
        // interpolated.
        const auto step = study(Convention::Step);
        QVERIFY(isNear(step.mean(), 2'369'492.4, 1e-12));
        QVERIFY(isNear(step.mean() / 1460, 1622.94, 1e-12));
        QVERIFY(std::abs(step.deviation() / step.mean() - 2.290) < 5e-4);
        const auto interpolated = study(Convention::Interpolated);
        QVERIFY(isNear(interpolated.mean() / 1460, 1140.755, 1e-12));
        QVERIFY(std::abs(interpolated.mean() - 1'665'502) < 0.5);
    }

    void theNamedSizeIsTheStudysFile()
    {
        for (const Convention convention : {Convention::Step, Convention::Interpolated})
            QCOMPARE(SizeDistribution::named("web-search-study", convention)->points(), study(convention).points());
        QCOMPARE(study(Convention::Step).text(1460), std::string(studyFile));
    }

    void theStudysFileItself()
    {
        const auto file = studyData() / "flumen/CDF_search.tcl";
        if (!std::filesystem::exists(file))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds flumen");
        const auto sizes = SizeDistribution::parse(*readFile(file), 1460, Convention::Step);
        QVERIFY(sizes.has_value());
        QCOMPARE(sizes->points(), study(Convention::Step).points());
    }

    void meansOfTheFieldsSizes()
    {
        // Sums over the published points, done by hand in the unit of the table.
        const auto mean = [](const char* name) { return SizeDistribution::named(name, usualConvention(name))->mean(); };
        QVERIFY(isNear(mean("web-search"), 1'711'250, 1e-9));
        QVERIFY(isNear(mean("data-mining"), 12'658'198.6, 1e-9));
        QVERIFY(isNear(mean("facebook"), 120'420.75, 1e-9));
        // DCTCP, Fig. 4 and VL2, section 3.1: most flows are small, most bytes are in large ones.
        QVERIFY(SizeDistribution::named("data-mining", Convention::Interpolated)->quantile(0.8) <= 10'000);
        QCOMPARE(SizeDistribution::named("facebook", Convention::Interpolated)->quantile(0.5), 700.0);
    }

    void drawsFollowTheDistribution_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("step");
        for (const auto name : SizeDistribution::names())
            for (const bool step : {true, false})
                QTest::addRow("%s %s", std::string(name).c_str(), step ? "step" : "interpolated")
                    << QString::fromStdString(std::string(name)) << step;
    }
    void drawsFollowTheDistribution()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, step);
        const auto sizes =
            SizeDistribution::named(name.toStdString(), step ? Convention::Step : Convention::Interpolated);
        constexpr std::size_t count = 40'000;
        auto drawn = drawMany(*sizes, count, 7);
        const double error = sizes->deviation() / std::sqrt(double(count));
        QVERIFY(std::abs(mean(drawn) - sizes->mean()) < 4 * error);
        for (const auto& point : sizes->points()) {
            const auto upTo = std::ranges::count_if(drawn, [&](double bytes) { return bytes <= point.bytes + 0.5; });
            const double share = double(upTo) / double(count);
            QVERIFY2(std::abs(share - point.cumulative) < 0.0125, qPrintable(QString::number(point.bytes)));
        }
        if (!step)
            return;
        for (const double bytes : drawn)
            QVERIFY(std::ranges::any_of(sizes->points(), [&](const auto& point) { return point.bytes == bytes; }));
    }

    void quantiles()
    {
        const auto step = study(Convention::Step);
        QCOMPARE(step.quantile(0), 6 * 1460.0); // the listed 3 packets never occur
        QCOMPARE(step.quantile(0.15), 6 * 1460.0);
        QCOMPARE(step.quantile(0.151), 13 * 1460.0);
        QCOMPARE(step.quantile(1), 20'000 * 1460.0);
        const auto interpolated = study(Convention::Interpolated);
        QCOMPARE(interpolated.quantile(0), 3 * 1460.0);
        QVERIFY(isNear(interpolated.quantile(0.95), (3333 + (6667 - 3333) * 5.0 / 7) * 1460, 1e-9));
        QVERIFY(std::isnan(step.quantile(NAN)));
    }

    void aFixedSize()
    {
        const auto sizes = SizeDistribution::fixed(10e6);
        QCOMPARE(sizes.mean(), 10e6);
        QCOMPARE(sizes.deviation(), 0.0);
        Random random(1);
        QCOMPARE(sizes.draw(random), std::uint64_t(10'000'000));
    }

    void formats()
    {
        const auto commas = SizeDistribution::parse("# bytes,share\n100, 0.5\r\n\n200, 1\n", 1, Convention::Step);
        QCOMPARE(commas->mean(), 150.0);
        const auto percent = SizeDistribution::parse("0 0\n100 50\n200 100\n", 1, Convention::Interpolated);
        QCOMPARE(percent->mean(), 100.0);
        // A share at the first point belongs to flows of that size, by either convention.
        const auto atom = SizeDistribution::parse("10 0.5\n30 1", 1, Convention::Interpolated);
        QCOMPARE(atom->mean(), 15.0);
        const auto drawn = drawMany(*atom, 10'000, 3);
        QVERIFY(std::abs(double(std::ranges::count(drawn, 10.0)) / 1e4 - 0.5125) < 0.02);
    }

    void damagedFiles_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << ""
                               << "no point";
        QTest::newRow("comment") << "# nothing\n"
                                 << "no point";
        QTest::newRow("one column") << "5\n"
                                    << "line 1 has 1 columns";
        QTest::newRow("four columns") << "5 1 1 1\n"
                                      << "line 1 has 4 columns";
        QTest::newRow("word") << "1 0.1\nten 1\n"
                              << "line 2 does not start with a size";
        QTest::newRow("negative") << "-1 1\n"
                                  << "line 1 does not start";
        QTest::newRow("nan") << "nan 1\n"
                             << "line 1 does not start";
        QTest::newRow("nan share") << "1 nan\n"
                                   << "line 1 does not end";
        QTest::newRow("huge") << "1e300 1\n"
                              << "more than 1 PB";
        QTest::newRow("falling size") << "5 0.1\n4 1\n"
                                      << "line 2 has a smaller size";
        QTest::newRow("falling share") << "1 0.5\n2 0.4\n3 1\n"
                                       << "line 2 has a smaller share";
        QTest::newRow("no end") << "1 0.5\n2 0.9\n\n"
                                << "line 2 is the last one";
        QTest::newRow("zeros") << "0 1\n"
                               << "all its sizes are 0";
    }
    void damagedFiles()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        const auto parsed = SizeDistribution::parse(text.toStdString(), 1460, Convention::Step);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::Corrupt);
        QVERIFY2(parsed.error().what.find(says.toStdString()) != std::string::npos, parsed.error().what.c_str());
    }

    void anUnknownNameNamesTheOthers()
    {
        const auto refused = SizeDistribution::named("websearch", Convention::Step);
        QCOMPARE(refused.error().code, ErrorCode::NotFound);
        for (const auto name : SizeDistribution::names())
            QVERIFY(refused.error().what.find(name) != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestSizeDistribution)
#include "tst_size_distribution.moc"

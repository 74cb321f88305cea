// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/need.h"

#include "core/base/text.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "core/studies/flumen/fits.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

using namespace millrace;
using namespace millrace::studies;
using namespace millrace::studies::flumen;

namespace {

std::filesystem::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    const std::filesystem::path folder = data.empty()
        ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
        : std::filesystem::path(data);
    return folder / "flumen";
}

bool near(double found, double wanted, double tolerance)
{
    return std::abs(found - wanted) <= tolerance;
}

/// Whether a value is what is printed, to the digits that are printed.
bool isPrinted(double value, std::string_view printed)
{
    const std::size_t dot = printed.find('.');
    const double digits = dot == std::string_view::npos ? 0 : double(printed.size() - dot - 1);
    return near(value, *parseDouble(printed), 0.5 * std::pow(10, -digits) + 1e-9);
}

/// label|achieved Gbps|mean s|sd s|p99 s[|n] of the series with tables.
struct PrintedSeries
{
    const char *series, *model, *rows;
};
const PrintedSeries printedSeries[] = {
    {"iperf", "bert",
     "0|-|0.8384|0.0112|0.846; 1|0.99|0.8632|0.0195|0.873; 2|2.00|0.8949|0.0213|0.905; "
     "3|3.00|0.9304|0.0261|0.943; 4|4.00|0.9701|0.0210|0.975; 5|5.00|1.0173|0.0203|1.029; "
     "6|6.00|1.0671|0.0203|1.079; 7|7.00|1.1213|0.0214|1.135; 8|8.00|1.1860|0.0259|1.210; "
     "9|8.96|1.2528|0.0236|1.271; 10|8.74|1.2103|0.0456|1.267; 11|10.08|1.2056|0.0496|1.577; "
     "12|12.35|1.3928|0.4671|3.971; 13|11.33|1.2735|0.1508|2.144; 14|13.42|1.5314|0.7320|4.782; "
     "15|19.78|4.1894|2.2307|9.293; 16|20.46|5.2573|2.0220|9.355"},
    {"iperf", "resnet50",
     "0|-|0.1586|0.0197|0.166; 1|1.00|0.1573|0.0240|0.165; 2|2.00|0.1584|0.0236|0.165; "
     "3|3.00|0.1588|0.0229|0.169; 4|4.00|0.1566|0.0227|0.166; 5|5.00|0.1573|0.0223|0.164; "
     "6|6.00|0.1572|0.0225|0.162; 7|7.00|0.1570|0.0227|0.162; 8|7.99|0.1610|0.0241|0.169; "
     "14|18.34|0.2324|0.1006|0.575; 15|18.34|0.2038|0.1027|0.638; 50|20.78|0.4234|0.0804|0.625; "
     "75|7.49|0.1566|0.0255|0.162; 85|8.33|0.1586|0.0509|0.167; 92|8.99|0.1576|0.0228|0.164; "
     "102|9.46|0.1575|0.0223|0.163; 112|9.90|0.1575|0.0228|0.163; 122|10.41|0.1585|0.0233|0.166; "
     "125|14.46|0.1598|0.0274|0.177; 145|18.08|0.2109|0.1033|0.541"},
    {"consistent-rdma", "bert",
     "0|-|0.8396|0.0188|0.848; 1|0.93|0.8665|0.0268|0.923; 2|1.85|0.8963|0.0319|0.960; "
     "3|2.74|0.9259|0.0445|1.038; 4|3.44|0.9538|0.0650|1.092; 5|4.80|1.0097|0.0623|1.130; "
     "6|5.81|1.0640|0.0713|1.199; 7|6.69|1.1089|0.0923|1.273; 8|7.59|1.1683|0.1163|1.414; "
     "9|8.58|1.2365|0.1264|1.495; 10|7.01|1.1349|0.2525|1.592; 11|10.90|1.4019|0.1712|1.790; "
     "12|12.10|1.4239|0.3270|2.091; 14|13.52|1.8097|0.3482|2.574; 15|14.11|1.9135|0.4893|2.772; "
     "21|20.95|6.7615|1.7957|10.589; 132|12.79|1.6563|0.1548|2.183; 162|15.85|2.2506|0.3210|3.298; "
     "172|16.86|2.6120|0.4922|4.240; 182|17.95|3.0142|0.4505|4.343; 192|18.84|3.6770|0.8025|5.226; "
     "202|19.68|4.5233|0.9712|6.876; 222|21.77|10.2365|3.2708|13.502; 232|21.81|13.4688|1.2938|14.540"},
    {"consistent-rdma", "resnet50",
     "2|1.93|0.1543|0.0019|0.163; 4|4.21|0.1558|0.0020|0.164; 6|5.99|0.1559|0.0019|0.166; "
     "8|8.18|0.1577|0.0024|0.169; 10|9.88|0.1567|0.0020|0.164; 12|11.91|0.1581|0.0036|0.172; "
     "14|13.48|0.1596|0.0039|0.174; 16|15.76|0.1720|0.0196|0.251; 18|17.94|0.2103|0.0437|0.340; "
     "20|19.17|0.2830|0.0883|0.473; 22|17.22|0.6862|0.2104|1.050"},
    {"burst-tcp", "bert",
     "0|-|1.4674|0.0332|1.535|750; 2|1.68|1.3657|0.0276|1.428|393; 4|3.57|1.3936|0.0171|1.473|378; "
     "6|5.49|1.4473|0.0577|1.516|747; 8|7.61|1.3647|0.0386|1.509|387; 10|9.52|1.4753|0.0452|1.582|360; "
     "12|11.51|1.5501|0.0562|1.659|348; 13|12.48|1.5990|0.0601|1.772|336; 14|13.41|1.7483|0.0594|1.907|300; "
     "15|14.58|1.7989|0.1094|2.140|300; 16|15.63|1.9434|0.1848|2.510|270; 17|16.58|2.1821|0.2325|2.683|243; "
     "18|17.38|2.5206|0.3941|3.341|213; 19|18.10|3.0829|0.5772|3.912|162; 20|18.65|3.8463|0.6383|5.164|138; "
     "21|18.20|5.2153|0.5593|6.581|93; 22|16.17|7.7322|2.4939|10.732|69; 23|16.22|4.6929|3.9175|14.313|138; "
     "24|15.47|11.5577|4.4398|15.637|45; 25|12.25|10.8098|39.3778|177.914|57"},
    {"burst-tcp", "resnet50",
     "2|1.53|0.1630|0.0043|0.179|3564; 4|3.22|0.1731|0.0046|0.188|3294; 6|5.03|0.1659|0.0055|0.184|3708; "
     "8|6.97|0.1705|0.0048|0.184|3213; 10|8.77|0.1790|0.0063|0.194|3081; 12|10.78|0.1794|0.0082|0.200|3051; "
     "13|11.57|0.1786|0.0072|0.199|3030; 14|12.59|0.1811|0.0109|0.212|3000; "
     "15|13.48|0.1779|0.0083|0.205|3099; 16|14.72|0.1892|0.0146|0.243|2874; "
     "17|15.68|0.1944|0.0211|0.280|2802; 18|16.45|0.2171|0.0443|0.391|2475; "
     "19|18.13|0.2464|0.0676|0.429|2226; 20|18.85|0.2971|0.0811|0.509|1806; "
     "21|19.09|0.3866|0.1046|0.631|1413; 22|17.17|0.6051|0.1818|0.966|891; "
     "23|17.36|0.5733|0.2618|1.353|978; 24|16.05|0.6108|0.4411|1.654|990; 25|11.27|4.5342|7.8925|35.260|66"},
    {"consistent-tcp", "bert",
     "2|2.02|1.4363|0.0494|1.947|254; 4|4.01|1.5359|0.0596|2.132|245; 6|6.03|1.4557|0.0506|1.968|239; "
     "8|7.57|1.6716|0.0520|2.190|215; 10|9.65|1.4830|0.0641|2.014|212; 12|11.94|1.4498|0.0717|2.108|248; "
     "14|13.96|1.5848|0.1506|2.106|224; 15|14.67|1.7743|0.1692|2.506|224; 16|16.01|1.9682|0.2155|2.571|176; "
     "17|16.75|2.0101|0.4864|3.147|182; 18|17.75|2.4256|0.5081|3.434|142; 19|19.02|2.9344|0.9537|4.546|119; "
     "20|19.82|3.3694|1.3834|5.230|104; 21|20.44|4.9784|0.9683|7.028|71; 22|17.31|9.2762|3.3648|13.809|38; "
     "23|18.04|7.1672|8.3228|24.178|59; 24|16.71|11.2175|0.0115|11.229|2; 25|15.95|24.4799|29.5611|63.247|8"},
    {"consistent-tcp", "resnet50",
     "2|2.01|0.1608|0.0541|0.174|2219; 4|4.00|0.1649|0.0529|0.175|2156; 6|6.04|0.1731|0.0554|0.192|2045; "
     "8|7.68|0.1644|0.0523|0.175|2210; 10|9.61|0.1626|0.0539|0.178|2291; 12|11.80|0.1717|0.0532|0.186|2075; "
     "14|13.74|0.1824|0.0590|0.204|1937; 15|14.63|0.1733|0.0585|0.214|2081; "
     "16|15.78|0.1761|0.0544|0.244|2192; 17|16.68|0.1876|0.0679|0.321|1901; "
     "18|17.81|0.2054|0.0796|0.374|1721; 19|18.80|0.2641|0.1097|0.518|1322; "
     "20|19.97|0.3213|0.1235|0.537|1097; 21|20.20|0.3879|0.1341|0.659|923; "
     "22|17.73|0.7390|0.2596|1.268|482; 23|17.14|1.4222|1.0318|4.659|251; "
     "24|16.71|6.7361|12.0667|43.880|44; 25|13.88|9.8987|9.7609|29.431|26"},
};

struct StoredRun
{
    store::RunId id;
    std::map<std::string, std::string> factors;
    std::map<std::pair<std::string, std::string>, double> metrics; ///< by name and subject
    std::map<std::string, std::int64_t> issues; ///< of the run and its files
};

using tests::need;

/// The whole store by name of the run.
std::map<std::string, StoredRun> readStore(store::Database& database)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    std::map<std::string, StoredRun> all;
    for (const auto& campaign : need(repository.campaigns()))
        for (const auto& record : need(repository.runs(campaign.id))) {
            StoredRun run;
            run.id = record.id;
            for (const auto& factor : record.factors)
                run.factors[factor.name] = factor.level;
            for (const auto& metric : need(repository.metrics(record.id)))
                run.metrics[{metric.name, metric.subject}] = metric.value;
            const auto json = nlohmann::json::parse(need(repository.snapshots(record.id)).at(0).json)["imported"];
            for (const auto& issue : json["issues"])
                run.issues[issue["kind"]] += issue["count"].get<std::int64_t>();
            for (const auto& file : json["files"])
                for (const auto& issue : file["issues"])
                    run.issues[issue["kind"]] += issue["count"].get<std::int64_t>();
            all[run.factors["run_name"]] = std::move(run);
        }
    return all;
}

} // namespace

class TestFlumenImport : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::optional<store::Database> m_database;
    StudyImportOutcome m_outcome;
    std::map<std::string, StoredRun> m_runs;

    double metric(const std::string& run, const std::string& name, const std::string& subject = {}) const
    {
        const auto found = m_runs.find(run);
        if (found == m_runs.end())
            return std::nan("");
        const auto value = found->second.metrics.find({name, subject});
        return value == found->second.metrics.end() ? std::nan("") : value->second;
    }
    std::int64_t issue(const std::string& run, const std::string& kind) const
    {
        const auto found = m_runs.find(run);
        return found == m_runs.end() || !found->second.issues.contains(kind) ? 0 : found->second.issues.at(kind);
    }
    std::size_t samples(const std::string& run, const std::string& name, const std::string& node = {})
    {
        const auto found = need(store::SeriesRepository(*m_database).find(m_runs.at(run).id, name, node));
        return found ? std::size_t(found->samples) : 0;
    }
    /// label|achieved|mean|deviation|p99[|n]
    void compareRow(const PrintedSeries& printed, std::string_view row) const
    {
        const std::vector<std::string_view> fields = split(trim(row), '|');
        QVERIFY(fields.size() == 5 || fields.size() == 6);
        const std::string run = std::string(printed.series) + " " + printed.model + " " + std::string(fields[0]);
        QVERIFY2(m_runs.contains(run), run.c_str());
        if (fields[1] == "-")
            QCOMPARE(metric(run, "cross_rate"), 0.0);
        else
            QVERIFY2(isPrinted(metric(run, "cross_rate") / 1e9, fields[1]), run.c_str());
        QVERIFY2(isPrinted(metric(run, "step_mean"), fields[2]), run.c_str());
        QVERIFY2(isPrinted(metric(run, "step_deviation"), fields[3]), run.c_str());
        QVERIFY2(isPrinted(metric(run, "step_p99"), fields[4]), run.c_str());
        if (fields.size() == 6)
            QCOMPARE(metric(run, "step_count"), *parseDouble(fields[5]));
    }

private Q_SLOTS:
    void init()
    {
        if (!std::filesystem::exists(studyData()))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds flumen");
        if (m_database)
            return;
        const auto file = std::filesystem::path(m_folder.path().toStdString()) / "flumen.mrdb";
        m_database.emplace(need(store::Database::create(file)));
        StudyImportRequest request;
        request.study = "flumen";
        request.folder = studyData();
        request.threads = 2;
        m_outcome = need(importStudy(request, &*m_database, {}));
        m_runs = readStore(*m_database);
    }

    void everythingIsThere()
    {
        for (const StudyImportedRun& run : m_outcome.runs) {
            QCOMPARE(run.fate, RunFate::Stored);
            QVERIFY2(run.metrics > 0, run.name.c_str());
            for (const Issue& each : run.issues)
                QVERIFY2(each.kind != "bad-file", issueText(each).c_str());
        }
        QCOMPARE(m_runs.size(), m_outcome.runs.size());
        std::map<std::string, int> what;
        for (const auto& [name, run] : m_runs)
            ++what[run.factors.at("what")];
        // 147 loads of the tables and 4 times 7 extended ones; 2 reference files of 15 rows.
        QCOMPARE(what["iterations"], 17 + 20 + 24 + 11 + 20 + 19 + 18 + 18 + 28);
        QCOMPARE(what["rates"], 30);
        QCOMPARE(what["cdf"], 9);
        QCOMPARE(what["histogram"], 2);
        QCOMPARE(what["samples"], 5);
        QCOMPARE(what["sizes"], 1);
        QVERIFY(need(m_database->integrityCheck()).empty());
        QCOMPARE(need(recogniseStudy(studyData())), std::optional<std::string_view>("flumen"));
    }

    /// Rates and iteration times of the tables.
    void theSeries()
    {
        for (const PrintedSeries& printed : printedSeries)
            for (const std::string_view row : split(printed.rows, ';'))
                compareRow(printed, row);
    }

    /// Baselines, requirement, demand, slowdown.
    void slowdowns()
    {
        QVERIFY(isPrinted(metric("iperf resnet50 0", "requirement") / 1e9, "1.227"));
        QVERIFY(isPrinted(metric("burst-tcp bert 0", "requirement") / 1e9, "14.301"));
        QVERIFY(isPrinted(metric("burst-tcp resnet50 2", "requirement") / 1e9, "1.090"));
        QVERIFY(isPrinted(metric("burst-tcp bert 0", "requirement_published") / 1e9, "16.088"));
        QVERIFY(isPrinted(metric("iperf bert 0", "demand") / 1e9, "19.19"));
        constexpr const char* printed =
            "iperf bert 8|1.41; iperf bert 14|1.83; iperf bert 15|5.0; iperf bert 16|6.3; iperf resnet50 8|1.02; "
            "iperf resnet50 125|1.01; iperf resnet50 145|1.33; iperf resnet50 50|2.67; consistent-rdma bert "
            "8|1.39; consistent-rdma bert 162|2.68; consistent-rdma bert 202|5.39; consistent-rdma bert 222|12.2;"
            " consistent-rdma bert 232|16.0; consistent-rdma resnet50 8|0.99; consistent-rdma resnet50 16|1.08; "
            "consistent-rdma resnet50 20|1.78; consistent-rdma resnet50 22|4.33; consistent-tcp bert 8|1.14; "
            "consistent-tcp bert 16|1.34; consistent-tcp bert 20|2.30; consistent-tcp bert 22|6.32; consistent-"
            "tcp bert 23|4.88; consistent-tcp resnet50 8|1.01; consistent-tcp resnet50 16|1.08; consistent-tcp "
            "resnet50 20|1.97; consistent-tcp resnet50 22|4.54; consistent-tcp resnet50 23|8.74; burst-tcp bert "
            "8|0.93; burst-tcp bert 16|1.32; burst-tcp bert 20|2.62; burst-tcp bert 22|5.27; burst-tcp bert "
            "23|3.20; burst-tcp resnet50 8|1.05; burst-tcp resnet50 16|1.16; burst-tcp resnet50 20|1.83; burst-"
            "tcp resnet50 22|3.72; burst-tcp resnet50 23|3.52; ResNet_20G_burst_TCP|6.0; BERT_20G_burst_TCP|8.8; "
            "ResNet_20G_consist_TCP|2.0; BERT_20G_consist_TCP|2.8";
        for (const std::string_view row : split(printed, ';')) {
            const std::vector<std::string_view> fields = split(trim(row), '|');
            const double found = metric(std::string(fields[0]), "slowdown");
            QVERIFY2(isPrinted(found, fields[1]),
                     qPrintable(QStringLiteral("%1: %2").arg(QString::fromStdString(std::string(row))).arg(found)));
        }
        QVERIFY(issue("burst-tcp resnet50 8", "baseline-from-workbook") == 1);
        QVERIFY(issue("consistent-rdma resnet50 8", "baseline-of-other-nodes") == 1);
    }

    /// Capacity left in addition to the demand when the link is full, with the right and the wrong number of nodes.
    void deltaDemand()
    {
        double right = 0, wrong = 0, count = 0;
        for (const auto& [name, run] : m_runs)
            if (name.starts_with("consistent-rdma bert") && metric(name, "cross_rate") > 12e9) {
                right += metric(name, "delta_demand") / 1e9;
                wrong += metric(name, "delta_demand_published") / 1e9;
                ++count;
            }
        QVERIFY2(near(right / count, 2.63, 5e-3), qPrintable(QString::number(right / count)));
        QVERIFY2(near(wrong / count, 1.98, 5e-3), qPrintable(QString::number(wrong / count)));
        QVERIFY(issue("consistent-rdma bert 8", "wrong-node-count") == 1
                && issue("iperf bert 8", "wrong-node-count") == 0);
        // The share that iperf's traffic leaves at the highest load.
        QVERIFY(isPrinted(metric("iperf bert 16", "available") / 25e9, "0.182"));
        QVERIFY(isPrinted(metric("iperf resnet50 50", "available") / 25e9, "0.169"));
    }

    /// Values that the figures show instead of those in the tables.
    void plottedValues()
    {
        const std::map<int, const char*> burst = {{18, "17.42"}, {19, "18.40"}, {20, "18.32"}, {21, "19.79"},
                                                  {22, "20.10"}, {23, "20.65"}, {24, "21.22"}, {25, "23.66"}};
        const std::map<int, const char*> consistent = {{18, "16.17"}, {19, "16.56"}, {20, "17.76"}, {21, "17.88"},
                                                       {22, "19.56"}, {23, "21.40"}, {24, "24.33"}, {25, "24.12"}};
        for (const char* model : {" bert ", " resnet50 "}) {
            for (const auto& [label, rate] : burst) {
                const std::string run = "burst-tcp" + std::string(model) + std::to_string(label);
                QVERIFY2(isPrinted(metric(run, "cross_rate_published") / 1e9, rate), run.c_str());
                QCOMPARE(metric(run, "cross_rate_truncated_published"), metric(run, "cross_rate_published"));
                QCOMPARE(issue(run, "replaced-rate"), 1);
            }
            for (const auto& [label, rate] : consistent)
                QVERIFY2(isPrinted(metric("consistent-tcp" + std::string(model) + std::to_string(label),
                                          "cross_rate_published")
                                       / 1e9,
                                   rate),
                         model);
        }
        QVERIFY(isPrinted(metric("burst-tcp bert 18", "step_mean_published"), "2.588"));
        QCOMPARE(metric("burst-tcp bert 18", "step_count_published"), 201.0);
        QVERIFY(isPrinted(metric("burst-tcp bert 25", "step_mean_published"), "147.7"));
        QVERIFY(isPrinted(metric("consistent-tcp bert 25", "step_mean_published"), "62.64"));
        QVERIFY(isPrinted(metric("consistent-tcp resnet50 24", "step_mean_published"), "1.888"));
        QCOMPARE(issue("burst-tcp bert 25", "replaced-iterations"), 1);
        QCOMPARE(issue("burst-tcp bert 16", "replaced-rate"), 0);
        // Beyond saturation.
        QVERIFY(isPrinted(metric("burst-tcp bert 24 extended", "step_mean"), "6.28"));
        QVERIFY(isPrinted(metric("consistent-tcp bert 25 extended", "step_mean"), "144.8"));
        QVERIFY(isPrinted(metric("burst-tcp resnet50 25 extended", "step_mean"), "2.99"));
        QCOMPARE(issue("burst-tcp bert 24 extended", "extended-row"), 1);
    }

    void marks()
    {
        for (const char* run : {"iperf resnet50 92", "iperf resnet50 75", "iperf resnet50 125", "iperf resnet50 50",
                                "consistent-rdma bert 132"})
            QCOMPARE(issue(run, "label-not-rate"), 1);
        QCOMPARE(issue("iperf resnet50 8", "label-not-rate"), 0);
        QCOMPARE(m_runs.at("iperf resnet50 92").factors.at("load"), std::string("9Gbit"));
        QCOMPARE(issue("iperf resnet50 14", "equal-rates"), 1); // 18.34 Gbit/s for labels 14 and 15
        for (const char* run :
             {"burst-tcp bert 22", "burst-tcp bert 25", "consistent-tcp bert 22", "consistent-rdma resnet50 22"})
            QCOMPARE(issue(run, "rate-falls"), 1);
        QCOMPARE(issue("consistent-tcp bert 24", "p99-is-maximum"), 1);
        QCOMPARE(issue("burst-tcp rate 24 short", "unweighted-windows"), 1);
        QVERIFY(issue("ResNet_8G_consist_RDMA", "cdf-and-table-differ") == 1); // 0.32 s against 0.158 s
    }

    /// Fits.
    void fits()
    {
        const auto fits = need(flumenFits(*m_database, ""));
        struct Row
        {
            const char *series, *model;
            analysis::ResponseLaw law;
            double first, second, r2, tolerance;
        };
        using analysis::ResponseLaw;
        const Row rows[] = {{"iperf", "bert", ResponseLaw::Exponential, 0.618, 0.398, 0.989, 6e-4},
                            {"consistent-rdma", "bert", ResponseLaw::Exponential, 0.204, 1.442, 0.996, 6e-4},
                            {"burst-tcp", "bert", ResponseLaw::Exponential, 1.330, 0.0588, 0.971, 6e-4},
                            {"burst-tcp", "resnet50", ResponseLaw::Exponential, 0.159, 0.0367, 0.933, 6e-4}};
        for (const Row& row : rows) {
            const auto found = std::ranges::find_if(fits, [&](const FlumenFit& fit) {
                return fit.series == row.series && fit.model == row.model && fit.fit.law == row.law;
            });
            QVERIFY2(found != fits.end(), row.series);
            QVERIFY(near(found->fit.parameters[0].value.value, row.first, row.tolerance));
            QVERIFY(near(found->fit.parameters[1].value.value, row.second, row.tolerance));
            QVERIFY2(near(found->fit.r2Log, row.r2, 1e-3), qPrintable(QString::number(found->fit.r2Log)));
        }
        // The workbook's own parameters over the same points: exact where its points are in the tables.
        const std::map<std::string, double> tolerances = {
            {"consistent-rdma", 5e-5}, {"burst-tcp", 3e-3}, {"consistent-tcp", 3e-3}};
        int solver = 0;
        for (const FlumenFit& fit : fits) {
            if (std::isnan(fit.sheetFactor))
                continue;
            ++solver;
            QVERIFY2(near(fit.sheetLawR2, fit.sheetR2, tolerances.at(std::string(fit.series))),
                     qPrintable(
                         QStringLiteral("%1 %2: %3").arg(fit.series.data()).arg(fit.model.data()).arg(fit.sheetLawR2)));
        }
        QCOMPARE(solver, 6);
        QCOMPARE(flumenFits(*m_database, "none").error().code, ErrorCode::NotFound);
    }

    /// Distributions.
    void distributions()
    {
        struct Row
        {
            const char* run;
            double count;
            const char *mean, *median;
            double variance, spread;
            const char* p99;
            double tail;
        };
        for (const Row& row : {Row{"ResNet_8G_consist_TCP", 2208, "0.1628", "0.162", 1.785e-5, 1.10e-4, "0.175", 1.08},
                               Row{"ResNet_8G_burst_TCP", 2901, "0.1819", "0.182", 3.209e-5, 1.76e-4, "0.195", 1.07},
                               Row{"ResNet_8G_consist_RDMA", 2380, "0.3206", "0.269", 2.716e-2, 0.101, "0.699", 2.60},
                               Row{"BERT_8G_consist_TCP", 339, "1.5547", "1.562", 8.91e-4, 5.70e-4, "1.584", 1.01},
                               Row{"BERT_8G_burst_TCP", 450, "1.2481", "1.237", 2.421e-3, 1.96e-3, "1.449", 1.17},
                               Row{"ResNet_20G_consist_TCP", 1095, "0.3181", "0.325", 9.621e-3, 0.0296, "0.532", 1.64},
                               Row{"ResNet_20G_burst_TCP", 540, "0.9787", "0.969", 5.895e-2, 0.0608, "1.681", 1.74},
                               Row{"BERT_20G_consist_TCP", 237, "4.1134", "4.143", 0.3774, 0.0911, "5.874", 1.42},
                               Row{"BERT_20G_burst_TCP", 135, "12.932", "12.543", 12.28, 0.979, "22.598", 1.80}}) {
            QCOMPARE(metric(row.run, "step_count"), row.count);
            QCOMPARE(double(samples(row.run, "training.step_time")), row.count);
            QVERIFY2(isPrinted(metric(row.run, "step_mean"), row.mean), row.run);
            QVERIFY2(isPrinted(metric(row.run, "step_median"), row.median), row.run);
            QVERIFY2(near(metric(row.run, "step_variance"), row.variance, row.variance * 6e-4), row.run);
            QVERIFY2(near(metric(row.run, "step_spread"), row.spread, row.spread * 6e-3), row.run);
            QVERIFY2(isPrinted(metric(row.run, "step_p99_published"), row.p99), row.run);
            QVERIFY2(near(metric(row.run, "step_tail_published"), row.tail, 6e-3), row.run);
        }
    }

    /// Histograms.
    void ratesOverTime()
    {
        const std::string burst = "traffic_histogram_data 1", consistent = "traffic_histogram_data 2";
        QCOMPARE(metric(burst, "cross_windows"), 57'449.0);
        QCOMPARE(metric(consistent, "cross_windows"), 63'948.0);
        QVERIFY(near(metric(burst, "cross_rate") / 1e9, 24.050, 5e-3));
        QVERIFY(near(metric(burst, "cross_deviation") / 1e9, 12.174, 5e-3));
        QVERIFY(near(metric(consistent, "cross_rate") / 1e9, 24.124, 5e-3));
        QVERIFY(near(metric(consistent, "cross_deviation") / 1e9, 4.360, 5e-3));
        QVERIFY(near(metric(burst, "cross_mode") / 1e9, 18.642, 1e-2) && metric(burst, "cross_mode_windows") == 2667);
        QVERIFY(near(metric(consistent, "cross_mode") / 1e9, 23.857, 1e-2)
                && metric(consistent, "cross_mode_windows") == 2798);
        QVERIFY(isPrinted(metric(burst, "share_above_line") * 100, "31.7"));
        QVERIFY(isPrinted(metric(burst, "share_above_twice_line") * 100, "4.7"));
        QVERIFY(isPrinted(metric(consistent, "share_above_line") * 100, "39.5"));
        QVERIFY(isPrinted(metric(burst, "cross_rate_windows_published") / 1e9, "24.0519"));
        QVERIFY(isPrinted(metric(consistent, "cross_rate_windows_published") / 1e9, "24.1239"));
        QCOMPARE(samples(burst, "traffic.window_rate"), std::size_t(57'449));

        const std::string sample = "burst_traffic_figure_data", steady = "consistent_traffic_figure_data";
        QVERIFY(isPrinted(metric(sample, "cross_rate") / 1e9, "9.30"));
        QVERIFY(isPrinted(metric(sample, "rate_mean") / 1e9, "8.34"));
        QVERIFY(isPrinted(metric(steady, "cross_rate") / 1e9, "5.85"));
        QVERIFY(isPrinted(metric(steady, "rate_mean") / 1e9, "5.24"));
        QVERIFY(isPrinted(metric(sample, "cross_rate_stated") / 1e9, "9.19"));
        QVERIFY(isPrinted(metric(steady, "cross_rate_stated") / 1e9, "6.03"));
        QVERIFY(isPrinted(metric("generated_load_sample", "cross_rate_stated") / 1e9, "5.89"));
        QCOMPARE(metric(sample, "periodic"), 1.0);
        QVERIFY(near(metric(sample, "traffic_period"), 10.0e-3, 0.1e-3));
        QCOMPARE(metric(steady, "periodic"), 0.0);
        // The maxima are flat: 0.401 at 9.0 and 10.0 ms, 0.405 between them.
        const auto highest = [&](double lag) {
            double most = 0;
            for (const auto& [name, value] : m_runs.at(sample).metrics)
                if (name.first == "autocorrelation"
                    && near(QString::fromStdString(name.second).remove(" ms").toDouble(), lag, 0.5))
                    most = std::max(most, value);
            return most;
        };
        for (const auto& [lag, wanted] :
             std::map<int, double>{{10, 0.40}, {20, 0.26}, {90, 0.26}, {100, 0.22}, {80, 0.21}})
            QVERIFY2(near(highest(lag), wanted, 0.015), qPrintable(QString::number(highest(lag))));
        for (const auto& [name, value] : m_runs.at(steady).metrics)
            QVERIFY(name.first != "autocorrelation" || value < 0.09);
        QCOMPARE(samples(sample, "traffic.rate"), std::size_t(3001));
        // Means of the columns as the sheets state them.
        QVERIFY(isPrinted(metric("RN50_8_30ave", "rate_mean_published", "Dara") / 1e9, "8.79"));
        QVERIFY(isPrinted(metric("RN50_8_30ave", "rate_stated", "Abtin") / 1e9, "8.34")); // not that of its column
        QVERIFY(isPrinted(metric("RN50_8_30ave", "rate_mean_published", "Abtin") / 1e9, "8.308"));
        QVERIFY(issue("RN50_8_30ave", "stated-mean-differs") == 1
                && issue("BERT_20_50ave", "stated-mean-differs") == 0);
        QVERIFY(isPrinted(metric("BERT_20_50ave", "rate_mean_published", "Dara") / 1e9, "3.62"));
        QVERIFY(isPrinted(metric("BERT_20_50ave", "rate_mean_published", "Abtin") / 1e9, "3.25"));
        QCOMPARE(samples("RN50_8_30ave", "traffic.rate", "Cowan"), std::size_t(2943));
        QCOMPARE(samples("RN50_8_30ave", "traffic.rate", "Abtin"), std::size_t(715));
        QCOMPARE(samples("BERT_20_50ave", "traffic.rate", "Cowan"), std::size_t(2998));
        QVERIFY(near(metric("CDF_search", "flow_size_mean"), 2'369'492.4, 0.05));
        QVERIFY(near(metric("CDF_search", "flow_size_mean_interpolated"), 1'665'502, 1));
        QVERIFY(isPrinted(metric("CDF_search", "flow_size_variation"), "2.290"));
    }

    void repeatedImport()
    {
        StudyImportRequest request;
        request.study = "B";
        request.folder = studyData();
        const auto again = need(importStudy(request, &*m_database, {}));
        QCOMPARE(again.campaign, m_outcome.campaign);
        for (const StudyImportedRun& run : again.runs)
            QVERIFY2(run.fate == RunFate::AlreadyThere, run.name.c_str());
        QCOMPARE(readStore(*m_database).size(), m_runs.size());
    }
};

QTEST_APPLESS_MAIN(TestFlumenImport)
#include "tst_flumen_import.moc"

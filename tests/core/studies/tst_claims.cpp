// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/claim.h"
#include "tests/core/studies/made_study.h"

#include <QTest>
#include <cmath>

using namespace millrace;
using namespace millrace::studies;

namespace {

ImportedRun run(const std::string& name, double published, double measured)
{
    ImportedRun run;
    run.name = name;
    setFactor(run, "model", name.starts_with("baseline") ? "RN18" : "CONV");
    addMetric(run, "throughput_published", published, {}, "samples/s");
    addMetric(run, "throughput", measured, {}, "samples/s");
    for (int i = 1; i <= 4; ++i)
        addMetric(run, "sent", i, fmt::format("gc-t4-{}", i), "B");
    return run;
}

/// JSON is easier to read with single quotes.
std::string quoted(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::string document(const std::string& fields)
{
    return quoted("{'claims': [{'name': '1', 'text': 'one', 'source': 'here', 'stated': 2, ") + fields + "}]}";
}

} // namespace

class TestClaims : public QObject
{
    Q_OBJECT

    MadeStudy m_study{"multi-cloud", {run("hivemind-1", 20, 18), run("baseline-1-resnet18", 10, 6)}};

    Claim check(const std::string& fields)
    {
        const auto specs = parseClaims(document(fields), "made.json");
        if (!specs)
            qFatal("%s", specs.error().text().c_str());
        auto runs = AuditRuns::load(m_study.database(), "multi-cloud", {}, {});
        const auto claim = checkClaim(specs->front(), *runs);
        if (!claim)
            qFatal("%s", claim.error().text().c_str());
        return *claim;
    }

private Q_SLOTS:
    void matchAndMismatch()
    {
        const std::string values =
            quoted("'values': {'a': 'hivemind-1:throughput_published', 'b': 'baseline-1:throughput_published', 'c': "
                   "'hivemind-1:throughput', 'd': 'baseline-1:throughput'},");
        Claim claim = check(values + quoted("'computed': 'a / b', 'measured': 'c / d', 'tolerance': 0.001"));
        QCOMPARE(claim.verdict, ClaimVerdict::Match);
        QCOMPARE(claim.computed, 2.0);
        QCOMPARE(claim.measured, 3.0);
        QCOMPARE(claim.runs, (std::vector<std::string>{"hivemind-1", "baseline-1-resnet18"}));
        claim = check(values + quoted("'computed': 'a / b + 0.01', 'tolerance': 0.001"));
        QCOMPARE(claim.verdict, ClaimVerdict::Mismatch);
        QVERIFY(std::isnan(claim.measured));
        claim = check(values + quoted("'computed': 'a / b + 0.01', 'tolerance': 0.02"));
        QCOMPARE(claim.verdict, ClaimVerdict::Match);
    }

    void whatIsMissingIsNamed()
    {
        Claim claim = check(quoted("'values': {'a': 'hivemind-83:throughput_published'}, 'computed': 'a'"));
        QCOMPARE(claim.verdict, ClaimVerdict::NotDecided);
        QVERIFY(claim.remark.find("hivemind-83") != std::string::npos);
        claim = check(quoted("'values': {'a': 'hivemind-1:granularity'}, 'computed': 'a', 'remark': 'More.'"));
        QCOMPARE(claim.verdict, ClaimVerdict::NotDecided);
        QVERIFY(claim.remark.find("granularity of hivemind-1") != std::string::npos);
        QVERIFY(claim.remark.ends_with("More."));
        // "hivemind-1" is not the beginning of "hivemind-1…" by chance.
        claim = check(quoted("'values': {'a': 'hivemind:throughput_published'}, 'computed': 'a'"));
        QCOMPARE(claim.computed, 20.0);
        claim = check(quoted("'values': {'a': 'hivem:throughput_published'}, 'computed': 'a'"));
        QCOMPARE(claim.verdict, ClaimVerdict::NotDecided);
    }

    void severalValues()
    {
        const auto of = [this](const std::string& value) {
            return check(quoted("'values': {'a': '") + value + quoted("'}, 'computed': 'a'")).computed;
        };
        QCOMPARE(of("hivemind-1:sent:gc-t4-3"), 3.0);
        QCOMPARE(of("hivemind-1:sent:*"), 2.5);
        QCOMPARE(of("hivemind-1:sent:*:sum"), 10.0);
        QCOMPARE(of("hivemind-1:sent:*:max"), 4.0);
        QCOMPARE(of("hivemind-1:sent:*:min"), 1.0);
        QCOMPARE(of("hivemind-1:sent:*:count"), 4.0);
        QCOMPARE(of("[model=RN18]:throughput_published"), 10.0);
        QVERIFY(std::isnan(of("[model=RN18, task=CV]:throughput_published")));
    }

    void wrongClaims_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("no list") << QByteArray::fromStdString(quoted("{'claims': {}}"));
        QTest::newRow("no object") << QByteArray::fromStdString(quoted("{'claims': [1]}"));
        QTest::newRow("no formula") << QByteArray::fromStdString(document(quoted("'values': {}")));
        QTest::newRow("unknown field") << QByteArray::fromStdString(document(quoted("'computed': '1', 'toleranc': 1")));
        QTest::newRow("no metric") << QByteArray::fromStdString(
            document(quoted("'computed': 'a', 'values': {'a': 'x'}")));
        QTest::newRow("open bracket") << QByteArray::fromStdString(
            document(quoted("'computed': 'a', 'values': {'a': '[x=1:y'}")));
        QTest::newRow("no level") << QByteArray::fromStdString(
            document(quoted("'computed': 'a', 'values': {'a': '[x]:y'}")));
        QTest::newRow("run and filter") << QByteArray::fromStdString(
            document(quoted("'computed': 'a', 'values': {'a': '[x=1]run:y'}")));
        QTest::newRow("reduction") << QByteArray::fromStdString(
            document(quoted("'computed': 'a', 'values': {'a': 'x:y:*:best'}")));
        QTest::newRow("number") << QByteArray::fromStdString(document(quoted("'computed': 'a', 'values': {'a': 1}")));
        QTest::newRow("twice") << QByteArray::fromStdString(
            quoted("{'claims': [{'name':'1','text':'a','stated':1,'computed':'1'}, "
                   "{'name':'1','text':'b','stated':1,'computed':'1'}]}"));
    }
    void wrongClaims()
    {
        QFETCH(QByteArray, json);
        const auto claims = parseClaims(json.toStdString(), "made.json");
        QVERIFY(!claims);
        QCOMPARE(claims.error().code, ErrorCode::InvalidInput);
        QVERIFY(claims.error().text().find("made.json") != std::string::npos);
    }

    void wrongFormulas()
    {
        for (const std::string& fields : {quoted("'computed': 'a +', 'values': {'a': 'hivemind-1:throughput'}"),
                                          quoted("'computed': 'b', 'values': {'a': 'hivemind-1:throughput'}")}) {
            const auto specs = parseClaims(document(fields), "made.json");
            QVERIFY(specs);
            auto runs = AuditRuns::load(m_study.database(), "multi-cloud", {}, {});
            const auto claim = checkClaim(specs->front(), *runs);
            QVERIFY(!claim && claim.error().code == ErrorCode::InvalidInput);
        }
    }

    /// Cut anywhere, a file of claims is refused or read, and nothing else.
    void cutAnywhere()
    {
        const std::string whole = document(quoted("'values': {'a': '[x=1,y=2]:m:*:max'}, 'computed': 'a'"));
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY(!parseClaims(whole.substr(0, length), "made.json"));
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string changed = whole;
            changed[i] = static_cast<char>(changed[i] ^ 0x15);
            (void)parseClaims(changed, "made.json");
        }
    }

    void shippedClaimsAreSound()
    {
        for (const auto& [study, least] : {std::pair{"multi-cloud", 150}, std::pair{"flumen", 60}}) {
            const auto claims = claimsOf(study);
            QVERIFY2(claims, claims ? "" : claims.error().text().c_str());
            QVERIFY(claims->size() >= static_cast<std::size_t>(least));
            auto runs = AuditRuns::load(m_study.database(), "multi-cloud", {}, {});
            for (const ClaimSpec& spec : *claims) {
                const auto claim = checkClaim(spec, *runs);
                QVERIFY2(claim, claim ? "" : claim.error().text().c_str());
            }
        }
        QVERIFY(claimsOf("kungfu")->empty());
    }

    void mismatchesAreAFinding()
    {
        // Claim 17 divides run 96 by nine: 35.2 and not 32.5; claim 15b states 316.8.
        MadeStudy study("multi-cloud", {run("hivemind-96", 316.84, 316)});
        const Audit audit = study.audit();
        const auto verdict = [&audit](std::string_view name) {
            return std::ranges::find(audit.claims, name, &Claim::name)->verdict;
        };
        QCOMPARE(verdict("17"), ClaimVerdict::Mismatch);
        QCOMPARE(verdict("15b"), ClaimVerdict::Match);
        QCOMPARE(verdict("1a"), ClaimVerdict::NotDecided);
        const Finding* finding = findingNamed(audit, "text-numbers");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->figures.size(), std::size_t(1));
        QCOMPARE(finding->evidence[0].runName, std::string("hivemind-96"));
    }
};

QTEST_GUILESS_MAIN(TestClaims)
#include "tst_claims.moc"

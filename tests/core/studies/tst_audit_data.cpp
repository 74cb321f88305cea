// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/studies/study_import.h"
#include "tests/core/studies/made_study.h"

#include <QTest>
#include <set>

using namespace millrace;
using namespace millrace::studies;

namespace {

std::filesystem::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                        : std::filesystem::path(data);
}

std::string listOf(const std::set<std::string>& names)
{
    return join({names.begin(), names.end()}, " ");
}

std::set<std::string> namesOf(const std::string& text)
{
    std::set<std::string> names;
    for (const std::string_view name : split(text, ' '))
        names.emplace(name);
    return names;
}

std::set<std::string> withVerdict(const Audit& audit, ClaimVerdict verdict)
{
    std::set<std::string> names;
    for (const Claim& claim : audit.claims)
        if (claim.verdict == verdict)
            names.insert(claim.name);
    return names;
}

} // namespace

/// The published data, imported and audited: what the specifications say of them is found, from the store alone.
class TestAuditData : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::optional<Audit> auditOf(const std::string& study, const std::string& folder)
    {
        const auto file = std::filesystem::path(m_folder.path().toStdString()) / (study + ".mrdb");
        auto database = store::Database::openOrCreate(file);
        if (!database)
            return {};
        StudyImportRequest request;
        request.study = study;
        request.folder = studyData() / folder;
        if (const auto done = importStudy(request, &*database, {}); !done) {
            qWarning("%s", done.error().text().c_str());
            return {};
        }
        auto audit = auditStudy(*database, study, {});
        if (!audit)
            qWarning("%s", audit.error().text().c_str());
        return audit ? std::optional(*std::move(audit)) : std::nullopt;
    }
    static void expectFindings(const Audit& audit, const std::string& wanted)
    {
        std::set<std::string> missing;
        for (const std::string& name : namesOf(wanted))
            if (findingNamed(audit, name) == nullptr)
                missing.insert(name);
        QVERIFY2(missing.empty(), listOf(missing).c_str());
        for (const Finding& finding : audit.findings)
            QVERIFY2(finding.sentence.find("nan") == std::string::npos, finding.sentence.c_str());
    }
    static bool rests(const Audit& audit, std::string_view finding, std::string_view run)
    {
        const Finding* found = findingNamed(audit, finding);
        return found != nullptr
            && std::ranges::any_of(found->evidence, [run](const Evidence& each) { return each.runName == run; });
    }

private Q_SLOTS:
    void multiCloud()
    {
        if (!std::filesystem::exists(studyData() / "multi-cloud"))
            QSKIP("the data of the multi-cloud study are not here");
        const auto audit = auditOf("multi-cloud", "multi-cloud");
        QVERIFY(audit);
        expectFindings(*audit,
                       "timer-coverage granularity flop-plausibility doubled-interfaces no-optimizer-step equal-volume "
                       "few-epochs reused-egress gigabytes shifted-rows cost-shares cost-of-other-runs text-numbers");
        QVERIFY(findingNamed(*audit, "zero-epochs") == nullptr && findingNamed(*audit, "swarm-split") == nullptr);
        QVERIFY(rests(*audit, "doubled-interfaces", "hivemind-117"));
        QVERIFY(!rests(*audit, "doubled-interfaces", "hivemind-77"));
        QVERIFY(rests(*audit, "no-optimizer-step", "baseline-75") && rests(*audit, "no-optimizer-step", "baseline-94"));
        QVERIFY(!rests(*audit, "no-optimizer-step", "baseline-163"));
        QVERIFY(rests(*audit, "flop-plausibility", "baseline-76")
                && !rests(*audit, "flop-plausibility", "baseline-75"));
        const Finding* shifted = findingNamed(*audit, "shifted-rows");
        QVERIFY(shifted != nullptr && !shifted->evidence.empty());
        QVERIFY(shifted->evidence[0].line > 1 && shifted->evidence[0].file.ends_with("160thread.csv"));

        // Claims whose published number is reproduced.
        const std::string matches =
            "1a 1b 2a 3b 4b 5a 5b 6a 6b 6c 6d 6e 6f 6g 6h 6i 6j 7a 13c 13d 13e 14a 14b 14c 14d 14e 14f 15a 15b 16a 16b "
            "16e 24d 25a 26a 26b 26c 26d 26e 26f 26g 26h 27a 27b 27c 27d 27e 27f 27g 27h 27i 27j 28a 28b 28c 29d 29e "
            "30a 30b 30c 30d 30e 30f 30g 30h 30i 30j 31-AWS-GC 31-GC-AWS 31-US-US 31-US-EU 31-AUS-AUS 31-ASIA-EU 32";
        const std::string mismatches = "7b 17 25b 29a 29b 29c 29f 31-AWS-AWS";
        const std::set<std::string> mismatching = withVerdict(*audit, ClaimVerdict::Mismatch);
        for (const Claim& claim : audit->claims)
            if (claim.verdict == ClaimVerdict::Mismatch && !namesOf(mismatches).contains(claim.name))
                qWarning("claim %s: %g stated, %g computed", claim.name.c_str(), claim.stated, claim.computed);
        QVERIFY2(mismatching == namesOf(mismatches), listOf(mismatching).c_str());
        const std::set<std::string> matching = withVerdict(*audit, ClaimVerdict::Match);
        std::set<std::string> missing;
        for (const std::string& name : namesOf(matches))
            if (!matching.contains(name))
                missing.insert(name);
        QVERIFY2(missing.empty(), listOf(missing).c_str());
        const std::set<std::string> open = withVerdict(*audit, ClaimVerdict::NotDecided);
        for (const char* name : {"2b", "3a", "8a", "12d", "18a", "19c", "20-RN18-2", "22a", "24a"})
            QVERIFY2(open.contains(name), name);
    }

    void flumen()
    {
        if (!std::filesystem::exists(studyData() / "flumen"))
            QSKIP("the data of the cross-traffic study are not here");
        const auto audit = auditOf("flumen", "flumen");
        QVERIFY(audit);
        expectFindings(*audit,
                       "label-collisions rate-outlasts-load replaced-rates replaced-iterations wrong-node-count "
                       "unweighted-windows p99-is-maximum pooled-ranks mislabelled-cdf above-line-rate typed-r2");
        const Finding* mislabelled = findingNamed(*audit, "mislabelled-cdf");
        QVERIFY(mislabelled != nullptr);
        QCOMPARE(mislabelled->evidenceCount, std::size_t(1));
        QVERIFY(mislabelled->evidence[0].file.find("ResNet_8G_consist_RDMA") != std::string::npos);
        for (const Claim& claim : audit->claims)
            if (claim.verdict == ClaimVerdict::Mismatch)
                qInfo("mismatch %s: %g stated, %g computed", claim.name.c_str(), claim.stated, claim.computed);
        QVERIFY(withVerdict(*audit, ClaimVerdict::Match).size() >= 40);
    }

    void kungfu()
    {
        if (!std::filesystem::exists(studyData() / "kungfu-logs"))
            QSKIP("the logs of the KungFu artefact are not here");
        const auto audit = auditOf("kungfu", "kungfu-logs");
        QVERIFY(audit);
        for (const Finding& finding : audit->findings)
            qInfo("%s: %s", finding.name.c_str(), finding.sentence.c_str());
    }
};

QTEST_GUILESS_MAIN(TestAuditData)
#include "tst_audit_data.moc"

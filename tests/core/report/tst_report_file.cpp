// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/report/html_report.h"
#include "core/report/report_file.h"
#include "core/store/run_repository.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace millrace;

class TestReportFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path at(const char* name) const { return m_folder.filePath(name).toStdString(); }

private Q_SLOTS:
    void aFileOfSomebodyElseStays()
    {
        QCOMPARE(report::freeReportFile(at("s.html")), at("s.html"));
        QVERIFY(bool(writeFileAtomically(at("s.html"), "<!DOCTYPE html><p>mine")));
        QCOMPARE(report::freeReportFile(at("s.html")), at("s-report.html"));
        QVERIFY(bool(writeFileAtomically(at("s-report.html"), "")));
        QCOMPARE(report::freeReportFile(at("s.html")), at("s-report-2.html"));
        std::filesystem::create_symlink(at("gone"), at("link.html"));
        QCOMPARE(report::freeReportFile(at("link.html")), at("link-report.html"));
        std::filesystem::create_directory(at("folder.html"));
        QCOMPARE(report::freeReportFile(at("folder.html")), at("folder-report.html"));
    }

    void aReportIsReplaced()
    {
        auto database = store::Database::create(at("s.mrdb"));
        QVERIFY(database.has_value());
        const SystemClock clock;
        store::RunRepository repository(*database, clock);
        store::CampaignRecord campaign;
        campaign.projectName = "p";
        campaign.gridName = "g";
        const auto id = repository.createCampaign(campaign, {});
        QVERIFY(id.has_value());
        const auto page = report::htmlReport(*database, *id);
        QVERIFY2(page.has_value(), page ? "" : page.error().text().c_str());
        QVERIFY(bool(writeFileAtomically(at("own.html"), *page)));
        QCOMPARE(report::freeReportFile(at("own.html")), at("own.html"));
    }
};

QTEST_GUILESS_MAIN(TestReportFile)
#include "tst_report_file.moc"

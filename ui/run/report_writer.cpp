// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/report_writer.h"

#include "core/base/file_io.h"
#include "core/report/html_report.h"
#include "core/report/report_file.h"
#include "core/store/database.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"

#include <QDesktopServices>
#include <QUrl>
#include <QWidget>

namespace millrace::ui {
namespace {

Result<std::filesystem::path> makeReport(const std::filesystem::path& store, store::CampaignId campaign,
                                         const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(store));
    MR_TRY(page, report::htmlReport(database, campaign, {}, job));
    const std::filesystem::path file = report::freeReportFile(std::filesystem::path(store).replace_extension(".html"));
    MR_CHECK(writeFileAtomically(file, page));
    return file;
}

} // namespace

ReportWriter::ReportWriter(QWidget* parent) : QObject(parent), m_page(parent) { }

void ReportWriter::write(const std::filesystem::path& store, store::CampaignId campaign)
{
    Q_EMIT busyChanged(true);
    m_job.start([store, campaign](const JobContext& job) { return makeReport(store, campaign, job); },
                [this](const Result<std::filesystem::path>& file) {
                    Q_EMIT busyChanged(false);
                    if (!file) {
                        Q_EMIT failed(file.error());
                        return;
                    }
                    announceWritten(m_page, pathText(*file));
                    QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(*file)));
                });
}

} // namespace millrace::ui

#include "moc_report_writer.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_exports.h"

#include "core/base/file_io.h"
#include "core/report/campaign_export.h"
#include "core/report/html_report.h"
#include "ui/base/export_event.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/save_dialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace millrace::ui {
namespace {

const QString purpose = QStringLiteral("export");

/// Exports are gathered and written in one move, so that nothing half-written is left.
Result<void> writeJson(const std::filesystem::path& store, store::CampaignId campaign,
                       const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(store));
    std::string all;
    MR_CHECK(report::exportJson(
        database, campaign, {},
        [&](std::string_view text) -> Result<void> {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "The export was cancelled.");
            all += text;
            return {};
        },
        job));
    return writeFileAtomically(file, all);
}

} // namespace

ResultExports::ResultExports(QString file, Settings& settings, std::function<Subject()> subject, QWidget* parent)
    : QObject(parent), m_file(toPath(file)), m_settings(settings), m_subject(std::move(subject)), m_window(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &ResultExports::runningChanged);
}

void ResultExports::fillMenu(QMenu* menu)
{
    menu->addAction(icon(QStringLiteral("table")), tr("&Table as shown, CSV…"), this,
                    [this] { askForTable(QStringLiteral("csv")); });
    menu->addAction(tr("Table as shown, &JSON…"), this, [this] { askForTable(QStringLiteral("json")); });
    menu->addSeparator();
    menu->addAction(tr("Whole campaign to a &folder…"), this, &ResultExports::askForFolder);
    menu->addAction(tr("&Whole campaign, JSON…"), this, [this] {
        askForExport(m_window, m_settings, m_subject().campaignName, tr("JSON files (*.json)"), QStringLiteral("json"),
                     [this](const QString& file) { writeCampaignJson(file); });
    });
    menu->addAction(icon(QStringLiteral("chart-bar")), tr("&Report, HTML…"), this, [this] {
        askForExport(m_window, m_settings, m_subject().campaignName, tr("HTML files (*.html)"), QStringLiteral("html"),
                     [this](const QString& file) { writeReport(file); });
    });
}

void ResultExports::askForTable(const QString& suffix)
{
    askForExport(m_window, m_settings, tr("runs"), tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix), suffix,
                 [this](const QString& file) { writeVisible(file); });
}

void ResultExports::askForFolder()
{
    QFileDialog* dialog = makeFileDialog(m_window, &m_settings, purpose, tr("New or empty folder"));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, &ResultExports::writeCampaignFolder);
    dialog->open();
}

template <typename Work>
void ResultExports::start(const QString& activity, const QString& file, Work work)
{
    m_activity = activity;
    m_job.start(std::move(work), [this, file](const Result<void>& done) {
        m_activity.clear();
        if (done) {
            announceWritten(this, file);
            Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
        } else {
            Q_EMIT failed(done.error());
        }
    });
}

void ResultExports::writeVisible(const QString& file)
{
    start(tr("The table of runs is being exported."), file,
          [store = m_file, subject = m_subject(), file](const JobContext& job) -> Result<void> {
              MR_TRY(table, readVisible(store, subject.visible, job));
              MR_TRY(provenance, readProvenance(store, subject.visible, subject.view));
              return writeTable(table, provenance, file);
          });
}

void ResultExports::writeCampaignFolder(const QString& folder)
{
    start(tr("The campaign is being exported."), folder,
          [store = m_file, campaign = m_subject().campaign, folder](const JobContext& job) -> Result<void> {
              MR_TRY(database, store::Database::openReadOnly(store));
              report::ExportOptions options;
              options.series = true;
              return report::exportFolder(database, campaign, toPath(folder), options, job);
          });
}

void ResultExports::writeCampaignJson(const QString& file)
{
    start(tr("The campaign is being exported."), file,
          [store = m_file, campaign = m_subject().campaign, file](const JobContext& job) {
              return writeJson(store, campaign, toPath(file), job);
          });
}

void ResultExports::writeReport(const QString& file)
{
    start(tr("The report is being written."), file,
          [store = m_file, campaign = m_subject().campaign, file](const JobContext& job) -> Result<void> {
              MR_TRY(database, store::Database::openReadOnly(store));
              MR_TRY(page, report::htmlReport(database, campaign, {}, job));
              return writeFileAtomically(toPath(file), page);
          });
}

} // namespace millrace::ui

#include "moc_result_exports.cpp"

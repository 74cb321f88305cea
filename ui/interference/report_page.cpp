// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/report_page.h"

#include "ui/base/elided_label.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/job_strip.h"
#include "ui/figures/figure_view.h"
#include "ui/interference/report_browser.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QStackedWidget>

namespace millrace::ui {

ReportPage::ReportPage(const QString& kind, const QString& heading, ReportSubject subject, Settings& settings,
                       QWidget* parent)
    : DocumentPage(QString(), parent), m_kind(kind), m_heading(heading), m_subject(std::move(subject)),
      m_settings(settings), m_column(new QVBoxLayout(this)), m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(this)), m_browser(new ReportBrowser(settings, kind, this)), m_strip(new JobStrip(this))
{
    m_empty->setObjectName(kind + QStringLiteral("Empty"));
    m_empty->setContent(QStringLiteral("chart-line"), tr("Reading the runs"), tr("This takes a moment."));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_browser);
    m_strip->attach(m_job, tr("Computing"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(makeHeader());
    m_column->addWidget(m_stack, 1);
    m_column->addWidget(m_strip);
    connect(m_strip, &JobStrip::cancelled, this, &ReportPage::showCancelled);
    connect(m_browser, &ReportBrowser::failed, this, &DocumentPage::failed);
    connect(m_browser, &ReportBrowser::noticed, this, &DocumentPage::noticed);
    connect(m_browser, &ReportBrowser::exportingChanged, this, [this](bool exporting) {
        Q_EMIT stateChanged();
        if (!exporting)
            Q_EMIT idle();
    });
}

QString ReportPage::title() const
{
    return tr("%1 · %2").arg(m_heading, m_subject.name);
}

QWidget* ReportPage::makeHeader()
{
    auto* header = new QWidget(this);
    auto* title = new ElidedLabel(ReportPage::title(), header);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    title->setFont(font);
    title->setToolTip(m_subject.store);
    m_summary = new QLabel(header);
    m_summary->setObjectName(m_kind + QStringLiteral("Summary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* column = new QVBoxLayout(header);
    column->setContentsMargins(16, 10, 8, 4);
    column->setSpacing(2);
    column->addWidget(title);
    column->addWidget(m_summary);
    return header;
}

void ReportPage::addControls(QWidget* controls)
{
    m_column->insertWidget(1, controls);
}

QStringList ReportPage::files() const
{
    const QByteArray view = QByteArray::fromStdString(report::viewToJson(m_subject.view));
    return {QStringLiteral("%1:%2:%3").arg(m_kind, QString::number(qHash(view), 16), m_subject.store)};
}

QJsonObject bookmarkOf(const QString& kind, const ReportSubject& subject)
{
    return {{QStringLiteral("kind"), kind},
            {QStringLiteral("store"), subject.store},
            {QStringLiteral("view"), toQString(report::viewToJson(subject.view))},
            {QStringLiteral("name"), subject.name}};
}

Result<ReportSubject> subjectOf(const QJsonObject& bookmark)
{
    MR_TRY(view, report::viewFromJson(bookmark.value(QStringLiteral("view")).toString().toStdString()));
    return ReportSubject{bookmark.value(QStringLiteral("store")).toString(), std::move(view),
                         bookmark.value(QStringLiteral("name")).toString()};
}

QJsonObject ReportPage::bookmark() const
{
    return bookmarkOf(m_kind, m_subject);
}

QStringList ReportPage::activities() const
{
    return m_browser->figureView().isExporting() ? QStringList{tr("A figure is being exported.")} : QStringList();
}

void ReportPage::stopActivities()
{
    m_browser->figureView().cancelExport();
}

bool ReportPage::showsReport() const
{
    return m_stack->currentWidget() == m_browser;
}

void ReportPage::showReport(std::vector<report::FigureSpec> figures, std::vector<report::Table> tables,
                            const std::vector<std::string>& notes, const QString& summary)
{
    m_shown = true;
    m_summary->setText(summary);
    m_summary->setToolTip(summary);
    m_browser->setContent(std::move(figures), std::move(tables), notes);
    m_stack->setCurrentWidget(m_browser);
    Q_EMIT loaded();
}

void ReportPage::showProblem(const Error& error, const QString& title, const QString& nothing)
{
    m_summary->clear();
    m_stack->setCurrentWidget(m_empty);
    m_empty->clearActions();
    if (error.code == ErrorCode::Cancelled) {
        showCancelled();
        return;
    }
    const bool none = error.code == ErrorCode::InvalidInput || error.code == ErrorCode::NotFound;
    if (none) {
        QString reason = toQString(error.what);
        if (!reason.isEmpty())
            reason[0] = reason.at(0).toUpper();
        if (!reason.isEmpty() && !reason.endsWith(QLatin1Char('.')))
            reason += QLatin1Char('.');
        m_shown = true;
        m_empty->setContent(QStringLiteral("chart-line"), title, reason + QStringLiteral("\n\n") + nothing);
        Q_EMIT loaded();
        return;
    }
    m_empty->setContent(QStringLiteral("error"), tr("The runs could not be read"), toQString(error.text()));
    offerAgain();
    Q_EMIT failed(error);
}

void ReportPage::showCancelled()
{
    if (showsReport())
        return;
    m_empty->clearActions();
    m_empty->setContent(QStringLiteral("cancel"), tr("Cancelled"), tr("Nothing was computed."));
    offerAgain();
}

void ReportPage::offerAgain()
{
    auto* again = new QAction(tr("Compute &Again"), m_empty);
    connect(again, &QAction::triggered, this, &ReportPage::reload);
    m_empty->addAction(again);
}

} // namespace millrace::ui

#include "moc_report_page.cpp"

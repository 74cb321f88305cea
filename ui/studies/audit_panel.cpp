// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/audit_panel.h"

#include "core/base/file_io.h"
#include "core/studies/audit_page.h"
#include "core/studies/audit_tables.h"
#include "ui/base/empty_state.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/save_dialog.h"
#include "ui/studies/audit_models.h"
#include "ui/studies/audit_tables.h"
#include "ui/studies/number_table.h"
#include "ui/studies/study_text.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>

namespace millrace::ui {
namespace {

const QString rowsName = QStringLiteral("auditRows");
const QString columnsName = QStringLiteral("auditColumns");
constexpr int allVerdicts = 3;

} // namespace

AuditPanel::AuditPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_tabs(new QTabWidget(this)), m_findingModel(new FindingModel),
      m_claimModel(new ClaimModel), m_empty(new EmptyState(this)), m_stack(new QStackedWidget(this))
{
    m_empty->setObjectName(QStringLiteral("auditEmpty"));
    m_tabs->setObjectName(QStringLiteral("auditTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeFindings(), icon(QStringLiteral("warning")), tr("Findings"));
    m_tabs->addTab(makeClaims(), icon(QStringLiteral("table")), tr("Claims"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tabs);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_stack, 1);
    for (NumberTable* table : {m_findings, m_values, m_evidence, m_claims}) {
        connect(table, &NumberTable::failed, this, &AuditPanel::failed);
        connect(table, &NumberTable::noticed, this, &AuditPanel::noticed);
    }
    showWaiting();
}

AuditPanel::~AuditPanel()
{
    m_settings.setWidgetState(rowsName, m_rows->saveState());
    m_settings.setWidgetState(columnsName, m_columns->saveState());
    // The views report their end; there is no receiver any more.
    m_findings->view().selectionModel()->disconnect(this);
}

QWidget* AuditPanel::makeHeader()
{
    auto* header = new QWidget(this);
    m_summary = new QLabel(header);
    m_summary->setObjectName(QStringLiteral("auditSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_studies = new QComboBox(header);
    m_studies->setObjectName(QStringLiteral("auditStudy"));
    m_studies->setAccessibleName(tr("Import to audit"));
    m_studies->setMaximumWidth(360);
    m_studies->hide();
    connect(m_studies, &QComboBox::activated, this, &AuditPanel::studyChosen);
    m_export = new QToolButton(header);
    m_export->setObjectName(QStringLiteral("auditExport"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export &audit"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setAutoRaise(true);
    m_export->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("&HTML page…"), this, [this] { ask(QStringLiteral("html")); });
    menu->addAction(tr("&CSV…"), this, [this] { ask(QStringLiteral("csv")); });
    m_export->setMenu(menu);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 6, 8, 4);
    row->addWidget(m_summary, 1);
    row->addWidget(m_studies);
    row->addWidget(m_export);
    return header;
}

QWidget* AuditPanel::makeFindings()
{
    m_findings = new NumberTable(m_settings, QStringLiteral("auditFindings"), tr("Findings"), m_findingModel, this);
    m_findings->view().setIconSize({16, 16});
    m_findings->view().setSelectionMode(QAbstractItemView::SingleSelection);
    m_findings->view().setEmptyText(tr("No findings."));
    connect(m_findings->view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &AuditPanel::showFinding);
    m_detail = new QTextBrowser(this);
    m_detail->setObjectName(QStringLiteral("auditDetail"));
    m_detail->setAccessibleName(tr("The finding and its effect"));
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setOpenLinks(false);
    m_detail->document()->setDocumentMargin(10);
    m_values = new NumberTable(m_settings, QStringLiteral("auditValues"), tr("Published vs corrected"), this);
    m_evidence = new NumberTable(m_settings, QStringLiteral("auditEvidence"), tr("Evidence"), this);
    m_evidence->view().setToolTip(tr("Double-click: open the run"));
    connect(m_evidence, &NumberTable::rowActivated, this, [this](int row) {
        const int finding = m_findings->currentRow();
        if (!m_audit || finding < 0)
            return;
        const studies::Evidence& evidence =
            m_audit->findings[static_cast<std::size_t>(finding)].evidence[static_cast<std::size_t>(row)];
        if (evidence.run)
            Q_EMIT runRequested(evidence.run);
        else
            Q_EMIT noticed(tr("This evidence is about the study as a whole; there is no single run to open."));
    });
    auto* left = new QSplitter(Qt::Vertical, this);
    left->setObjectName(QStringLiteral("auditLeft"));
    left->addWidget(m_detail);
    left->addWidget(m_values);
    left->setChildrenCollapsible(false);
    left->setSizes({150, 200});
    m_columns = new QSplitter(this);
    m_columns->addWidget(left);
    m_columns->addWidget(m_evidence);
    m_columns->setChildrenCollapsible(false);
    m_columns->setSizes({620, 620});
    m_columns->restoreState(m_settings.widgetState(columnsName));
    m_rows = new QSplitter(Qt::Vertical, this);
    m_rows->addWidget(m_findings);
    m_rows->addWidget(m_columns);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({240, 380});
    m_rows->restoreState(m_settings.widgetState(rowsName));
    return m_rows;
}

QWidget* AuditPanel::makeClaims()
{
    auto* page = new QWidget(this);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 4, 6, 0);
    m_verdicts = new QButtonGroup(this);
    const std::pair<const char*, int> filters[] = {
        {"claimsAll", allVerdicts}, {"claimsMatch", 0}, {"claimsMismatch", 1}, {"claimsNotDecided", 2}};
    for (const auto& [name, id] : filters) {
        auto* button = new QToolButton(page);
        button->setObjectName(QLatin1String(name));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setChecked(id == allVerdicts);
        m_verdicts->addButton(button, id);
        bar->addWidget(button);
    }
    bar->addStretch(1);
    connect(m_verdicts, &QButtonGroup::idClicked, this, [this](int id) {
        filterClaims(id == allVerdicts ? std::nullopt : std::optional(static_cast<studies::ClaimVerdict>(id)));
    });
    m_claims =
        new NumberTable(m_settings, QStringLiteral("auditClaims"), tr("Claims of the publication"), m_claimModel, this);
    m_claims->view().setIconSize({16, 16});
    m_claims->view().setEmptyText(tr("No claim of this kind."));
    m_notes = new QLabel(page);
    m_notes->setObjectName(QStringLiteral("auditNotes"));
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setWordWrap(true);
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setContentsMargins(10, 2, 10, 6);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(bar);
    column->addWidget(m_claims, 1);
    column->addWidget(m_notes);
    return page;
}

void AuditPanel::setStudies(const QStringList& names)
{
    const int before = m_studies->currentIndex();
    m_studies->clear();
    m_studies->addItems(names);
    m_studies->setCurrentIndex(before >= 0 && before < names.size() ? before : 0);
    m_studies->setVisible(names.size() > 1);
}

int AuditPanel::currentStudy() const
{
    return m_studies->currentIndex();
}

bool AuditPanel::showsAudit() const
{
    return m_stack->currentWidget() == m_tabs;
}

void AuditPanel::showWaiting()
{
    showNothing(QStringLiteral("search"), tr("Looking through the runs"), tr("This takes a moment."));
}

void AuditPanel::showNothing(const QString& iconName, const QString& title, const QString& sentence)
{
    m_audit.reset();
    m_summary->clear();
    m_export->setEnabled(false);
    m_empty->clearActions();
    m_empty->setContent(iconName, title, sentence);
    m_stack->setCurrentWidget(m_empty);
}

void AuditPanel::showAudit(studies::Audit audit)
{
    m_audit = std::move(audit);
    m_summary->setText(auditSummary(*m_audit));
    m_summary->setToolTip(m_summary->text());
    m_export->setEnabled(true);
    m_findingModel->setFindings(m_audit->findings);
    m_findings->setTable(shownAuditTable(studies::findingTable(*m_audit)));
    m_tabs->setTabText(0, tr("Findings (%1)").arg(m_audit->findings.size()));
    m_tabs->setTabText(1, tr("Claims (%1)").arg(m_audit->claims.size()));
    QStringList notes;
    for (const std::string& note : m_audit->notes)
        notes.append(asSentence(note));
    m_notes->setText(notes.join(QLatin1Char(' ')));
    m_notes->setVisible(!notes.isEmpty());
    fillCounts();
    filterClaims({});
    m_findings->view().selectRow(0);
    showFinding();
    m_stack->setCurrentWidget(m_tabs);
}

bool AuditPanel::chooseFinding(const std::string& name)
{
    if (!m_audit)
        return false;
    const auto found = std::ranges::find(m_audit->findings, name, &studies::Finding::name);
    if (found == m_audit->findings.end())
        return false;
    const QAbstractItemModel* shown = m_findings->view().model();
    for (int row = 0; row < shown->rowCount(); ++row) {
        m_findings->view().selectRow(row);
        if (m_findings->currentRow() == found - m_audit->findings.begin())
            return true;
    }
    return false;
}

void AuditPanel::showFinding()
{
    fillDetail();
    const int row = m_findings->currentRow();
    if (!m_audit || row < 0 || static_cast<std::size_t>(row) >= m_audit->findings.size()) {
        m_values->setTable({});
        m_evidence->setTable({});
        return;
    }
    const studies::Finding& finding = m_audit->findings[static_cast<std::size_t>(row)];
    m_values->setTable(shownAuditTable(studies::findingFigureTable(finding)));
    m_values->setVisible(!finding.figures.empty());
    m_evidence->setTable(shownAuditTable(studies::evidenceTable(finding)));
    m_evidence->setHeading(finding.evidenceCount > finding.evidence.size()
                               ? tr("Evidence · the first %1 of %2")
                                     .arg(finding.evidence.size())
                                     .arg(formatCount(static_cast<qint64>(finding.evidenceCount), locale()))
                               : tr("Evidence · %1").arg(finding.evidence.size()));
}

void AuditPanel::fillDetail()
{
    const int row = m_findings->currentRow();
    if (!m_audit || row < 0 || static_cast<std::size_t>(row) >= m_audit->findings.size()) {
        m_detail->clear();
        return;
    }
    const studies::Finding& finding = m_audit->findings[static_cast<std::size_t>(row)];
    QString html = QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                       .arg(toQString(finding.title).toHtmlEscaped(), asSentence(finding.sentence).toHtmlEscaped());
    if (!finding.effect.empty())
        html += QStringLiteral("<p><b>%1</b><br>%2</p>")
                    .arg(tr("What it does to the published results"), asSentence(finding.effect).toHtmlEscaped());
    m_detail->setHtml(html);
}

void AuditPanel::fillCounts()
{
    const auto counts = verdictCounts(*m_audit);
    const auto set = [this](int id, const QString& text) {
        m_verdicts->button(id)->setText(text);
        m_verdicts->button(id)->setAccessibleName(text);
    };
    set(allVerdicts, tr("All %1").arg(m_audit->claims.size()));
    set(0, tr("Match %1").arg(counts[0]));
    set(1, tr("Mismatch %1").arg(counts[1]));
    set(2, tr("Not decided %1").arg(counts[2]));
}

void AuditPanel::filterClaims(std::optional<studies::ClaimVerdict> verdict)
{
    if (!m_audit)
        return;
    m_verdicts->button(verdict ? static_cast<int>(*verdict) : allVerdicts)->setChecked(true);
    std::vector<std::size_t> kept;
    report::Table table = studies::claimTable(*m_audit, verdict, &kept);
    std::vector<studies::ClaimVerdict> verdicts;
    for (const std::size_t claim : kept)
        verdicts.push_back(m_audit->claims[claim].verdict);
    m_claimModel->setVerdicts(std::move(verdicts));
    m_claims->setTable(shownAuditTable(std::move(table)));
}

void AuditPanel::ask(const QString& suffix)
{
    if (m_audit)
        askForExport(this, m_settings, tr("audit-%1").arg(toQString(m_audit->study)),
                     tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix), suffix,
                     [this](const QString& file) { exportTo(file); });
}

void AuditPanel::exportTo(const QString& file)
{
    if (!m_audit)
        return;
    m_job.start(
        [audit = *m_audit, file](const JobContext&) {
            return file.endsWith(QLatin1String(".html"), Qt::CaseInsensitive)
                ? writeFileAtomically(toPath(file), studies::auditHtml(audit))
                : writeTable(studies::auditTable(audit), {}, file);
        },
        [this, file](const Result<void>& written) {
            if (written) {
                announceWritten(this, file);
                Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
            } else {
                Q_EMIT failed(written.error());
            }
        });
}

void AuditPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_detail != nullptr)
        fillDetail();
}

} // namespace millrace::ui

#include "moc_audit_panel.cpp"

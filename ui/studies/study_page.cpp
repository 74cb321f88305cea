// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/study_page.h"

#include "ui/base/elided_label.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/notice_bar.h"
#include "ui/base/settings.h"
#include "ui/studies/audit_panel.h"
#include "ui/studies/study_figure_panel.h"
#include "ui/studies/study_text.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

namespace millrace::ui {
namespace {

const QString pageSplitterName = QStringLiteral("studySplitter");

} // namespace

StudyPage::StudyPage(QString store, StudyReader reader, Settings& settings, QWidget* parent)
    : DocumentPage(QString(), parent), m_store(std::move(store)), m_reader(std::move(reader)), m_settings(settings),
      m_notice(new NoticeBar(QStringLiteral("studyNotice"), this)), m_tabs(new QTabWidget(this)),
      m_splitter(new QSplitter(this)), m_list(new RecipeList(this)), m_figure(new StudyFigurePanel(settings, this)),
      m_audit(new AuditPanel(settings, this)), m_figureStrip(new JobStrip(this)), m_auditStrip(new JobStrip(this))
{
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(m_figure);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({330, 950});
    m_splitter->restoreState(m_settings.widgetState(pageSplitterName));
    m_tabs->setObjectName(QStringLiteral("studyTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_splitter, icon(QStringLiteral("chart-bar")), tr("Figures"));
    m_tabs->addTab(m_audit, icon(QStringLiteral("search")), tr("Audit"));
    m_figureStrip->attach(m_figureJob, tr("Computing the figure"));
    m_auditStrip->attach(m_auditJob, tr("Auditing"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_notice);
    column->addWidget(m_tabs, 1);
    column->addWidget(m_figureStrip);
    column->addWidget(m_auditStrip);
    connectAll();
}

StudyPage::~StudyPage()
{
    m_settings.setWidgetState(pageSplitterName, m_splitter->saveState());
}

QWidget* StudyPage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new ElidedLabel(tr("Studies · %1").arg(QFileInfo(m_store).completeBaseName()), header);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    m_title->setFont(font);
    m_title->setToolTip(m_store);
    m_summary = new QLabel(tr("Reading…"), header);
    m_summary->setObjectName(QStringLiteral("studySummary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_title, m_summary}) {
        label->setTextFormat(Qt::PlainText);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* runs = new QToolButton(header);
    runs->setObjectName(QStringLiteral("studyRuns"));
    runs->setIcon(icon(QStringLiteral("results")));
    runs->setText(tr("&Runs"));
    runs->setToolTip(tr("All runs of this store, in the browser of results"));
    runs->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    runs->setAutoRaise(true);
    runs->setFocusPolicy(Qt::StrongFocus);
    connect(runs, &QToolButton::clicked, this, [this] { Q_EMIT storeRequested(m_store); });
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_summary);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 10, 8, 4);
    row->addLayout(texts, 1);
    row->addWidget(runs);
    return header;
}

void StudyPage::connectAll()
{
    connect(m_list, &RecipeList::recipeChosen, this, &StudyPage::computeFigure);
    connect(m_tabs, &QTabWidget::currentChanged, this, &StudyPage::updateAudit);
    connect(m_audit, &AuditPanel::studyChosen, this, [this] {
        m_auditWanted = true;
        updateAudit();
    });
    connect(m_audit, &AuditPanel::runRequested, this, [this](store::RunId run) { Q_EMIT runRequested(m_store, run); });
    connect(m_audit, &AuditPanel::failed, this, &DocumentPage::failed);
    connect(m_audit, &AuditPanel::noticed, this, &DocumentPage::noticed);
    connect(m_figure, &StudyFigurePanel::failed, this, &DocumentPage::failed);
    connect(m_figure, &StudyFigurePanel::noticed, this, &DocumentPage::noticed);
    connect(m_figure, &StudyFigurePanel::exportingChanged, this, [this] {
        Q_EMIT stateChanged();
        if (activities().isEmpty())
            Q_EMIT idle();
    });
    const auto cancelled = [](EmptyState& empty) {
        empty.setContent(QStringLiteral("cancel"), tr("Cancelled"), tr("Nothing was computed."));
    };
    connect(m_figureStrip, &JobStrip::cancelled, this, [this, cancelled] {
        if (m_figure->showsFigure())
            return;
        cancelled(m_figure->empty());
        offerAgain(m_figure->empty(), &StudyPage::computeFigure);
    });
    connect(m_auditStrip, &JobStrip::cancelled, this, [this, cancelled] {
        cancelled(m_audit->empty());
        offerAgain(m_audit->empty(), &StudyPage::computeAudit);
    });
}

QStringList StudyPage::files() const
{
    return {QStringLiteral("studies:%1").arg(m_store)};
}

QJsonObject StudyPage::bookmark() const
{
    return {{QStringLiteral("kind"), QStringLiteral("studies")}, {QStringLiteral("store"), m_store}};
}

QJsonObject StudyPage::shown() const
{
    const auto place = m_list->chosen();
    const auto number = [](std::size_t value) { return static_cast<int>(value); };
    return {{QStringLiteral("tab"), m_tabs->currentIndex()},
            {QStringLiteral("study"), place ? number(place->study) : -1},
            {QStringLiteral("recipe"), place ? number(place->recipe) : -1}};
}

void StudyPage::restore(const QJsonObject& shown)
{
    const int study = shown.value(QStringLiteral("study")).toInt(-1);
    const int recipe = shown.value(QStringLiteral("recipe")).toInt(-1);
    if (study >= 0 && recipe >= 0)
        m_list->choose({static_cast<std::size_t>(study), static_cast<std::size_t>(recipe)});
    m_tabs->setCurrentIndex(shown.value(QStringLiteral("tab")).toInt());
}

QString StudyPage::title() const
{
    return tr("Studies · %1").arg(QFileInfo(m_store).completeBaseName());
}

QStringList StudyPage::activities() const
{
    return m_figure->isExporting() ? QStringList{tr("A figure is being exported.")} : QStringList();
}

void StudyPage::stopActivities()
{
    m_figure->cancelExport();
}

void StudyPage::find()
{
    showTab(FigureTab);
    m_list->focusSearch();
}

void StudyPage::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

bool StudyPage::isBusy() const
{
    return m_shelfJob.isRunning() || m_figureJob.isRunning() || m_auditJob.isRunning();
}

void StudyPage::reload()
{
    m_shelfJob.start([read = m_reader.shelf](const JobContext& job) { return read(job); },
                     [this](Result<StudyShelf> shelf) {
                         if (shelf)
                             showShelf(std::move(*shelf));
                         else if (shelf.error().code != ErrorCode::Cancelled)
                             Q_EMIT failed(shelf.error());
                     });
}

QStringList StudyPage::studyNames() const
{
    QStringList names;
    for (const ShelfStudy& each : m_shelf.studies) {
        const QString folder = QFileInfo(toQString(each.stored.folder)).fileName();
        names.append(folder.isEmpty() ? studyTitle(each.stored.study)
                                      : tr("%1 · %2").arg(studyTitle(each.stored.study), folder));
    }
    return names;
}

void StudyPage::showShelf(StudyShelf shelf)
{
    m_shelf = std::move(shelf);
    m_loaded = true;
    QStringList parts;
    int figures = 0;
    for (const ShelfStudy& each : m_shelf.studies) {
        if (!each.stored.study.empty())
            parts.append(
                tr("%1: %n run(s)", nullptr, static_cast<int>(each.stored.runs)).arg(studyTitle(each.stored.study)));
        figures += static_cast<int>(each.recipes.size());
    }
    if (parts.isEmpty())
        parts.append(tr("no published study in this store"));
    parts.append(tr("%n figure(s)", nullptr, figures));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_summary->setToolTip(m_summary->text());
    m_notice->setText(m_shelf.issues.empty() ? QString() : toQString(issueText(m_shelf.issues.front())));
    m_audit->setStudies(studyNames());
    m_auditWanted = true;
    m_list->setShelf(m_shelf);
    if (!m_list->chosen())
        m_figure->showNothing({}, QStringLiteral("chart-bar"), tr("No figure of these runs"),
                              tr("No figure on the left has data in this store. Choose one to see which runs it needs, "
                                 "or import a study with File > Import study or files."));
    updateAudit();
    Q_EMIT loaded();
}

void StudyPage::computeFigure()
{
    const auto place = m_list->chosen();
    if (!place || place->study >= m_shelf.studies.size())
        return;
    const ShelfStudy& study = m_shelf.studies[place->study];
    const studies::Recipe& recipe = study.recipes[place->recipe].recipe;
    m_figure->showWaiting(recipe);
    m_figureJob.start(
        [read = m_reader.figure, recipe, campaign = study.stored.campaign](const JobContext& job) {
            return read(recipe, campaign, job);
        },
        [this, place = *place](Result<studies::StudyFigure> figure) { takeFigure(place, std::move(figure)); });
}

void StudyPage::takeFigure(RecipeList::Place place, Result<studies::StudyFigure> figure)
{
    if (m_list->chosen() != place || place.study >= m_shelf.studies.size())
        return;
    const ShelfStudy& study = m_shelf.studies[place.study];
    const studies::Recipe& recipe = study.recipes[place.recipe].recipe;
    if (!figure) {
        if (figure.error().code == ErrorCode::Cancelled)
            return;
        m_figure->showNothing(recipe, QStringLiteral("error"), tr("The figure cannot be computed"),
                              toQString(figure.error().text()));
        offerAgain(m_figure->empty(), &StudyPage::computeFigure);
        return;
    }
    const auto isDrawn = [](const std::optional<report::FigureSpec>& spec) { return spec && !report::isEmpty(*spec); };
    const bool empty = !isDrawn(figure->published) && !isDrawn(figure->measured) && figure->table.rows.empty();
    m_list->markEmpty(place, empty);
    if (!empty) {
        m_figure->showFigure(*std::move(figure));
        return;
    }
    QStringList sentences{neededRuns(recipe, recipe.study)};
    for (const std::string& note : figure->notes)
        sentences.append(asSentence(note));
    for (const auto* spec : {&figure->published, &figure->measured})
        if (*spec && !(*spec)->note.empty() && !sentences.contains(asSentence((*spec)->note)))
            sentences.append(asSentence((*spec)->note));
    m_figure->showNothing(recipe, recipeIcon(recipe.kind), tr("No data in this store"),
                          sentences.join(QStringLiteral("\n\n")));
}

void StudyPage::offerAgain(EmptyState& empty, void (StudyPage::*again)())
{
    auto* action = new QAction(icon(QStringLiteral("retry")), tr("Compute &again"), &empty);
    connect(action, &QAction::triggered, this, again);
    empty.addAction(action);
}

/// Audits take time: not computed before they are shown.
void StudyPage::updateAudit()
{
    if (m_loaded && m_auditWanted && m_tabs->currentIndex() == AuditTab)
        computeAudit();
}

void StudyPage::computeAudit()
{
    m_auditWanted = false;
    const int current = m_audit->currentStudy();
    if (current < 0 || static_cast<std::size_t>(current) >= m_shelf.studies.size())
        return;
    const studies::StoredStudy& stored = m_shelf.studies[static_cast<std::size_t>(current)].stored;
    if (stored.study.empty()) {
        m_audit->showNothing(QStringLiteral("search"), tr("No published study in this store"),
                             tr("An audit is about the data of a published study. Import one with File > Import study "
                                "or files."));
        auto* action = new QAction(icon(QStringLiteral("import")), tr("&Import…"), &m_audit->empty());
        connect(action, &QAction::triggered, this, &StudyPage::importRequested);
        m_audit->empty().addAction(action);
        return;
    }
    m_audit->showWaiting();
    m_auditJob.start(
        [read = m_reader.audit, stored](const JobContext& job) { return read(stored.study, stored.campaign, job); },
        [this](Result<studies::Audit> audit) { takeAudit(std::move(audit)); });
}

void StudyPage::takeAudit(Result<studies::Audit> audit)
{
    if (audit) {
        m_audit->showAudit(*std::move(audit));
        return;
    }
    if (audit.error().code == ErrorCode::Cancelled)
        return;
    const bool none = audit.error().code == ErrorCode::NotFound || audit.error().code == ErrorCode::Unsupported;
    m_audit->showNothing(none ? QStringLiteral("search") : QStringLiteral("error"),
                         none ? tr("Nothing to audit") : tr("The audit failed"), asSentence(audit.error().text()));
    offerAgain(m_audit->empty(), &StudyPage::computeAudit);
}

} // namespace millrace::ui

#include "moc_study_page.cpp"

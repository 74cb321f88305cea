// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/averaging_row.h"

#include "core/run/averaging_runs.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/edit/project_editor.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>

#include <cmath>

namespace millrace::ui {

AveragingRow::AveragingRow(ProjectEditor& editor, Settings& settings, ObjectAccess<planner::PlanSpec> plan,
                           QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_plan(std::move(plan)), m_source(new QLabel),
      m_fit(new QPushButton(tr("&Fit to runs…"))), m_study(new QPushButton(tr("The stud&y's")))
{
    setObjectName(QStringLiteral("plan_averaging"));
    m_source->setObjectName(QStringLiteral("averagingSource"));
    m_source->setWordWrap(true);
    m_source->setTextFormat(Qt::PlainText);
    m_fit->setObjectName(QStringLiteral("averagingFit"));
    m_fit->setToolTip(tr("Fits the law to the measured runs of a result store with PAIRWISE or CLIQUE, or to its "
                         "imported trainings with Hivemind"));
    m_study->setObjectName(QStringLiteral("averagingStudy"));
    m_study->setToolTip(tr("Takes the law of the multi-cloud study's 30 set-ups"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_fit);
    buttons->addWidget(m_study);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_source);
    column->addLayout(buttons);
    connect(m_fit, &QPushButton::clicked, this, &AveragingRow::chooseStore);
    connect(m_study, &QPushButton::clicked, this, [this] { take(tr("Take the law of the study"), {}); });
    connect(&m_job, &JobRunner::runningChanged, m_fit, &QWidget::setDisabled);
    m_editor.notify(this, &AveragingRow::showLaw);
}

AveragingRow::~AveragingRow() = default;

void AveragingRow::showPlan()
{
    m_job.cancel(); // of another plan
    showLaw();
}

void AveragingRow::showLaw()
{
    const planner::AveragingLaw& law = m_plan.of(m_editor.project()).averaging;
    const QString source = toQString(law.source);
    m_source->setText(law.band > 0 ? tr("of %1; 90 % of held-out ones are within %2")
                                         .arg(source, formatFraction(std::exp(law.band) - 1, locale()))
                                   : tr("of %1; they are too few to say how wrong it is").arg(source));
    m_study->setEnabled(law != planner::AveragingLaw());
}

void AveragingRow::chooseStore()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("averaging"), tr("Fit the averaging law"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Result stores (*.mrdb)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { fitTo(toPath(file)); });
    dialog->open();
}

void AveragingRow::fitTo(const std::filesystem::path& store)
{
    m_job.start(
        [store, frameworks = m_settings.frameworks()](const JobContext& job) -> Result<run::FittedAveraging> {
            MR_TRY(database, store::Database::openReadOnly(store));
            return run::fitAveragingRuns(database, frameworks, store.filename().string(), job);
        },
        [this](Result<run::FittedAveraging> fitted) {
            if (!fitted) {
                Q_EMIT failed(fitted.error());
                return;
            }
            take(tr("Fit the averaging law"), fitted->law);
            Q_EMIT noticed(tr("The averaging law was fitted to %1; its mean error is %2.")
                               .arg(toQString(fitted->law.source), formatFraction(fitted->meanError, locale())));
        });
}

void AveragingRow::take(const QString& change, const planner::AveragingLaw& law)
{
    m_editor.change(change, [this, &law](project::Project& project) {
        if (planner::PlanSpec* plan = m_plan.find(project))
            plan->averaging = law;
    });
}

} // namespace millrace::ui

#include "moc_averaging_row.cpp"

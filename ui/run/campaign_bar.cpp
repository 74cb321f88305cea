// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_bar.h"

#include "ui/base/action_text.h"
#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/run/campaign_session.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QProgressBar>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace millrace::ui {
namespace {

const QString failureKey = QStringLiteral("campaign/afterFailure");
const QString pauseKey = QStringLiteral("campaign/pauseAfterEqual");
const QString equalKey = QStringLiteral("campaign/equalFailures");

QString part(const char* text, int count)
{
    return QCoreApplication::translate("TimeSpan", text).arg(count);
}

} // namespace

QString spanText(double seconds)
{
    const auto whole = static_cast<int>(std::lround(std::min(seconds, 1e8)));
    if (whole < 60)
        return part(QT_TRANSLATE_NOOP("TimeSpan", "%1 s"), whole);
    if (whole < 3600)
        return part(QT_TRANSLATE_NOOP("TimeSpan", "%1 min"), whole / 60) + QLatin1Char(' ')
            + part(QT_TRANSLATE_NOOP("TimeSpan", "%1 s"), whole % 60);
    if (whole < 48 * 3600)
        return part(QT_TRANSLATE_NOOP("TimeSpan", "%1 h"), whole / 3600) + QLatin1Char(' ')
            + part(QT_TRANSLATE_NOOP("TimeSpan", "%1 min"), whole / 60 % 60);
    return part(QT_TRANSLATE_NOOP("TimeSpan", "%1 d"), whole / 86400) + QLatin1Char(' ')
        + part(QT_TRANSLATE_NOOP("TimeSpan", "%1 h"), whole / 3600 % 24);
}

CampaignBar::CampaignBar(Settings& settings, QWidget* parent) : QWidget(parent), m_settings(settings)
{
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("campaignProgress"));
    m_progress->setAccessibleName(tr("Progress of the campaign"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(10);
    m_text = new QLabel(this);
    m_text->setObjectName(QStringLiteral("campaignText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 4);
    layout->setSpacing(6);
    layout->addWidget(makeActions());
    layout->addWidget(makeChoices());
    layout->addWidget(m_progress);
    layout->addWidget(m_text);
}

void CampaignBar::addButton(QBoxLayout* row, QAction*& action, const QString& iconName, const QString& text,
                            const QString& name, const QKeySequence& key)
{
    action = new QAction(icon(iconName), text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WindowShortcut);
    const QString plain = plainActionText(text);
    action->setToolTip(key.isEmpty() ? plain : tr("%1 (%2)").arg(plain, key.toString(QKeySequence::NativeText)));
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setObjectName(name + QStringLiteral("Button"));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
    connect(action, &QAction::changed, button, [action, button] { button->setVisible(action->isVisible()); });
}

QWidget* CampaignBar::makeActions()
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("&Grid:"), line);
    m_grids = new QComboBox(line);
    m_grids->setObjectName(QStringLiteral("campaignGrid"));
    m_grids->setAccessibleName(tr("Grid to run"));
    m_grids->setMinimumContentsLength(18);
    label->setBuddy(m_grids);
    row->addWidget(label);
    row->addWidget(m_grids);
    row->addStretch();
    addButton(row, startAction, QStringLiteral("play"), tr("&Start"), QStringLiteral("startCampaign"),
              QKeySequence(Qt::Key_F5));
    addButton(row, newAction, QStringLiteral("new"), tr("Rest&art"), QStringLiteral("newCampaign"), QKeySequence());
    newAction->setToolTip(tr("Start a new campaign; the unfinished one stays in the store"));
    addButton(row, pauseAction, QStringLiteral("pause"), tr("&Pause"), QStringLiteral("pauseCampaign"),
              QKeySequence(Qt::Key_F6));
    pauseAction->setCheckable(true);
    addButton(row, finishAction, QStringLiteral("ok"), tr("Stop After This R&un"), QStringLiteral("finishCampaign"),
              QKeySequence());
    addButton(row, stopAction, QStringLiteral("stop"), tr("S&top Now"), QStringLiteral("stopCampaign"),
              QKeySequence(int(Qt::SHIFT) | int(Qt::Key_F5)));
    connect(m_grids, &QComboBox::activated, this, &CampaignBar::gridChosen);
    return line;
}

QWidget* CampaignBar::makeChoices()
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto* onlyLabel = new QLabel(tr("&Only runs with:"), line);
    m_only = new SearchLine(tr("loss=1% RING run<20, all if empty"), line);
    m_only->setObjectName(QStringLiteral("campaignOnly"));
    m_only->setAccessibleName(tr("Only runs with these levels"));
    m_only->setToolTip(tr("As in the results: strategy=RING loss=0% loss=1%  state=failed  run<20  !STAR\n"
                          "Several values of one name are alternatives."));
    onlyLabel->setBuddy(m_only);
    m_onlyText = new QLabel(line);
    m_onlyText->setObjectName(QStringLiteral("campaignOnlyText"));
    auto* failureLabel = new QLabel(tr("After a &failure:"), line);
    m_failure = new QComboBox(line);
    m_failure->setObjectName(QStringLiteral("campaignPolicy"));
    m_failure->setAccessibleName(tr("What happens after a run that failed"));
    m_failure->addItems({tr("go on"), tr("stop"), tr("retry once, then continue"), tr("retry twice, then continue"),
                         tr("retry 3 times, then continue")});
    m_failure->setCurrentIndex(std::clamp(m_settings.value(failureKey, 0).toInt(), 0, 4));
    failureLabel->setBuddy(m_failure);
    m_pause = new QCheckBox(tr("pause after e&qual failures in a row:"), line);
    m_pause->setObjectName(QStringLiteral("campaignPauseAfter"));
    m_pause->setChecked(m_settings.value(pauseKey, true).toBool());
    m_equal = new QSpinBox(line);
    m_equal->setObjectName(QStringLiteral("campaignEqualFailures"));
    m_equal->setAccessibleName(tr("Equal failures in a row after which the campaign pauses"));
    m_equal->setRange(2, 100);
    m_equal->setValue(m_settings.value(equalKey, 3).toInt());
    m_equal->setEnabled(m_pause->isChecked());
    row->addWidget(onlyLabel);
    row->addWidget(m_only, 1);
    row->addWidget(m_onlyText);
    row->addSpacing(12);
    for (QWidget* widget : std::initializer_list<QWidget*>{failureLabel, m_failure, m_pause, m_equal})
        row->addWidget(widget);
    connect(m_only, &SearchLine::searched, this, &CampaignBar::onlyChanged);
    connect(m_failure, &QComboBox::activated, this, &CampaignBar::rememberPolicy);
    connect(m_pause, &QCheckBox::toggled, this, &CampaignBar::rememberPolicy);
    connect(m_equal, &QSpinBox::valueChanged, this, &CampaignBar::rememberPolicy);
    return line;
}

void CampaignBar::rememberPolicy()
{
    m_equal->setEnabled(m_pause->isChecked() && m_pause->isEnabled());
    m_settings.setValue(failureKey, m_failure->currentIndex());
    m_settings.setValue(pauseKey, m_pause->isChecked());
    m_settings.setValue(equalKey, m_equal->value());
}

void CampaignBar::setGrids(const QStringList& grids)
{
    const QString chosen = grid();
    m_grids->clear();
    m_grids->addItems(grids);
    m_grids->setCurrentIndex(std::max(0, m_grids->findText(chosen)));
}

QString CampaignBar::grid() const
{
    return m_grids->currentText();
}

run::FailurePolicy CampaignBar::policy() const
{
    run::FailurePolicy policy;
    policy.stop = m_failure->currentIndex() == 1;
    policy.retries = std::max(0, m_failure->currentIndex() - 1);
    policy.pauseAfter = m_pause->isChecked() ? m_equal->value() : 0;
    return policy;
}

QString CampaignBar::only() const
{
    return m_only->text().trimmed();
}

void CampaignBar::setMatches(const CampaignSnapshot& snapshot)
{
    if (only().isEmpty())
        setOnlyText({}, false);
    else if (!snapshot.onlyProblem.isEmpty())
        setOnlyText(snapshot.onlyProblem, true);
    else
        setOnlyText(tr("%n run(s)", nullptr, static_cast<int>(snapshot.only.size())), false);
}

void CampaignBar::setOnlyText(const QString& text, bool isProblem)
{
    const QString shown = isProblem ? QStringLiteral("✗ ") + text : text;
    m_onlyText->setText(fontMetrics().elidedText(shown, Qt::ElideRight, fontMetrics().averageCharWidth() * 60));
    m_onlyText->setToolTip(text);
    QPalette palette = this->palette();
    if (isProblem)
        palette.setColor(QPalette::WindowText, errorColor(isDark(palette)));
    m_onlyText->setPalette(palette);
}

void CampaignBar::setState(const CampaignSession& session, CampaignSnapshot::Standing standing, bool canStart)
{
    using State = CampaignSession::State;
    using Standing = CampaignSnapshot::Standing;
    const State state = session.state();
    const bool active = session.isActive();
    const bool running = active && state != State::Stopping;
    startAction->setEnabled(canStart);
    newAction->setVisible(standing == Standing::Unfinished && !active);
    newAction->setEnabled(canStart);
    startAction->setText(standing == Standing::Unfinished     ? tr("Re&sume")
                             : standing == Standing::Finished ? tr("Run All A&gain")
                                                              : tr("&Start"));
    pauseAction->setEnabled(running && !session.isStoppingAfterRun());
    pauseAction->setChecked(state == State::Pausing || state == State::Paused);
    pauseAction->setText(pauseAction->isChecked() ? tr("&Continue") : tr("&Pause"));
    finishAction->setEnabled(running && !session.isStoppingAfterRun());
    stopAction->setEnabled(running);
    setLocked(active);
}

void CampaignBar::setLocked(bool locked)
{
    for (QWidget* widget : std::initializer_list<QWidget*>{m_grids, m_only, m_failure, m_pause, m_equal})
        widget->setEnabled(!locked);
    m_equal->setEnabled(!locked && m_pause->isChecked());
}

void CampaignBar::setProgress(double done, double total, const QString& text)
{
    m_progress->setRange(0, 10'000);
    m_progress->setValue(total > 0 ? static_cast<int>(10'000 * std::clamp(done / total, 0.0, 1.0)) : 0);
    m_progress->setVisible(total > 0);
    m_text->setText(text);
}

} // namespace millrace::ui

#include "moc_campaign_bar.cpp"

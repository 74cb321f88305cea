// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign_options.h"
#include "ui/run/campaign_source.h"

#include <QWidget>

#include <vector>

class QAction;
class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QSpinBox;
class QToolButton;

namespace millrace::ui {

class CampaignSession;
class SearchLine;
class Settings;

/// Returns "3 min 20 s"; whole seconds, at most two units.
[[nodiscard]] QString spanText(double seconds);

/// Top of the campaign page: grid, actions, failure policy, progress.
class CampaignBar : public QWidget
{
    Q_OBJECT
public:
    explicit CampaignBar(Settings& settings, QWidget* parent = nullptr);

    void setGrids(const QStringList& grids);
    [[nodiscard]] QString grid() const;
    [[nodiscard]] run::FailurePolicy policy() const;
    [[nodiscard]] QString only() const;
    /// Shows why the filter is invalid, or the number of matching runs.
    void setMatches(const CampaignSnapshot& snapshot);
    /// Enables and names the actions, and locks the choices while a campaign is executed.
    void setState(const CampaignSession& session, CampaignSnapshot::Standing standing, bool canStart);
    /// Sets `done` of `total`, and the same as text.
    void setProgress(double done, double total, const QString& text);

    QAction* startAction = nullptr;
    QAction* newAction = nullptr;
    QAction* pauseAction = nullptr; ///< checkable
    QAction* finishAction = nullptr;
    QAction* stopAction = nullptr;

Q_SIGNALS:
    void gridChosen();
    void onlyChanged();

private:
    [[nodiscard]] QWidget* makeActions();
    [[nodiscard]] QWidget* makeChoices();
    void addButton(QBoxLayout* row, QAction*& action, const QString& iconName, const QString& text, const QString& name,
                   const QKeySequence& key);
    void rememberPolicy();
    void setOnlyText(const QString& text, bool isProblem);
    void setLocked(bool locked);

    Settings& m_settings;
    QComboBox* m_grids = nullptr;
    SearchLine* m_only = nullptr;
    QLabel* m_onlyText = nullptr;
    QComboBox* m_failure = nullptr;
    QCheckBox* m_pause = nullptr;
    QSpinBox* m_equal = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_text = nullptr;
};

} // namespace millrace::ui

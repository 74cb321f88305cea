// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign_options.h"

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

class SearchLine;
class Settings;

/// "3 min 20 s"; whole seconds, at most two units.
[[nodiscard]] QString spanText(double seconds);

/// The top of the campaign page: which grid, what to do, what happens after a failure, how far it is.
class CampaignBar : public QWidget
{
    Q_OBJECT
public:
    explicit CampaignBar(Settings& settings, QWidget* parent = nullptr);

    void setGrids(const QStringList& grids);
    [[nodiscard]] QString grid() const;
    void setGrid(const QString& grid);
    [[nodiscard]] run::FailurePolicy policy() const;
    [[nodiscard]] QString only() const;
    /// Why the filter cannot be used, or how many runs it lets through.
    void setOnlyText(const QString& text, bool isProblem);
    /// While a campaign is executed, what was chosen at its start stays.
    void setLocked(bool locked);
    /// `done` of `total`; the text says it in words.
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

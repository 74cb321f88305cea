// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QToolBar;

namespace millrace::ui {

class CampaignModel;
class Settings;
class TableView;

enum class QueueMove
{
    Top,
    Up,
    Down,
    Bottom
};

/// Returns `order` with the selected ones moved; their relative order is kept.
[[nodiscard]] std::vector<int> movedOrder(std::vector<int> order, const std::vector<int>& selected, QueueMove move);

/// Queue of a campaign with actions on the selected runs. Runs are identified by position.
class QueueView : public QWidget
{
    Q_OBJECT
public:
    QueueView(CampaignModel& model, Settings& settings, QWidget* parent = nullptr);

    /// Currently possible actions.
    struct Abilities
    {
        bool running = false; ///< a campaign is executed
        bool canStart = false; ///< one could be started
        bool canRetry = false; ///< ended runs can be repeated
    };
    void setAbilities(const Abilities& abilities);
    [[nodiscard]] std::vector<int> selected() const;
    void select(const std::vector<int>& positions);
    /// Scrolls to a run.
    void show(int position);
    /// Call after the model was replaced.
    void fitColumns();
    [[nodiscard]] TableView* table() const noexcept { return m_table; }

Q_SIGNALS:
    void cancelRequested(const std::vector<int>& positions);
    void retryRequested(const std::vector<int>& positions);
    void onlyRequested(const std::vector<int>& positions);
    /// Requests this order of planned runs; those left out are held back.
    void orderRequested(const std::vector<int>& order);
    /// Emitted when the user has selected this single run, by mouse or keyboard.
    void chosen(int position);
    /// … and requests all its details.
    void activated(int position);

private:
    QAction* makeAction(const QString& iconName, const QString& text, const QString& name, const QKeySequence& key);
    void makeActions();
    void move(QueueMove where);
    void updateActions();
    void chooseSelected();
    void showMenu(const QPoint& position);

    CampaignModel& m_model;
    TableView* m_table;
    QToolBar* m_bar;
    QAction* m_cancel = nullptr;
    QAction* m_retry = nullptr;
    QAction* m_only = nullptr;
    QAction* m_putBack = nullptr;
    std::vector<QAction*> m_moves;
    Abilities m_abilities;
    bool m_selecting = false; ///< by the program
};

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QAction;
class QBoxLayout;
class QLabel;

namespace millrace::ui {

/// Placeholder where there is nothing to show: the reason, and what to do about it.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    /// `icon` is a name for icon(); `sentence` says why it is empty and what to do.
    void setContent(const QString& icon, const QString& title, const QString& sentence);
    /// A button below the sentence; the first one is the default.
    void addAction(QAction* action);
    void clearActions();
    /// Title and sentence.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawIcon();

    QString m_iconName;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_sentence;
    QBoxLayout* m_buttons;
};

} // namespace millrace::ui

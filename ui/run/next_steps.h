// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace millrace::ui {

/// Result of a campaign in a sentence, and next steps.
class NextSteps : public QFrame
{
    Q_OBJECT
public:
    explicit NextSteps(QWidget* parent = nullptr);

    void showOutcome(const QString& sentence, bool good);
    [[nodiscard]] QString text() const;
    /// Replaces the report's button while it is written.
    void setReportBusy(bool busy);

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    void resultsRequested();
    void reportRequested();

private:
    void drawSign();

    bool m_good = false;
    QLabel* m_sign;
    QLabel* m_sentence;
    QPushButton* m_report;
};

} // namespace millrace::ui

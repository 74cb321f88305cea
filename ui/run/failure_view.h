// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/run/failure_model.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace millrace::ui {

class EmptyState;
class Settings;
class TableView;

/// Failures of a campaign: a line for each kind, and for the selected one its location, command, last output and
/// remedy.
class FailureView : public QWidget
{
    Q_OBJECT
public:
    explicit FailureView(Settings& settings, QWidget* parent = nullptr);

    /// Sets the source of the details.
    void setStore(const std::filesystem::path& store) { m_store = store; }
    void setFailures(const std::vector<const QueueRow*>& failures);
    [[nodiscard]] const FailureModel& model() const noexcept { return *m_model; }
    /// Returns the displayed text of the selected failure.
    [[nodiscard]] QString details() const;
    void copyDetails() const;

Q_SIGNALS:
    void retryRequested(const std::vector<int>& positions);
    void runRequested(int position);

private:
    void showGroup();
    void showDetails(const FailureGroup& group, const FailureDetails& details);

    std::filesystem::path m_store;
    FailureModel* m_model;
    TableView* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QLabel* m_remedy;
    QPlainTextEdit* m_details;
    QPushButton* m_retry;
    QPushButton* m_show;
    QPushButton* m_copy;
    JobRunner m_job;
    std::string m_shown; ///< signature
};

} // namespace millrace::ui

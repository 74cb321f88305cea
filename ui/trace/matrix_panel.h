// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/trace/matrix_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTableView;

namespace millrace::ui {

/// Traffic matrix as a table with shaded cells; selected cells are selected pairs.
class MatrixPanel : public QWidget
{
    Q_OBJECT
public:
    explicit MatrixPanel(QWidget* parent = nullptr);

    void show(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    [[nodiscard]] MatrixModel& model() const noexcept { return *m_model; }
    [[nodiscard]] QTableView& view() const noexcept { return *m_view; }
    void setSelected(const std::vector<std::uint32_t>& pairs);
    /// Whether the content still belongs to the previous trace or focus.
    [[nodiscard]] bool isSumming() const noexcept { return m_job.isRunning(); }

Q_SIGNALS:
    void pairsSelected(const std::vector<std::uint32_t>& pairs);

protected:
    void changeEvent(QEvent* event) override;

private:
    void takeSelection();

    JobRunner m_job;
    MatrixModel* m_model;
    QTableView* m_view;
    QComboBox* m_value;
    QLabel* m_note;
    std::vector<std::uint32_t> m_selected;
    bool m_restoring = false;
};

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"
#include "ui/figures/report_table_model.h"

#include <vector>

namespace millrace::ui {

/// The table of findings with a sign for each severity.
class FindingModel : public ReportTableModel
{
    Q_OBJECT
public:
    using ReportTableModel::ReportTableModel;

    void setFindings(const std::vector<studies::Finding>& findings);
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Severity> m_severities;
};

/// The table of claims with a sign and a colour for each verdict.
class ClaimModel : public ReportTableModel
{
    Q_OBJECT
public:
    using ReportTableModel::ReportTableModel;

    /// One for each row of the table that is set next.
    void setVerdicts(std::vector<studies::ClaimVerdict> verdicts) { m_verdicts = std::move(verdicts); }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<studies::ClaimVerdict> m_verdicts;
};

} // namespace millrace::ui

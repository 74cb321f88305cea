// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/replay/policy_report.h"
#include "ui/interference/report_page.h"

#include <functional>

class QComboBox;

namespace millrace::ui {

/// Replays these policies, or the runs' own; called on a pool thread.
using PolicySource =
    std::function<Result<replay::PolicyReport>(const std::vector<policy::PolicySpec>& policies, const JobContext&)>;

/// What policies would have decided over the stored steps of runs, next to what was decided in them.
class PolicyPage : public ReportPage
{
    Q_OBJECT
public:
    PolicyPage(ReportSubject subject, PolicySource source, Settings& settings, QWidget* parent = nullptr);
    ~PolicyPage() override;

    [[nodiscard]] QString helpPage() const override { return QStringLiteral("policies"); }

protected:
    void compute() override;

private:
    [[nodiscard]] QWidget* makeControls();
    /// Empty: those that each run was made with.
    [[nodiscard]] std::string chosen() const;

    PolicySource m_source;
    QComboBox* m_policies = nullptr;
};

} // namespace millrace::ui

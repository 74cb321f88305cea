// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/wait_report.h"
#include "ui/interference/report_page.h"

#include <functional>

namespace millrace::ui {

/// Called on a pool thread.
using WaitSource = std::function<Result<report::WaitReport>(const JobContext&)>;

/// Which worker waited for which in the runs of a store, and which one made the others wait.
class WaitPage : public ReportPage
{
    Q_OBJECT
public:
    WaitPage(ReportSubject subject, WaitSource source, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] QString helpPage() const override { return QStringLiteral("waits"); }

protected:
    void compute() override;

private:
    WaitSource m_source;
};

} // namespace millrace::ui

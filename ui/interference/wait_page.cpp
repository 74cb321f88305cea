// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/wait_page.h"

namespace millrace::ui {

WaitPage::WaitPage(ReportSubject subject, WaitSource source, Settings& settings, QWidget* parent)
    : ReportPage(QStringLiteral("waits"), tr("Waits of workers"), std::move(subject), settings, parent),
      m_source(std::move(source))
{
}

void WaitPage::compute()
{
    job().start(m_source, [this](Result<report::WaitReport> report) {
        if (!report) {
            showProblem(report.error(), tr("No waits"),
                        tr("The workers of the frameworks “builtin” and “elastic” report once a second what they sent "
                           "to, received from and waited for each of their peers. Run a grid with one of them."));
            return;
        }
        const QString words = tr("%Ln run(s)", nullptr, static_cast<int>(report->runs));
        showReport(std::move(report->figures), std::move(report->tables), report->notes, words);
    });
}

} // namespace millrace::ui

#include "moc_wait_page.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/report_sources.h"

namespace millrace::ui {

ResponseSource storedResponse(const ReportSubject& subject)
{
    return [subject](const report::ResponseChoice& choice, const JobContext& job) -> Result<report::ResponseReport> {
        MR_TRY(opened, openRuns(subject, job));
        return report::responseReport(opened.database, opened.data, choice, job);
    };
}

} // namespace millrace::ui

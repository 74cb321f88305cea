// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "ui/base/job_runner.h"

#include <QObject>

#include <filesystem>

namespace millrace::ui {

/// Writes the HTML report of a campaign to the folder of its store, in the background, and opens it.
class ReportWriter : public QObject
{
    Q_OBJECT
public:
    explicit ReportWriter(QWidget* parent);

    void write(const std::filesystem::path& store, store::CampaignId campaign);

Q_SIGNALS:
    void busyChanged(bool busy);
    void failed(const millrace::Error& error);

private:
    QWidget* m_page;
    JobRunner m_job;
};

} // namespace millrace::ui

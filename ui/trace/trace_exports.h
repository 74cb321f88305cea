// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "ui/base/job_runner.h"
#include "ui/trace/packet_jobs.h"
#include "ui/trace/table_job.h"

#include <QTemporaryDir>

namespace millrace::ui {

/// Exports of a trace: tables as CSV, packets as pcap files, packets into Wireshark.
class TraceExports : public QObject
{
    Q_OBJECT
public:
    explicit TraceExports(QObject* parent = nullptr);

    /// Writes without asking.
    void writeTable(const QString& file, std::shared_ptr<const ArrangedTable> table, std::vector<int> columns);
    void writePackets(const QString& file, std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    /// Writes the packets to a temporary file, which lives as long as this object, and starts Wireshark on it; on the
    /// capture itself if all packets are requested.
    void openInWireshark(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    /// Path of the program; empty if not installed.
    [[nodiscard]] QString wireshark() const;
    /// Replaces the one in PATH, for tests.
    void setWireshark(const QString& program) { m_wireshark = program; }

    [[nodiscard]] JobRunner& job() noexcept { return m_job; }
    [[nodiscard]] bool isRunning() const noexcept { return m_job.isRunning(); }
    /// Returns the current activity as a sentence.
    [[nodiscard]] QString activity() const { return m_activity; }

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void runningChanged();
    /// Emitted if Wireshark is not installed.
    void wiresharkMissing();

private:
    void startWireshark(const WrittenPackets& written);

    JobRunner m_job;
    QString m_activity;
    std::optional<QString> m_wireshark;
    QTemporaryDir m_folder;
    int m_number = 0;
};

} // namespace millrace::ui

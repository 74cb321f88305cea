// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_exports.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace millrace::ui {
namespace {

/// Returns the files themselves if all their packets are requested.
WrittenPackets originals(const analysis::TrafficSummary& summary)
{
    WrittenPackets all;
    all.packets = summary.packets.all;
    for (const analysis::TraceSource& source : summary.sources)
        all.files.emplace_back(source.file);
    return all;
}

/// Merges several captures into one file in the order of time, by Wireshark's mergecap.
Result<WrittenPackets> merged(WrittenPackets written, const std::filesystem::path& target, const JobContext& job)
{
    if (written.files.size() < 2)
        return written;
    Command command{{"mergecap", "-w", target.string()}, {}, {}};
    for (const auto& file : written.files)
        command.argv.push_back(file.string());
    MR_TRY(output, runCommand(command, std::chrono::steady_clock::now() + std::chrono::minutes(10), {}, job));
    if (!output.succeeded())
        return fail(ErrorCode::Io, "mergecap could not put the captures together: " + output.err);
    written.files = {target};
    return written;
}

} // namespace

TraceExports::TraceExports(QObject* parent) : QObject(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &TraceExports::runningChanged);
}

QString TraceExports::wireshark() const
{
    return m_wireshark ? *m_wireshark : QStandardPaths::findExecutable(QStringLiteral("wireshark"));
}

void TraceExports::writeTable(const QString& file, std::shared_ptr<const ArrangedTable> table, std::vector<int> columns)
{
    m_activity = tr("A table is being written.");
    m_job.start(
        [file, table = std::move(table), columns = std::move(columns)](const JobContext& job) -> Result<void> {
            const std::string text = csvOf(*table, columns, job);
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "The table was not written: cancelled.");
            return writeFileAtomically(toPath(file), text);
        },
        [this, file](const Result<void>& done) {
            if (done) {
                announceWritten(this, file);
                Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
            } else {
                Q_EMIT failed(done.error());
            }
        });
}

void TraceExports::writePackets(const QString& file, std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_activity = tr("Packets are being written.");
    m_job.start([file, trace = std::move(trace),
                 focus](const JobContext& job) { return ui::writePackets(*trace, focus, toPath(file), job); },
                [this, file](const Result<WrittenPackets>& done) {
                    if (!done) {
                        Q_EMIT failed(done.error());
                        return;
                    }
                    QStringList names;
                    QStringList paths;
                    for (const auto& one : done->files) {
                        paths.append(pathText(one));
                        names.append(QFileInfo(pathText(one)).fileName());
                    }
                    announceWritten(this, paths);
                    Q_EMIT noticed(tr("Wrote %n packet(s) into %1.", nullptr, static_cast<int>(done->packets))
                                       .arg(names.join(QStringLiteral(", "))));
                });
}

void TraceExports::openInWireshark(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    if (wireshark().isEmpty()) {
        Q_EMIT wiresharkMissing();
        return;
    }
    m_activity = tr("Packets are being written for Wireshark.");
    ++m_number;
    const auto target = toPath(m_folder.filePath(QStringLiteral("packets-%1.pcap").arg(m_number)));
    const auto joined = toPath(m_folder.filePath(QStringLiteral("joined-%1.pcap").arg(m_number)));
    m_job.start(
        [target, joined, trace = std::move(trace), focus](const JobContext& job) -> Result<WrittenPackets> {
            if (focus.isEmpty() && trace->summary.filter.empty())
                return merged(originals(trace->summary), joined, job);
            MR_TRY(written, ui::writePackets(*trace, focus, target, job));
            return merged(std::move(written), joined, job);
        },
        [this](const Result<WrittenPackets>& written) {
            if (written)
                startWireshark(*written);
            else
                Q_EMIT failed(written.error());
        });
}

void TraceExports::startWireshark(const WrittenPackets& written)
{
    const QString file = pathText(written.files.front());
    if (QProcess::startDetached(wireshark(), {QStringLiteral("-r"), file}))
        Q_EMIT noticed(tr("Wireshark opens %n packet(s).", nullptr, static_cast<int>(written.packets)));
    else
        Q_EMIT failed(fail(ErrorCode::Io,
                           "Wireshark (" + wireshark().toStdString()
                               + ") could not be started; save the packets and open the file with it."));
}

} // namespace millrace::ui

#include "moc_trace_exports.cpp"

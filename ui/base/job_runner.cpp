// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/job_runner.h"

namespace millrace::ui {

JobRunner::~JobRunner()
{
    m_stop.request_stop();
}

void JobRunner::cancel()
{
    m_stop.request_stop();
    ++m_generation;
    setRunning(false);
}

JobContext JobRunner::beginJob()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    ++m_generation;
    setRunning(true);
    QPointer<JobRunner> self(this);
    const quint64 generation = m_generation;
    return {m_stop.get_token(), [self, generation](long long done, long long total, std::string_view step) {
                const QString text = QString::fromUtf8(step.data(), static_cast<qsizetype>(step.size()));
                QMetaObject::invokeMethod(QCoreApplication::instance(), [=] {
                    if (self && self->m_generation == generation)
                        Q_EMIT self->progressed(done, total, text);
                });
            }};
}

void JobRunner::setRunning(bool running)
{
    if (m_running == running)
        return;
    m_running = running;
    Q_EMIT runningChanged(running);
}

} // namespace millrace::ui

#include "moc_job_runner.cpp"

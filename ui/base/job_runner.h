// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace millrace::ui {

/// Runs a blocking core function on a pool thread and hands its result back on the GUI thread, where the runner lives.
/// Starting again, or destroying the runner, cancels; a result that comes late is dropped.
class JobRunner : public QObject
{
    Q_OBJECT
public:
    explicit JobRunner(QObject* parent = nullptr) : QObject(parent) { }
    ~JobRunner() override;

    /// `work(const JobContext&)` runs on a pool thread and owns copies of all that it needs; `done(result)` runs here.
    template <typename Work, typename Done>
    void start(Work work, Done done);
    /// The result of the current job, if any, will not arrive.
    void cancel();
    [[nodiscard]] bool isRunning() const noexcept { return m_running; }

Q_SIGNALS:
    void progressed(qlonglong done, qlonglong total, const QString& step);
    void runningChanged(bool running);

private:
    [[nodiscard]] JobContext beginJob();
    void setRunning(bool running);

    std::stop_source m_stop;
    quint64 m_generation = 0;
    bool m_running = false;
};

template <typename Work, typename Done>
void JobRunner::start(Work work, Done done)
{
    const JobContext context = beginJob();
    const quint64 generation = m_generation;
    QPointer<JobRunner> self(this);
    QThreadPool::globalInstance()->start([=, work = std::move(work), done = std::move(done)]() mutable {
        auto result = std::make_shared<decltype(work(context))>(work(context));
        // Only the receiver's own thread may look through the QPointer.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [=, done = std::move(done)]() mutable {
            if (!self || self->m_generation != generation)
                return;
            self->setRunning(false);
            done(std::move(*result));
        });
    });
}

} // namespace millrace::ui

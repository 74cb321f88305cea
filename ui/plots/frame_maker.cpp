// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/frame_maker.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace millrace::ui {
namespace {

/// Apart from the pool of long jobs, so that plots move while those run.
QThreadPool& drawingThreads()
{
    static QPointer<QThreadPool> pool;
    if (!pool)
        pool = new QThreadPool(QCoreApplication::instance());
    return *pool;
}

} // namespace

FrameMaker::~FrameMaker()
{
    if (m_stop)
        *m_stop = true;
}

void FrameMaker::request(FrameRequest request)
{
    if (!m_running) {
        start(std::move(request));
        return;
    }
    m_next = std::move(request);
    if (m_runningSmooth)
        *m_stop = true;
}

void FrameMaker::start(FrameRequest request)
{
    m_running = true;
    m_runningSmooth = request.smooth;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    const QPointer<FrameMaker> self(this);
    drawingThreads().start([self, stop = m_stop, request = std::move(request)] {
        std::shared_ptr<const Frame> frame;
        if (auto made = makeFrame(request, *stop))
            frame = std::make_shared<const Frame>(*std::move(made));
        // Only the receiver's own thread may look through the QPointer.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, frame] {
            if (self)
                self->finished(frame);
        });
    });
}

void FrameMaker::finished(std::shared_ptr<const Frame> frame)
{
    m_running = false;
    if (m_next) {
        FrameRequest next = *std::move(m_next);
        m_next.reset();
        start(std::move(next));
    }
    if (frame)
        Q_EMIT made(std::move(frame));
}

} // namespace millrace::ui

#include "moc_frame_maker.cpp"

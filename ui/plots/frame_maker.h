// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/frame.h"

#include <QObject>

namespace millrace::ui {

/// Makes frames one after the other on another thread. Of requests that wait, only the latest is served; a smooth
/// frame, which takes long, gives way to it.
class FrameMaker : public QObject
{
    Q_OBJECT
public:
    explicit FrameMaker(QObject* parent = nullptr) : QObject(parent) { }
    ~FrameMaker() override;

    void request(FrameRequest request);
    [[nodiscard]] bool isBusy() const noexcept { return m_running; }

Q_SIGNALS:
    void made(std::shared_ptr<const millrace::ui::Frame> frame);

private:
    void start(FrameRequest request);
    void finished(std::shared_ptr<const Frame> frame);

    std::shared_ptr<std::atomic<bool>> m_stop;
    std::optional<FrameRequest> m_next;
    bool m_running = false;
    bool m_runningSmooth = false;
};

} // namespace millrace::ui

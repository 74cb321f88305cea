// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/replay/replay.h"
#include "ui/run/run_bridge.h"

#include <QObject>
#include <QTimer>

#include <thread>

namespace millrace::ui {

/// One replay on a separate thread. All members belong to the GUI thread.
class ReplaySession : public QObject
{
    Q_OBJECT
public:
    explicit ReplaySession(QObject* parent = nullptr);
    /// Stops it.
    ~ReplaySession() override;

    /// Ends the current replay, and starts. `skip`: plays everything before at once.
    void start(replay::ReplayRequest request, double speed, Nanoseconds skip = Nanoseconds::min());
    void stop();
    void setSpeed(double speed);
    void setPaused(bool paused);
    /// Skips forwards only.
    void skipTo(Nanoseconds wall);
    [[nodiscard]] bool isActive() const noexcept { return m_active; }
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] replay::ReplayControl::Position position() const;

Q_SIGNALS:
    void batchArrived(const millrace::ui::RunBatch& batch);
    /// Emitted about ten times a second.
    void moved();
    void finished(const millrace::replay::ReplayReport& report);
    void failed(const millrace::Error& error);

private:
    struct Shared;
    void take();

    std::shared_ptr<Shared> m_shared;
    std::jthread m_thread;
    QTimer m_timer;
    bool m_active = false;
};

} // namespace millrace::ui

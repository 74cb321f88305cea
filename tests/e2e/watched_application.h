// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QApplication>

#include <chrono>
#include <vector>

namespace millrace::test {

/// An application that notes how long each event kept its thread from the next one: the time by the wall clock, less
/// the time for which the thread could have run but another one had the processor (from the kernel's schedstat) or the
/// hypervisor had the machine (/proc/stat), so that a busy machine is not taken for a slow program. Events of an inner
/// loop (a menu, a modal dialog) are judged by themselves; the event that began the loop is not.
class WatchedApplication : public QApplication
{
public:
    struct Stall
    {
        std::chrono::microseconds time{0};
        QString what; ///< the receiver's class and the event's type
        QString during; ///< what the test said it was doing
    };

    WatchedApplication(int& argc, char** argv);
    ~WatchedApplication() override;

    bool notify(QObject* receiver, QEvent* event) override;
    void setDoing(const QString& what) { m_doing = what; }
    /// Longest first.
    [[nodiscard]] std::vector<Stall> stallsOver(std::chrono::milliseconds limit) const;
    /// How many times longer than the machine for which limits are stated this one takes for the same work, at least 1.
    [[nodiscard]] static double slowness();
    [[nodiscard]] qint64 eventCount() const noexcept { return m_events; }

private:
    [[nodiscard]] std::chrono::nanoseconds waited() const;

    int m_schedstat = -1;
    int m_stat = -1;
    int m_depth = 0; ///< of events that are being delivered by the present event loop
    int m_level = 0; ///< of that loop
    std::uint64_t m_innerLoops = 0; ///< events that inner loops have delivered
    qint64 m_events = 0;
    QString m_doing;
    std::vector<Stall> m_stalls;
};

} // namespace millrace::test

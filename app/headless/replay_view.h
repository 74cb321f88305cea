// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"

namespace millrace::headless {

/// Shows a replay: one line per event, and per iteration of the worker that was first to end one; on stderr, as JSON on
/// stdout.
class ReplayView final : public run::RunObserver
{
public:
    enum class Style
    {
        Quiet,
        Lines,
        Json
    };
    explicit ReplayView(Style style) : m_style(style) { }

    void runMoved(const run::RunRef& heading, store::RunState state) override;
    void iteration(const run::RunRef& heading, const monitor::IterationEvent& event) override;
    void event(const run::RunRef& heading, const store::Event& event) override;
    void line(const run::RunRef& heading, const store::LogLine& line) override;

private:
    void print(Nanoseconds wall, const std::string& text);

    Style m_style;
    Nanoseconds m_begin{0};
    bool m_hasBegun = false;
    std::string m_speaker;
    int m_speakerRank = -1;
    bool m_hasSpeaker = false;
};

} // namespace millrace::headless

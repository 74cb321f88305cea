// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"

#include <string>

namespace millrace::headless {

enum class ProgressStyle
{
    Quiet,
    Plain, ///< one line for each finished run
    Terminal, ///< and a status line with the current run and the time left
    Json, ///< one JSON object per line on stdout
};

/// Chooses the style: Json or Quiet on request, Terminal if stderr is one (unless NO_COLOR or TERM=dumb), else Plain.
[[nodiscard]] ProgressStyle chooseProgressStyle(bool json, bool quiet);

/// Shows a campaign on stderr (JSON: stdout).
class ProgressView final : public run::RunObserver
{
public:
    explicit ProgressView(ProgressStyle style) : m_style(style) { }
    ~ProgressView() override { finish(); }
    /// Clears the status line before other output.
    void finish() { clearStatus(); }

    void campaignMoved(const run::CampaignProgress& progress) override;
    void runMoved(const run::RunRef& heading, store::RunState state) override;
    void iteration(const run::RunRef& heading, const monitor::IterationEvent& event) override;
    void runEnded(const run::RunRef& heading, const run::RunOutcome& outcome) override;
    void notice(std::string_view text) override;

private:
    void showLine(const std::string& text);
    void showStatus();
    void clearStatus();

    ProgressStyle m_style;
    run::CampaignProgress m_progress;
    std::string m_doing;
    bool m_statusShown = false;
    Nanoseconds m_lastStatus{0};
};

} // namespace millrace::headless

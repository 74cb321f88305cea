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
    Terminal, ///< the same, and a last line that shows what is under way and the time left
    Json, ///< one JSON object per line on standard output
};

/// The style that fits: Json or Quiet if asked for, Terminal where standard error is one (and NO_COLOR or TERM=dumb do
/// not forbid it), else Plain.
[[nodiscard]] ProgressStyle chooseProgressStyle(bool json, bool quiet);

/// Shows a campaign on standard error (JSON: standard output).
class ProgressView final : public run::RunObserver
{
public:
    explicit ProgressView(ProgressStyle style) : m_style(style) { }
    ~ProgressView() override { finish(); }
    /// Takes the last line away, so that something else can be printed.
    void finish() { clearStatus(); }

    void campaignMoved(const run::CampaignProgress& progress) override;
    void runMoved(const run::RunHeading& heading, store::RunState state) override;
    void iteration(const run::RunHeading& heading, const monitor::IterationEvent& event) override;
    void runEnded(const run::RunHeading& heading, const run::RunOutcome& outcome) override;
    void notice(std::string_view text) override;

private:
    void line(const std::string& text);
    void showStatus();
    void clearStatus();

    ProgressStyle m_style;
    run::CampaignProgress m_progress;
    std::string m_doing;
    bool m_statusShown = false;
    Nanoseconds m_lastStatus{0};
};

} // namespace millrace::headless

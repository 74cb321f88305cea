// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/replay_view.h"

#include "app/headless/common.h"
#include "core/base/json_fields.h"
#include "core/base/seconds.h"
#include "core/base/units.h"

#include <cstdio>
#include <fmt/format.h>

namespace millrace::headless {
namespace {

/// Splits at a blank, or else between two characters.
std::string cutAt(const std::string& text, std::size_t most)
{
    const std::size_t blank = text.find_last_of(' ', most);
    if (blank != text.npos && blank > most / 2)
        return text.substr(0, blank);
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80)
        --most;
    return text.substr(0, most);
}

} // namespace

void ReplayView::print(Nanoseconds wall, const std::string& text)
{
    if (!m_hasBegun)
        m_begin = wall;
    m_hasBegun = true;
    if (m_style == Style::Lines)
        fmt::print(stderr, "{:>10.3f} s  {}\n", seconds(wall - m_begin), text);
}

void ReplayView::runMoved(const run::RunRef& heading, store::RunState)
{
    m_hasBegun = m_hasSpeaker = false;
    if (m_style == Style::Lines)
        fmt::print(stderr, "replay of {}\n", heading.label);
    else if (m_style == Style::Json)
        printLine({{"event", "begin"}, {"run", heading.label}});
}

void ReplayView::line(const run::RunRef&, const store::LogLine& line)
{
    if (!m_hasBegun)
        m_begin = line.wall;
    m_hasBegun = true;
}

void ReplayView::iteration(const run::RunRef& heading, const monitor::IterationEvent& event)
{
    if (!m_hasSpeaker) {
        m_speaker = event.origin.worker;
        m_speakerRank = event.origin.rank;
        m_hasSpeaker = true;
    }
    if (m_style == Style::Json) {
        Json object = {
            {"event", "step"},         {"run", heading.label},        {"rank", event.origin.rank},
            {"step", event.iteration}, {"warmup_step", event.warmup}, {"wall_ns", event.origin.wall.count()}};
        if (event.duration)
            object["step_s"] = seconds(*event.duration);
        if (event.samplesPerSecond)
            object["samples_per_second"] = *event.samplesPerSecond;
        if (event.loss)
            object["loss"] = *event.loss;
        printLine(object);
        return;
    }
    if (event.origin.worker != m_speaker || event.origin.rank != m_speakerRank)
        return;
    std::string text = fmt::format("{} {}", event.warmup ? "warm-up step" : "step", event.iteration);
    if (event.duration)
        text += "  " + humanDuration(*event.duration);
    if (event.samplesPerSecond)
        text += fmt::format("  {:.1f} samples/s", *event.samplesPerSecond);
    if (event.loss)
        text += fmt::format("  loss {:.4g}", *event.loss);
    print(event.origin.wall, text);
}

void ReplayView::event(const run::RunRef& heading, const store::Event& event)
{
    if (m_style == Style::Json) {
        printLine({{"event", "event"},
                   {"run", heading.label},
                   {"kind", event.kind},
                   {"node", event.node},
                   {"text", event.text},
                   {"wall_ns", event.wall.count()}});
        return;
    }
    std::string text = event.text.substr(0, event.text.find('\n'));
    constexpr std::size_t most = 160;
    if (text.size() > most)
        text = cutAt(text, most) + " …";
    print(event.wall, fmt::format("{}{}{}  {}", event.kind, event.node.empty() ? "" : " on ", event.node, text));
}

} // namespace millrace::headless

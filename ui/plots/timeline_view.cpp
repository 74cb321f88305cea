// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/timeline_view.h"

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

constexpr std::int64_t farthest = std::int64_t(1) << 62;
constexpr std::int64_t aroundOneInstant = 500'000'000;

TimeRange sane(TimeRange range)
{
    const std::int64_t begin = std::clamp(range.begin, -farthest, farthest);
    const std::int64_t end = std::clamp(range.end, -farthest, farthest);
    const std::int64_t length = static_cast<std::int64_t>(
        std::clamp(static_cast<long double>(end) - static_cast<long double>(begin),
                   static_cast<long double>(TimelineView::shortest), static_cast<long double>(TimelineView::longest)));
    const std::int64_t first = std::min(begin, farthest - length);
    return {first, first + length};
}

} // namespace

bool TimelineView::setData(TimeRange data)
{
    const TimeRange before = m_range;
    m_data = data;
    if (data.isEmpty())
        return false;
    if (m_mode == ViewMode::Fit) {
        m_range = data.length() > 1 ? sane(data) : sane({data.begin - aroundOneInstant, data.begin + aroundOneInstant});
    } else if (m_mode == ViewMode::Follow) {
        m_range = sane({data.end - m_length, data.end});
    }
    return m_range != before;
}

void TimelineView::set(TimeRange range, ViewMode mode)
{
    m_mode = mode;
    if (range.isEmpty())
        return;
    m_range = sane(range);
    if (mode == ViewMode::Follow)
        m_length = m_range.length();
}

void TimelineView::setMode(ViewMode mode)
{
    // What fitted so far and is followed now keeps its length.
    if (mode == ViewMode::Follow && m_mode == ViewMode::Fixed && !m_range.isEmpty())
        m_length = m_range.length();
    m_mode = mode;
    setData(m_data);
}

void TimelineView::zoom(double factor, std::int64_t at)
{
    m_mode = ViewMode::Fixed;
    if (m_range.isEmpty() || !(factor > 0))
        return;
    const auto length = static_cast<double>(m_range.length());
    const double wished = std::clamp(length * factor, double(shortest), double(longest));
    const double share = static_cast<double>(at - m_range.begin) / length;
    const auto before = static_cast<std::int64_t>(std::llround(share * wished));
    m_range = sane({at - before, at - before + static_cast<std::int64_t>(std::llround(wished))});
}

void TimelineView::zoomInPlace(double factor)
{
    const ViewMode mode = m_mode;
    zoom(factor, mode == ViewMode::Follow ? m_range.end : m_range.begin + m_range.length() / 2);
    if (mode != ViewMode::Follow)
        return;
    m_mode = mode;
    m_length = m_range.length();
}

void TimelineView::pan(std::int64_t by)
{
    m_mode = ViewMode::Fixed;
    if (m_range.isEmpty())
        return;
    const std::int64_t moved = std::clamp(by, -farthest - m_range.begin, farthest - m_range.end);
    m_range = {m_range.begin + moved, m_range.end + moved};
}

} // namespace millrace::ui

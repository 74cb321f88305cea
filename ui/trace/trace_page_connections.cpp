// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/job_strip.h"
#include "ui/figures/figure_view.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/focus_bar.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/matrix_panel.h"
#include "ui/trace/step_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_exports.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_plot.h"
#include "ui/trace/trace_session.h"

#include <QCheckBox>
#include <QTabWidget>

namespace millrace::ui {

void TracePage::connectSession()
{
    connect(m_session, &TraceSession::changed, this, &TracePage::takeTrace);
    connect(m_session, &TraceSession::finished, this, &DocumentPage::loaded);
    connect(m_session, &TraceSession::failed, this, &DocumentPage::failed);
    connect(m_session, &TraceSession::filterRejected, this, &TracePage::showFilterProblem);
    connect(m_session, &TraceSession::readingChanged, this, [this] {
        showState();
        showHeader();
        Q_EMIT stateChanged();
    });
}

void TracePage::connectViews()
{
    connect(m_tabs, &QTabWidget::currentChanged, this, &TracePage::updateTab);
    connect(m_plot, &TracePlot::timeSelected, this, [this](std::optional<TimeRange> range) {
        TraceFocus focus = m_focus;
        focus.time = range && m_trace ? std::optional(snapToBins(*m_trace, *range)) : std::nullopt;
        if (focus.time && focus.time->isEmpty())
            focus.time.reset();
        setFocus(focus);
    });
    connect(m_plot, &TracePlot::narrowerBinsWanted, this, [this](std::int64_t width) {
        TraceRequest request = m_session->request();
        request.options.binWidth = width;
        m_session->read(request);
    });
    connect(m_tunnels, &QCheckBox::clicked, this, [this](bool within) {
        TraceRequest request = m_session->request();
        request.options.tunnels = within;
        m_session->read(request);
    });
    connect(&m_plot->plot(), &TimelinePlot::viewChanged, m_lanes, &LaneView::setView);
    connect(&m_plot->plot(), &TimelinePlot::cursorMoved, m_lanes, &LaneView::setTimeCursor);
    connect(m_bar, &FocusBar::selectionRemoved, this, [this] {
        TraceFocus focus = m_focus;
        focus.kind = TraceFocus::Kind::None;
        focus.rows.clear();
        setFocus(focus);
    });
    connect(m_bar, &FocusBar::onlyRemoved, this, [this] {
        TraceFocus focus = m_focus;
        focus.only.reset();
        setFocus(focus);
    });
    connect(m_bar, &FocusBar::timeRemoved, this, [this] {
        TraceFocus focus = m_focus;
        focus.time.reset();
        setFocus(focus);
    });
    connect(m_bar, &FocusBar::cleared, this, [this] { setFocus({}); });
}

void TracePage::connectPanels()
{
    connect(m_matrix, &MatrixPanel::pairsSelected, this, [this](const std::vector<std::uint32_t>& pairs) {
        TraceFocus focus = m_focus;
        focus.kind = pairs.empty() ? TraceFocus::Kind::None : TraceFocus::Kind::Pairs;
        focus.rows = pairs;
        setFocus(focus);
    });
    connect(m_lanes, &LaneView::flowChosen, this, &TracePage::takeLane);
    connect(m_distributions, &DistributionPanel::failed, this, &DocumentPage::failed);
    connect(m_distributions, &DistributionPanel::noticed, this, &DocumentPage::noticed);
    connect(m_steps, &StepPanel::failed, this, &DocumentPage::failed);
    connect(m_steps, &StepPanel::noticed, this, &DocumentPage::noticed);
    connect(m_steps, &StepPanel::detected, this, &TracePage::takeSteps);
    connect(m_steps, &StepPanel::timeChosen, &*m_plot, &TracePlot::timeSelected);
    connect(m_steps, &StepPanel::flowsWanted, this, [this](const std::vector<std::uint32_t>& flows) {
        TraceFocus focus = m_focus;
        focus.kind = flows.empty() ? TraceFocus::Kind::None : TraceFocus::Kind::Flows;
        focus.rows = flows;
        setFocus(focus);
    });
    connect(m_clocks, &ClockPanel::failed, this, &DocumentPage::failed);
    connect(m_clocks, &ClockPanel::correctionsChosen, this,
            [this](const std::vector<analysis::ClockCorrection>& corrections) {
                TraceRequest request = m_session->request();
                request.clocks = corrections;
                m_session->read(request);
            });
    connect(m_clocks, &ClockPanel::oneClockChosen, this, [this](bool one) {
        TraceRequest request = m_session->request();
        request.oneClock = one;
        m_session->read(request);
    });
    connect(m_exports, &TraceExports::failed, this, &DocumentPage::failed);
    connect(m_exports, &TraceExports::noticed, this, &DocumentPage::noticed);
    connect(m_exports, &TraceExports::wiresharkMissing, this, &TracePage::offerPackets);
    // Whoever comes back to the tab gets them after all.
    connect(m_listing, &JobStrip::cancelled, this, [this] {
        table(PacketTab).setNote(tr("not read to the end"));
        m_shown[PacketTab] = {};
    });
    connect(m_finding, &JobStrip::cancelled, this, [this] {
        m_steps->sayCancelled();
        m_shown[StepTab] = {};
    });
    const auto changed = [this] {
        Q_EMIT stateChanged();
        if (activities().isEmpty())
            Q_EMIT idle();
    };
    connect(m_exports, &TraceExports::runningChanged, this, changed);
    connect(m_distributions, &DistributionPanel::exportingChanged, this, changed);
    connect(m_steps, &StepPanel::exportingChanged, this, changed);
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/project_changes.h"
#include "ui/traffic/traffic_access.h"
#include "ui/traffic/traffic_form.h"
#include "ui/traffic/traffic_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>

#include <limits>

namespace millrace::ui {

namespace {

using crosstraffic::Convention;
using crosstraffic::Matrix;
using crosstraffic::Pattern;
using crosstraffic::TrafficProfile;
using crosstraffic::Transport;

constexpr double largestInt = std::numeric_limits<int>::max();

std::optional<double> positive(double value)
{
    return value > 0 ? std::optional(value) : std::nullopt;
}

/// A slowdown needs a stream over UDP and decides the rate.
void setSlowdown(TrafficProfile& profile, std::optional<double> share)
{
    profile.slowdown = share.value_or(0);
    if (profile.slowdown > 0) {
        profile.transport = Transport::Udp;
        profile.bitsPerSecond = 0;
        profile.congestionControl.clear();
    }
}

} // namespace

void TrafficForm::makePattern()
{
    auto* note = FieldMarker::makeNote();
    auto* name = new FieldEdit(nullptr, note);
    addRow("name", tr("Name"), name, nullptr, note);
    name->setCheck(needsText);
    name->setLazy(true);
    m_fields.bind(name, "name", tr("Rename cross traffic"), m_profile.read(&TrafficProfile::name),
                  [this](project::Project& project, const QString& text) {
                      if (trafficAt(project, m_index))
                          renameTraffic(project, static_cast<std::size_t>(m_index), text.toStdString());
                  });
    addChoice(
        "pattern", tr("Pattern"), patternTitles(),
        [](const TrafficProfile& profile) { return static_cast<int>(profile.pattern); },
        [](TrafficProfile& profile, int choice) {
            profile.pattern = static_cast<Pattern>(choice);
            if (profile.pattern != Pattern::Stream)
                profile.slowdown = 0;
        });
    m_pattern = addExplanation("trafficPatternText");
    m_rate = addQuantity(
        "rate", tr("Rate of each source"), QuantityEdit::Rate,
        [](const TrafficProfile& profile) { return positive(profile.bitsPerSecond); },
        [](TrafficProfile& profile, std::optional<double> value) {
            profile.bitsPerSecond = value.value_or(0);
            if (profile.bitsPerSecond > 0)
                profile.slowdown = 0;
        });
    addQuantity(
        "slowdown", tr("Or steps longer by"), QuantityEdit::Share,
        [](const TrafficProfile& profile) { return positive(profile.slowdown); }, setSlowdown)
        ->setOptional(tr("for example 10%; needs UDP"));
}

void TrafficForm::makePatternFields()
{
    addQuantity(
        "gap_variation", tr("Variation of the gaps"), QuantityEdit::Number,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.gapVariation; },
        [](TrafficProfile& profile, std::optional<double> value) { profile.gapVariation = value.value_or(1); });
    addDuration(
        "on_time", tr("Mean time on"), [](TrafficProfile& profile) -> Nanoseconds& { return profile.onTime; }, 1);
    addDuration(
        "off_time", tr("Mean time off"), [](TrafficProfile& profile) -> Nanoseconds& { return profile.offTime; }, 0);
    addDuration(
        "burst_period", tr("Period of the bursts"),
        [](TrafficProfile& profile) -> Nanoseconds& { return profile.burstPeriod; }, 1);
    addDuration(
        "burst_width", tr("Width of a burst"),
        [](TrafficProfile& profile) -> Nanoseconds& { return profile.burstWidth; }, 1);
    addQuantity(
        "burst_share", tr("Share in the burst"), QuantityEdit::Share,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.burstShare; },
        [](TrafficProfile& profile, std::optional<double> value) { profile.burstShare = value.value_or(0); });
    addQuantity(
        "streams", tr("Streams of each pair"), QuantityEdit::Count,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.streams; },
        [](TrafficProfile& profile, std::optional<double> value) {
            profile.streams = static_cast<int>(value.value_or(1));
        })
        ->setRange(1, largestInt);
    addFile("file", tr("Trace file"), tr("Choose a load file or on and off stretches"),
            [](TrafficProfile& profile) -> std::filesystem::path& { return profile.file; });
}

void TrafficForm::addSizeChoice()
{
    auto* box = new QComboBox;
    QLabel* note = addRow("sizes.name", tr("Sizes"), box);
    const auto titles = [](const project::Project&) {
        QStringList list;
        for (const std::string& name : sizeNames())
            list.append(sizeTitle(name));
        return list;
    };
    m_fields.bind(box, "sizes.name", tr("Change sizes"), titles,
                  m_profile.read([](const TrafficProfile& profile) { return sizeTitle(profile.sizes.name); }),
                  m_profile.write([](TrafficProfile& profile, const QString& title) {
                      for (const std::string& name : sizeNames())
                          if (sizeTitle(name) == title) {
                              profile.sizes.name = name;
                              profile.sizes.convention = crosstraffic::usualConvention(name);
                          }
                  }),
                  note);
    m_sizes = addExplanation("trafficSizesText");
}

void TrafficForm::makeSizes()
{
    addHeading(tr("Flows"));
    addSizeChoice();
    addQuantity(
        "sizes.bytes", tr("Size of each flow"), QuantityEdit::Size,
        [](const TrafficProfile& profile) -> std::optional<double> {
            return static_cast<double>(profile.sizes.fixedBytes);
        },
        [](TrafficProfile& profile, std::optional<double> value) {
            profile.sizes.fixedBytes = static_cast<std::uint64_t>(value.value_or(1));
        })
        ->setRange(1, 1e15);
    addFile("sizes.file", tr("File of sizes"), tr("Choose a file of sizes"),
            [](TrafficProfile& profile) -> std::filesystem::path& { return profile.sizes.file; });
    addQuantity(
        "sizes.unit_bytes", tr("Its unit, bytes"), QuantityEdit::Number,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.sizes.unitBytes; },
        [](TrafficProfile& profile, std::optional<double> value) { profile.sizes.unitBytes = value.value_or(1); });
    addChoice(
        "sizes.convention", tr("Which occur"), conventionTitles(),
        [](const TrafficProfile& profile) { return static_cast<int>(profile.sizes.convention); },
        [](TrafficProfile& profile, int choice) { profile.sizes.convention = static_cast<Convention>(choice); });
    addQuantity(
        "sizes.scale", tr("All sizes times"), QuantityEdit::Number,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.sizes.scale; },
        [](TrafficProfile& profile, std::optional<double> value) { profile.sizes.scale = value.value_or(1); });
    auto* exact = new QCheckBox(tr("drawn so that the sum is rate × time"));
    addRow("exact_volume", tr("Exact volume"), exact);
    m_fields.bind(exact, "exact_volume", tr("Change exact volume"), m_profile.read(&TrafficProfile::exactVolume),
                  m_profile.write(&TrafficProfile::exactVolume));
}

void TrafficForm::makeNodes()
{
    addHeading(tr("Nodes"));
    addChoice(
        "matrix", tr("Matrix"), matrixTitles(),
        [](const TrafficProfile& profile) { return static_cast<int>(profile.matrix); },
        [](TrafficProfile& profile, int choice) { profile.matrix = static_cast<Matrix>(choice); });
    m_matrix = addExplanation("trafficMatrixText");
    addNodes("sources", tr("Sources"), &TrafficProfile::sources);
    addNodes("destinations", tr("Destinations"), &TrafficProfile::destinations);
}

void TrafficForm::makeTransport()
{
    addHeading(tr("Transport"));
    addChoice(
        "transport", tr("Protocol"), transportTitles(),
        [](const TrafficProfile& profile) { return static_cast<int>(profile.transport); },
        [](TrafficProfile& profile, int choice) {
            profile.transport = static_cast<Transport>(choice);
            if (profile.transport == Transport::Udp)
                profile.congestionControl.clear();
            else
                profile.slowdown = 0;
        });
    m_pacing = addQuantity(
        "flow_rate", tr("Rate of a flow"), QuantityEdit::Rate,
        [](const TrafficProfile& profile) { return positive(profile.flowBitsPerSecond); },
        [](TrafficProfile& profile, std::optional<double> value) { profile.flowBitsPerSecond = value.value_or(0); });
    addQuantity(
        "datagram_bytes", tr("Payload of a datagram"), QuantityEdit::Size,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.datagramBytes; },
        [](TrafficProfile& profile, std::optional<double> value) {
            profile.datagramBytes = static_cast<int>(value.value_or(1448));
        })
        ->setRange(32, 65'507);
    auto* note = FieldMarker::makeNote();
    auto* control = new FieldEdit(nullptr, note);
    addRow("congestion_control", tr("Congestion control"), control, nullptr, note);
    control->setPlaceholderText(tr("the cluster's"));
    control->setCompleter(new QCompleter(
        {QStringLiteral("bbr"), QStringLiteral("cubic"), QStringLiteral("dctcp"), QStringLiteral("reno")}, control));
    m_fields.bind(control, "congestion_control", tr("Change congestion control"),
                  m_profile.read(&TrafficProfile::congestionControl),
                  m_profile.write([](TrafficProfile& profile, const QString& text) {
                      profile.congestionControl = text.trimmed().toStdString();
                  }));
    addQuantity(
        "dscp", tr("DSCP"), QuantityEdit::Count,
        [](const TrafficProfile& profile) -> std::optional<double> { return profile.dscp; },
        [](TrafficProfile& profile, std::optional<double> value) {
            profile.dscp = static_cast<int>(value.value_or(0));
        })
        ->setRange(0, 63);
}

void TrafficForm::makePhases()
{
    addHeading(tr("Phases of a run"));
    addDuration(
        "phases.baseline", tr("Baseline"),
        [](TrafficProfile& profile) -> Nanoseconds& { return profile.phases.baseline; }, 0);
    addDuration(
        "phases.loaded", tr("With the traffic"),
        [](TrafficProfile& profile) -> Nanoseconds& { return profile.phases.loaded; }, 1);
    addDuration(
        "phases.recovery", tr("Recovery"),
        [](TrafficProfile& profile) -> Nanoseconds& { return profile.phases.recovery; }, 0);
    addDuration(
        "phases.onset_spread", tr("Onset later by up to"),
        [](TrafficProfile& profile) -> Nanoseconds& { return profile.phases.onsetSpread; }, 0);
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/edit/project_changes.h"
#include "ui/traffic/traffic_access.h"
#include "ui/traffic/traffic_form.h"
#include "ui/traffic/traffic_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>

namespace millrace::ui {

namespace {

using crosstraffic::Convention;
using crosstraffic::Pattern;
using crosstraffic::TrafficProfile;
using crosstraffic::Transport;

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

template <typename Struct>
QuantityEdit* TrafficForm::addNumber(const FieldForm<Struct>& make, std::string_view key,
                                     typename FieldForm<Struct>::Set set)
{
    const auto& field = make.find(key);
    auto* edit = make.number(field, tr("Change %1").arg(make.label(field)), std::move(set));
    edit->setNote(addRow(make.path(field), make.label(field), edit));
    return edit;
}

void TrafficForm::makePattern()
{
    auto* note = FieldMarker::makeNote();
    auto* name = new FieldEdit(nullptr, note);
    addRow("name", m_make.label(m_make.find("name")), name, nullptr, note);
    name->setCheck(needsText);
    name->setLazy(true);
    m_fields.bind(name, "name", tr("Rename cross traffic"), m_profile.read(&TrafficProfile::name),
                  [this](project::Project& project, const QString& text) {
                      if (trafficAt(project, m_index))
                          renameTraffic(project, static_cast<std::size_t>(m_index), text.toStdString());
                  });
    addChoice("pattern", patternTitles(), [](TrafficProfile& profile) {
        if (profile.pattern != Pattern::Stream)
            profile.slowdown = 0;
    });
    m_pattern = addExplanation("trafficPatternText");
    m_rate = addNumber(m_make, "rate", [](TrafficProfile& profile, std::optional<double> value) {
        profile.bitsPerSecond = value.value_or(0);
        if (profile.bitsPerSecond > 0)
            profile.slowdown = 0;
    });
    addNumber(m_make, "slowdown", setSlowdown);
}

void TrafficForm::makePatternFields()
{
    for (const char* key :
         {"gap_variation", "on_time", "off_time", "burst_period", "burst_width", "burst_share", "streams"})
        addNumber(m_make, key);
    addFile("file", m_make.label(m_make.find("file")), tr("Choose a load file or on and off stretches"),
            [](TrafficProfile& profile) -> std::filesystem::path& { return profile.file; });
}

void TrafficForm::addSizeChoice()
{
    auto* box = new QComboBox;
    QLabel* note = addRow("sizes.name", m_make.label(m_make.find("sizes")), box);
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
    addNumber(m_makeSizes, "bytes");
    addFile("sizes.file", m_makeSizes.label(m_makeSizes.find("file")), tr("Choose a file of sizes"),
            [](TrafficProfile& profile) -> std::filesystem::path& { return profile.sizes.file; });
    addNumber(m_makeSizes, "unit_bytes");
    addConvention();
    addNumber(m_makeSizes, "scale");
    auto* exact = new QCheckBox(tr("drawn so that the sum is rate × time"));
    addRow("exact_volume", m_make.label(m_make.find("exact_volume")), exact);
    m_fields.bind(exact, "exact_volume", tr("Change exact volume"), m_profile.read(&TrafficProfile::exactVolume),
                  m_profile.write(&TrafficProfile::exactVolume));
}

void TrafficForm::addConvention()
{
    const QString label = m_makeSizes.label(m_makeSizes.find("convention"));
    auto* box = new QComboBox;
    QLabel* note = addRow("sizes.convention", label, box);
    m_fields.bind(
        box, "sizes.convention", tr("Change %1").arg(label), [](const project::Project&) { return conventionTitles(); },
        m_profile.read([](const TrafficProfile& profile) {
            return conventionTitles().value(static_cast<int>(profile.sizes.convention));
        }),
        m_profile.write([](TrafficProfile& profile, const QString& title) {
            if (const auto position = conventionTitles().indexOf(title); position >= 0)
                profile.sizes.convention = static_cast<Convention>(position);
        }),
        note);
}

void TrafficForm::makeNodes()
{
    addHeading(tr("Nodes"));
    addChoice("matrix", matrixTitles());
    m_matrix = addExplanation("trafficMatrixText");
    addNodes("sources", &TrafficProfile::sources);
    addNodes("destinations", &TrafficProfile::destinations);
}

void TrafficForm::makeTransport()
{
    addHeading(tr("Transport"));
    addChoice("transport", transportTitles(), [](TrafficProfile& profile) {
        if (profile.transport == Transport::Udp)
            profile.congestionControl.clear();
        else
            profile.slowdown = 0;
    });
    m_pacing = addNumber(m_make, "flow_rate");
    addNumber(m_make, "datagram_bytes");
    const auto& control = m_make.find("congestion_control");
    auto* note = FieldMarker::makeNote();
    auto* line = m_make.textLine(control, tr("Change congestion control"), note);
    addRow("congestion_control", m_make.label(control), line, nullptr, note);
    line->setCompleter(new QCompleter(
        {QStringLiteral("bbr"), QStringLiteral("cubic"), QStringLiteral("dctcp"), QStringLiteral("reno")}, line));
    addNumber(m_make, "dscp");
}

void TrafficForm::makePhases()
{
    addHeading(tr("Phases of a run"));
    for (const auto& field : m_makePhases.list())
        addNumber(m_makePhases, field.key);
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/traffic/traffic_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/form_parts.h"
#include "ui/edit/project_changes.h"
#include "ui/traffic/node_choice.h"
#include "ui/traffic/traffic_access.h"
#include "ui/traffic/traffic_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

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

TrafficForm::TrafficForm(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_fields(editor),
      m_profile([this](project::Project& project) { return trafficAt(project, m_index); }),
      m_make(m_fields, m_profile, crosstraffic::trafficFields, "millrace::ui::TrafficForm"),
      m_makeSizes(m_fields, ObjectAccess<crosstraffic::SizeSpec>([this](project::Project& project) {
                      Profile* profile = trafficAt(project, m_index);
                      return profile ? &profile->sizes : nullptr;
                  }),
                  crosstraffic::sizeFields, "millrace::ui::TrafficForm", "sizes."),
      m_makePhases(m_fields, ObjectAccess<crosstraffic::Phases>([this](project::Project& project) {
                       Profile* profile = trafficAt(project, m_index);
                       return profile ? &profile->phases : nullptr;
                   }),
                   crosstraffic::phaseFields, "millrace::ui::TrafficForm", "phases."),
      m_layout(new QFormLayout)
{
    setObjectName(QStringLiteral("trafficForm"));
    auto* scroll = makeFormPage(m_layout, "trafficScroll");
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scroll);
    makePattern();
    makePatternFields();
    makeSizes();
    makeNodes();
    makeTransport();
    makePhases();
    m_editor.notify(this, &TrafficForm::update);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, &TrafficForm::update);
}

void TrafficForm::setIndex(int profile)
{
    m_index = profile;
    m_fields.setPrefix("cross_traffic[" + std::to_string(profile) + "]");
    update();
}

void TrafficForm::showField(const QString& path)
{
    m_fields.showField(path.toStdString());
}

void TrafficForm::addHeading(const QString& text)
{
    auto* heading = new QLabel(text);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setContentsMargins(0, 8, 0, 0);
    m_layout->addRow(heading);
    m_heading = heading;
}

/// `whole` is the widget with what belongs to it in one line, such as a button.
QLabel* TrafficForm::addRow(const std::string& field, const QString& label, QWidget* widget, QWidget* whole,
                            QLabel* note)
{
    widget->setObjectName(QStringLiteral("traffic_") + toQString(field));
    widget->setAccessibleName(label);
    if (!note)
        note = FieldMarker::makeNote();
    m_last = addFormRow(m_layout, label, widget, {note}, whole);
    m_rows.push_back({field, widget, m_last->parentWidget(), m_heading});
    return note;
}

QLabel* TrafficForm::addExplanation(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_last->addWidget(label);
    return label;
}

void TrafficForm::addChoice(std::string_view key, const QStringList& titles, std::function<void(Profile&)> after)
{
    const auto& field = m_make.find(key);
    const QString label = m_make.label(field);
    auto* note = FieldMarker::makeNote();
    auto* box = m_make.choice(field, titles, tr("Change %1").arg(label), note, std::move(after));
    addRow(std::string(key), label, box, nullptr, note);
}

void TrafficForm::addFile(const char* field, const QString& label, const QString& title,
                          std::function<std::filesystem::path&(Profile&)> at)
{
    auto* note = FieldMarker::makeNote();
    auto* edit = new FieldEdit(nullptr, note);
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setObjectName(QStringLiteral("choose_traffic_") + QLatin1String(field));
    browse->setAccessibleName(title);
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(edit, 1);
    row->addWidget(browse);
    addRow(field, label, edit, line, note);
    const auto write =
        m_profile.write([at](Profile& profile, const QString& text) { at(profile) = toPath(text.trimmed()); });
    m_fields.bind(edit, field, tr("Change %1").arg(label),
                  m_profile.read([at](const Profile& profile) { return pathText(at(const_cast<Profile&>(profile))); }),
                  write);
    connect(browse, &QPushButton::clicked, this, [this, title, label, write] {
        QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("traffic"), title);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, [this, label, write](const QString& file) {
            m_editor.change(tr("Change %1").arg(label), [&](project::Project& project) { write(project, file); });
        });
        dialog->open();
    });
}

void TrafficForm::addNodes(const char* field, std::vector<std::string> Profile::*member)
{
    const QString label = m_make.label(m_make.find(field));
    auto* list = new NodeChoice;
    list->setObjectName(QStringLiteral("traffic_%1_list").arg(QLatin1String(field)));
    list->setAccessibleName(label);
    auto* note = FieldMarker::makeNote();
    auto* others = new FieldEdit(nullptr, note);
    others->setPlaceholderText(tr("further nodes: name, name"));
    auto* both = new QWidget;
    auto* column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(list);
    column->addWidget(others);
    addRow(field, label, others, both, note);
    others->setLazy(true);
    const QString undo = tr("Change %1").arg(label);
    m_fields.bind(
        others, field, undo,
        [this, member](const project::Project& project) {
            return otherNodes(m_profile.of(project).*member, nodesOf(project));
        },
        [this, member](project::Project& project, const QString& text) {
            if (Profile* profile = m_profile.find(project))
                profile->*member = withOthers(profile->*member, nodesOf(project), text);
        });
    connect(list, &NodeChoice::ticked, this, [this, member, undo](const QString& node, bool on) {
        m_editor.change(undo, [&](project::Project& project) {
            if (Profile* profile = m_profile.find(project))
                profile->*member = withTick(profile->*member, node.toStdString(), on);
        });
    });
    m_nodes.push_back({member, list});
}

void TrafficForm::update()
{
    const Profile& shown = m_profile.of(m_editor.project());
    setEnabled(m_profile.isIn(m_editor.project()));
    std::vector<QWidget*> headings;
    for (const Row& row : m_rows) {
        const bool wrong = !m_editor.problemsAt(m_fields.prefix() + "." + row.field).empty();
        const bool visible = fieldApplies(shown, row.field) || wrong;
        m_layout->setRowVisible(row.line, visible);
        if (visible && row.heading)
            headings.push_back(row.heading);
    }
    for (const Row& row : m_rows)
        if (row.heading)
            m_layout->setRowVisible(row.heading, std::ranges::find(headings, row.heading) != headings.end());
    const QStringList nodes = nodesOf(m_editor.project());
    for (const Nodes& each : m_nodes) {
        each.list->setNodes(nodes, shown.*each.member);
        each.list->setVisible(!nodes.isEmpty());
    }
    const bool stream = shown.pattern == crosstraffic::Pattern::Stream;
    const bool udp = shown.transport == crosstraffic::Transport::Udp;
    m_rate->setOptional(shown.slowdown > 0                                  ? tr("chosen in each run")
                            : stream                                        ? tr("unlimited")
                            : shown.pattern == crosstraffic::Pattern::Trace ? tr("as in the file")
                                                                            : tr("for example 40Mbit"));
    m_pacing->setOptional(udp ? tr("at the rate of the profile") : tr("not paced"));
    m_pattern->setText(patternExplanation(shown.pattern));
    m_sizes->setText(sizeExplanation(shown.sizes));
    m_sizes->setVisible(!m_sizes->text().isEmpty());
    m_matrix->setText(matrixExplanation(shown.matrix));
}

QStringList nodesOf(const project::Project& project)
{
    QStringList nodes;
    for (const cluster::Cluster& cluster : project.clusters)
        for (const cluster::Node& node : cluster.nodes)
            if (const QString name = toQString(node.name); !name.isEmpty() && !nodes.contains(name))
                nodes.append(name);
    return nodes;
}

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

#include "moc_traffic_form.cpp"

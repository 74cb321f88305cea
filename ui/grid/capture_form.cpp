// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/capture_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/edit/field_edit.h"
#include "ui/grid/grid_form.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QToolButton>

#include <cmath>

namespace millrace::ui {

namespace {

using CaptureSettings = grid::CaptureSettings;

CaptureSettings settingsOf(const project::Project& project, int grid)
{
    const grid::GridSpec* spec = gridAt(project, grid);
    return spec ? spec->capture : CaptureSettings();
}

template <typename Value, typename Get>
auto captureReader(const int& index, Get get)
{
    return [&index, get](const project::Project& project) -> Value { return get(settingsOf(project, index)); };
}

template <typename Set>
auto captureWriter(const int& index, Set set)
{
    return [&index, set](project::Project& project, const auto& value) {
        if (grid::GridSpec* spec = gridAt(project, index))
            set(spec->capture, value);
    };
}

QStringList directionNames()
{
    return {CaptureForm::tr("both"), CaptureForm::tr("coming in"), CaptureForm::tr("going out")};
}

template <typename T, typename... More>
T* namedCapture(const char* name, const QString& accessible, More... more)
{
    auto* widget = new T(more...);
    widget->setObjectName(QLatin1String(name));
    widget->setAccessibleName(accessible);
    return widget;
}

void addRow(QFormLayout* form, const QString& label, QWidget* field, QLabel* note)
{
    auto* text = new QLabel(label);
    text->setBuddy(field);
    auto* column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(field);
    column->addWidget(note);
    form->addRow(text, column);
}

} // namespace

CaptureForm::CaptureForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor), m_fold(new QToolButton), m_settings(new QWidget),
      m_body(makeBody())
{
    m_fold->setObjectName(QStringLiteral("captureFold"));
    m_fold->setText(tr("Pac&kets: what is recorded on the nodes"));
    m_fold->setAccessibleName(tr("Show what is recorded on the nodes"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    connect(m_fold, &QToolButton::toggled, this, &CaptureForm::setOpen);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(m_body);
    setOpen(false);
    connect(&m_editor, &ProjectEditor::changed, this, &CaptureForm::update);
}

void CaptureForm::setOpen(bool open)
{
    m_fold->setChecked(open);
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

QWidget* CaptureForm::makeBody()
{
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(18, 0, 0, 0);
    auto* enabled = new QCheckBox(tr("Record the packets of every node during a r&un"));
    enabled->setObjectName(QStringLiteral("captureEnabled"));
    m_fields.bind(enabled, "capture.enabled", tr("Change recording"),
                  captureReader<bool>(m_index, [](const CaptureSettings& settings) { return settings.enabled; }),
                  captureWriter(m_index, [](CaptureSettings& settings, bool on) { settings.enabled = on; }));
    column->addWidget(enabled);
    auto* words = new QLabel(tr("Recording takes some of the machine's time, so recorded runs are a campaign of their "
                                "own. In automatic mode the cluster then moves single packets."));
    words->setWordWrap(true);
    words->setContentsMargins(0, 0, 0, 4);
    column->addWidget(words);
    auto* form = new QFormLayout(m_settings);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addSource(form);
    addSizes(form);
    addFiles(form);
    column->addWidget(m_settings);
    return body;
}

void CaptureForm::addSource(QFormLayout* form)
{
    auto* note = FieldMarker::makeNote();
    auto* interface = namedCapture<FieldEdit>("captureInterface", tr("Interface"), nullptr, note);
    interface->setToolTip(
        tr("The name of an interface, which all nodes have; \"experiment\" is the one that carries the traffic"));
    m_fields.bind(
        interface, "capture.interface", tr("Change interface"),
        captureReader<QString>(m_index, [](const CaptureSettings& settings) { return toQString(settings.interface); }),
        captureWriter(m_index,
                      [](CaptureSettings& settings, const QString& text) { settings.interface = text.toStdString(); }));
    addRow(form, tr("Interface"), interface, note);

    note = FieldMarker::makeNote();
    auto* filter = namedCapture<FieldEdit>("captureFilter", tr("Packet filter"), nullptr, note);
    filter->setPlaceholderText(tr("all packets"));
    filter->setToolTip(tr("In the language of pcap-filter: tcp port 10000, not arp, net 10.0.0.0/8"));
    m_fields.bind(
        filter, "capture.filter", tr("Change packet filter"),
        captureReader<QString>(m_index, [](const CaptureSettings& settings) { return toQString(settings.filter); }),
        captureWriter(m_index,
                      [](CaptureSettings& settings, const QString& text) { settings.filter = text.toStdString(); }));
    addRow(form, tr("Filter"), filter, note);

    note = FieldMarker::makeNote();
    auto* direction = namedCapture<QComboBox>("captureDirection", tr("Direction of the packets"));
    m_fields.bind(
        direction, "capture.direction", tr("Change direction"),
        [](const project::Project&) { return directionNames(); },
        captureReader<QString>(
            m_index, [](const CaptureSettings& settings) { return directionNames().value(int(settings.direction)); }),
        captureWriter(m_index,
                      [](CaptureSettings& settings, const QString& text) {
                          const auto position = std::max<qsizetype>(0, directionNames().indexOf(text));
                          settings.direction = static_cast<grid::CaptureDirection>(position);
                      }),
        note);
    addRow(form, tr("Direction"), direction, note);
}

void CaptureForm::addSizes(QFormLayout* form)
{
    auto* snap = namedCapture<QuantityEdit>("captureSnapLength", tr("Bytes kept of each packet"), QuantityEdit::Size);
    snap->setRange(14, 262144);
    snap->setToolTip(tr("100 bytes hold all headers; more also keeps what is in the packets"));
    m_fields.bind(snap, "capture.snap_length", tr("Change snap length"),
                  captureReader<std::optional<double>>(
                      m_index, [](const CaptureSettings& settings) { return settings.snapLength; }),
                  captureWriter(m_index, [](CaptureSettings& settings, const std::optional<double>& value) {
                      settings.snapLength = static_cast<int>(value.value_or(CaptureSettings().snapLength));
                  }));
    auto* note = FieldMarker::makeNote();
    snap->setNote(note);
    addRow(form, tr("Bytes of each packet"), snap, note);

    auto* most = namedCapture<QuantityEdit>("captureMaximum", tr("Maximum size of a node's file"), QuantityEdit::Size);
    most->setOptional(tr("no limit"));
    most->setRange(65536, 1e15);
    most->setToolTip(tr("Recording stops there; the run goes on and says so"));
    m_fields.bind(most, "capture.maximum_size", tr("Change maximum size"),
                  captureReader<std::optional<double>>(m_index,
                                                       [](const CaptureSettings& settings) -> std::optional<double> {
                                                           if (settings.maximumBytes == 0)
                                                               return std::nullopt;
                                                           return static_cast<double>(settings.maximumBytes);
                                                       }),
                  captureWriter(m_index, [](CaptureSettings& settings, const std::optional<double>& value) {
                      settings.maximumBytes = static_cast<std::uint64_t>(std::llround(value.value_or(0)));
                  }));
    note = FieldMarker::makeNote();
    most->setNote(note);
    addRow(form, tr("Most for each node"), most, note);
}

void CaptureForm::addFiles(QFormLayout* form)
{
    auto* keep = namedCapture<QCheckBox>("captureKeep", tr("Keep the files"), tr("Keep the files beside the store"));
    keep->setToolTip(tr("Without them only their analysis is stored"));
    m_fields.bind(keep, "capture.keep_files", tr("Change recording"),
                  captureReader<bool>(m_index, [](const CaptureSettings& settings) { return settings.keepFiles; }),
                  captureWriter(m_index, [](CaptureSettings& settings, bool on) { settings.keepFiles = on; }));
    form->addRow(QString(), keep);
    auto* there = namedCapture<QCheckBox>("captureAnalyse", tr("Analyse on the nodes"), tr("Analyse on the nodes"));
    there->setToolTip(tr("Files that are not kept then do not travel"));
    m_fields.bind(there, "capture.analyse_on_node", tr("Change recording"),
                  captureReader<bool>(m_index, [](const CaptureSettings& settings) { return settings.analyseOnNode; }),
                  captureWriter(m_index, [](CaptureSettings& settings, bool on) { settings.analyseOnNode = on; }));
    form->addRow(QString(), there);
}

void CaptureForm::setIndex(int grid)
{
    m_index = grid;
    m_fields.setPrefix("grids[" + std::to_string(grid) + "]");
    update();
    setOpen(settingsOf(m_editor.project(), m_index).enabled);
}

bool CaptureForm::showField(const std::string& path)
{
    if (!isFieldAt(path, m_fields.prefix() + ".capture"))
        return false;
    setOpen(true);
    return m_fields.showField(path);
}

void CaptureForm::update()
{
    m_settings->setEnabled(settingsOf(m_editor.project(), m_index).enabled);
}

} // namespace millrace::ui

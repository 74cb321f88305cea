// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/capture_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/form_parts.h"
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

using grid::CaptureSettings;

QStringList directionNames()
{
    return {CaptureForm::tr("both"), CaptureForm::tr("coming in"), CaptureForm::tr("going out")};
}

} // namespace

CaptureForm::CaptureForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor), m_capture([this](project::Project& project) {
          grid::GridSpec* spec = gridAt(project, m_index);
          return spec ? &spec->capture : nullptr;
      }),
      m_settings(new QWidget)
{
    QWidget* body = makeBody();
    m_fold = makeFold("captureFold", tr("Pac&kets: what is recorded on the nodes"),
                      tr("Show what is recorded on the nodes"), body);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(body);
    connect(&m_editor, &ProjectEditor::changed, this, &CaptureForm::update);
}

QWidget* CaptureForm::makeBody()
{
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(18, 0, 0, 0);
    auto* enabled = new QCheckBox(tr("Record the packets of every node during a r&un"));
    enabled->setObjectName(QStringLiteral("captureEnabled"));
    m_fields.bind(enabled, "capture.enabled", tr("Change recording"), m_capture.read(&CaptureSettings::enabled),
                  m_capture.write(&CaptureSettings::enabled));
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
    auto* interface = named<FieldEdit>("captureInterface", tr("Interface"), nullptr, note);
    interface->setToolTip(
        tr("The name of an interface, which all nodes have; \"experiment\" is the one that carries the traffic"));
    m_fields.bind(interface, "capture.interface", tr("Change interface"), m_capture.read(&CaptureSettings::interface),
                  m_capture.write(&CaptureSettings::interface));
    addFormRow(form, tr("Interface"), interface, {note});

    note = FieldMarker::makeNote();
    auto* filter = named<FieldEdit>("captureFilter", tr("Packet filter"), nullptr, note);
    filter->setPlaceholderText(tr("all packets"));
    filter->setToolTip(tr("In the language of pcap-filter: tcp port 10000, not arp, net 10.0.0.0/8"));
    m_fields.bind(filter, "capture.filter", tr("Change packet filter"), m_capture.read(&CaptureSettings::filter),
                  m_capture.write(&CaptureSettings::filter));
    addFormRow(form, tr("Filter"), filter, {note});

    note = FieldMarker::makeNote();
    auto* direction = named<QComboBox>("captureDirection", tr("Direction of the packets"));
    m_fields.bind(
        direction, "capture.direction", tr("Change direction"),
        [](const project::Project&) { return directionNames(); },
        m_capture.read([](const CaptureSettings& settings) { return directionNames().value(int(settings.direction)); }),
        m_capture.write([](CaptureSettings& settings, const QString& text) {
            const auto position = std::max<qsizetype>(0, directionNames().indexOf(text));
            settings.direction = static_cast<grid::CaptureDirection>(position);
        }),
        note);
    addFormRow(form, tr("Direction"), direction, {note});
}

void CaptureForm::addSizes(QFormLayout* form)
{
    auto* snap = named<QuantityEdit>("captureSnapLength", tr("Bytes kept of each packet"), QuantityEdit::Size);
    snap->setRange(14, 262144);
    snap->setToolTip(tr("100 bytes hold all headers; more also keeps what is in the packets"));
    m_fields.bind(snap, "capture.snap_length", tr("Change snap length"), m_capture.read(&CaptureSettings::snapLength),
                  m_capture.write([](CaptureSettings& settings, const std::optional<double>& value) {
                      settings.snapLength = static_cast<int>(value.value_or(CaptureSettings().snapLength));
                  }));
    auto* note = FieldMarker::makeNote();
    snap->setNote(note);
    addFormRow(form, tr("Bytes of each packet"), snap, {note});

    auto* most = named<QuantityEdit>("captureMaximum", tr("Maximum size of a node's file"), QuantityEdit::Size);
    most->setOptional(tr("no limit"));
    most->setRange(65536, 1e15);
    most->setToolTip(tr("Recording stops there; the run goes on and says so"));
    m_fields.bind(most, "capture.maximum_size", tr("Change maximum size"),
                  m_capture.read([](const CaptureSettings& settings) -> std::optional<double> {
                      if (settings.maximumBytes == 0)
                          return std::nullopt;
                      return static_cast<double>(settings.maximumBytes);
                  }),
                  m_capture.write([](CaptureSettings& settings, const std::optional<double>& value) {
                      settings.maximumBytes = static_cast<std::uint64_t>(std::llround(value.value_or(0)));
                  }));
    note = FieldMarker::makeNote();
    most->setNote(note);
    addFormRow(form, tr("Most for each node"), most, {note});
}

void CaptureForm::addFiles(QFormLayout* form)
{
    auto* keep = named<QCheckBox>("captureKeep", tr("Keep the files"), tr("Keep the files beside the store"));
    keep->setToolTip(tr("Without them only their analysis is stored"));
    m_fields.bind(keep, "capture.keep_files", tr("Change recording"), m_capture.read(&CaptureSettings::keepFiles),
                  m_capture.write(&CaptureSettings::keepFiles));
    form->addRow(QString(), keep);
    auto* there = named<QCheckBox>("captureAnalyse", tr("Analyse on the nodes"), tr("Analyse on the nodes"));
    there->setToolTip(tr("Files that are not kept then do not travel"));
    m_fields.bind(there, "capture.analyse_on_node", tr("Change recording"),
                  m_capture.read(&CaptureSettings::analyseOnNode), m_capture.write(&CaptureSettings::analyseOnNode));
    form->addRow(QString(), there);
}

void CaptureForm::setIndex(int grid)
{
    m_index = grid;
    m_fields.setPrefix("grids[" + std::to_string(grid) + "]");
    update();
    m_fold->setChecked(m_capture.of(m_editor.project()).enabled);
}

bool CaptureForm::showField(const std::string& path)
{
    if (!isFieldAt(path, m_fields.prefix() + ".capture"))
        return false;
    m_fold->setChecked(true);
    return m_fields.showField(path);
}

void CaptureForm::update()
{
    m_settings->setEnabled(m_capture.of(m_editor.project()).enabled);
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/bottleneck_form.h"

#include "core/base/units.h"
#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/cluster/cluster_fields.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>

#include <map>

namespace millrace::ui {
namespace {

constexpr double firstRate = 100e6;

QWidget* withNote(QWidget* field, QLabel* note)
{
    auto* box = new QWidget(field->parentWidget());
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(field);
    column->addWidget(note);
    return box;
}

} // namespace

BottleneckForm::BottleneckForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor),
      m_on(new QCheckBox(tr("All traffic of selected pairs uses &one port with one queue"), this)),
      m_bothWays(new QCheckBox(tr("Both &ways, with one port for each direction"), this)), m_fields(new QWidget(this))
{
    m_on->setObjectName(QStringLiteral("bottleneckOn"));
    QLabel* onNote = FieldMarker::makeNote(this);
    m_onMark = new FieldMarker(m_on, onNote);
    QLabel* fromNote = FieldMarker::makeNote(m_fields);
    QLabel* toNote = FieldMarker::makeNote(m_fields);
    m_from = makeEnd(QStringLiteral("bottleneckFrom"), true);
    m_to = makeEnd(QStringLiteral("bottleneckTo"), false);
    m_fromMark = new FieldMarker(m_from, fromNote);
    m_toMark = new FieldMarker(m_to, toNote);
    m_bothWays->setObjectName(QStringLiteral("bottleneckBothWays"));
    m_rate = new QuantityEdit(QuantityEdit::Rate, m_fields);
    m_rate->setObjectName(QStringLiteral("bottleneckRate"));
    m_rate->setAccessibleName(tr("Rate of the bottleneck"));
    const FieldRange& range = findField(cluster::bottleneckFields, "rate")->range;
    m_rate->setRange(range.least, range.most);
    QLabel* rateNote = FieldMarker::makeNote(m_fields);
    m_rate->setNote(rateNote);
    m_queue = new QuantityEdit(QuantityEdit::Size, m_fields);
    m_queue->setObjectName(QStringLiteral("bottleneckQueue"));
    m_queue->setAccessibleName(tr("Queue of the bottleneck"));
    m_queue->setOptional(tr("by rule: 50 ms at its rate, at least 256 KiB"));
    QLabel* queueNote = FieldMarker::makeNote(m_fields);
    m_queue->setNote(queueNote);

    auto* form = new QFormLayout(m_fields);
    form->setContentsMargins(20, 4, 0, 0);
    form->addRow(tr("&From:"), withNote(m_from, fromNote));
    form->addRow(tr("T&o:"), withNote(m_to, toNote));
    form->addRow(QString(), m_bothWays);
    form->addRow(tr("Ra&te:"), withNote(m_rate, rateNote));
    form->addRow(tr("&Queue:"), withNote(m_queue, queueNote));
    m_fields->setMaximumWidth(560);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_on);
    column->addWidget(onNote);
    column->addWidget(m_fields);
    column->addStretch(1);
    connectFields();
    m_editor.notify(this, &BottleneckForm::read);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, &BottleneckForm::showProblems);
}

QComboBox* BottleneckForm::makeEnd(const QString& name, bool from)
{
    auto* box = new QComboBox(m_fields);
    box->setObjectName(name);
    box->setAccessibleName(from ? tr("Bottleneck from") : tr("Bottleneck to"));
    connect(box, &QComboBox::activated, this, [this, box, from](int row) {
        const std::string end = box->itemData(row).toString().toStdString();
        change(tr("Change the bottleneck pairs"), from ? "from" : "to",
               [&](cluster::Bottleneck& port) { (from ? port.from : port.to) = end; });
    });
    return box;
}

template <typename Edit>
void BottleneckForm::change(const QString& text, const char* field, Edit edit)
{
    const cluster::Cluster* cluster = clusterAt(m_editor.project(), m_index);
    if (!cluster || !cluster->bottleneck)
        return;
    m_editor.change(
        text, [&](project::Project& project) { edit(*project.clusters[m_index].bottleneck); },
        QStringLiteral("bottleneck %1 %2").arg(m_index).arg(QLatin1String(field)));
}

void BottleneckForm::connectFields()
{
    connect(m_on, &QCheckBox::clicked, this, [this](bool on) {
        if (!clusterAt(m_editor.project(), m_index))
            return;
        m_editor.change(on ? tr("Add a bottleneck") : tr("Remove the bottleneck"), [&](project::Project& project) {
            cluster::Bottleneck port;
            port.bitsPerSecond = firstRate;
            project.clusters[m_index].bottleneck = on ? std::optional(port) : std::nullopt;
        });
    });
    connect(m_bothWays, &QCheckBox::clicked, this, [this](bool on) {
        change(tr("Change the bottleneck pairs"), "both", [on](cluster::Bottleneck& port) { port.bothWays = on; });
    });
    connect(m_rate, &QuantityEdit::edited, this, [this](std::optional<double> value) {
        change(tr("Change the rate of the bottleneck"), "rate",
               [&](cluster::Bottleneck& port) { port.bitsPerSecond = value.value_or(0); });
    });
    connect(m_queue, &QuantityEdit::edited, this, [this](std::optional<double> value) {
        change(tr("Change the queue of the bottleneck"), "queue",
               [&](cluster::Bottleneck& port) { port.queueBytes = static_cast<std::uint64_t>(value.value_or(0)); });
    });
}

void BottleneckForm::setIndex(std::size_t index)
{
    m_index = index;
    read();
    showProblems();
}

void BottleneckForm::read()
{
    const cluster::Cluster* cluster = clusterAt(m_editor.project(), m_index);
    if (!cluster)
        return;
    const bool on = cluster->bottleneck.has_value();
    m_on->setChecked(on);
    m_fields->setEnabled(on);
    const cluster::Bottleneck port = cluster->bottleneck.value_or(cluster::Bottleneck{});
    const QStringList names = endNames(*cluster);
    const auto fill = [&](QComboBox* box, const std::string& end) {
        box->clear();
        for (const QString& name : names)
            box->addItem(endText(name.toStdString()), name);
        if (box->findData(toQString(end)) < 0)
            box->addItem(toQString(end), toQString(end));
        box->setCurrentIndex(box->findData(toQString(end)));
    };
    fill(m_from, port.from);
    fill(m_to, port.to);
    m_bothWays->setChecked(port.bothWays);
    m_rate->setValue(on ? std::optional(port.bitsPerSecond) : std::nullopt);
    m_queue->setValue(port.queueBytes > 0 ? std::optional(static_cast<double>(port.queueBytes)) : std::nullopt);
}

void BottleneckForm::showProblems()
{
    const std::string prefix = "clusters[" + std::to_string(m_index) + "].bottleneck";
    const auto sentence = [&](const std::string& field) {
        const Issues issues = m_editor.problemsAt(prefix + field);
        return issues.empty() ? QString() : toQString(issues.front().example);
    };
    m_fromMark->setProblem(sentence(".from"));
    m_toMark->setProblem(sentence(".to"));
    m_rate->setProblem(sentence(".rate"));
    m_queue->setProblem(sentence(".queue"));
    QString whole;
    for (const Issue& issue : m_editor.problemsAt(prefix)) {
        if (issue.where == prefix)
            whole = toQString(issue.example);
    }
    m_onMark->setProblem(whole);
}

void BottleneckForm::showField(const QString& field)
{
    const std::map<QString, QWidget*> fields{{QStringLiteral("from"), m_from},
                                             {QStringLiteral("to"), m_to},
                                             {QStringLiteral("both_ways"), m_bothWays},
                                             {QStringLiteral("rate"), m_rate},
                                             {QStringLiteral("queue"), m_queue}};
    const auto found = fields.find(field);
    QWidget* widget = found != fields.end() && m_on->isChecked() ? found->second : m_on;
    widget->setFocus(Qt::OtherFocusReason);
}

int BottleneckForm::draftCount() const
{
    return m_on->isChecked() ? (m_rate->isAcceptable() ? 0 : 1) + (m_queue->isAcceptable() ? 0 : 1) : 0;
}

} // namespace millrace::ui

#include "moc_bottleneck_form.cpp"

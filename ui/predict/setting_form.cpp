// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/setting_form.h"

#include "core/base/field_value.h"
#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/edit/form_parts.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

namespace millrace::ui {

namespace {

using SettingField = Field<predict::Setting>;

QString labelOf(const SettingField& field)
{
    return QCoreApplication::translate("millrace::ui::SettingForm", std::string(field.label).c_str());
}

QComboBox* makeNames(const char* name, const QString& label, const QString& placeholder)
{
    auto* box = named<QComboBox>(name, QString(label).remove(QLatin1Char('&')));
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    box->lineEdit()->setPlaceholderText(placeholder);
    return box;
}

void setNames(QComboBox* box, const QStringList& names)
{
    const QSignalBlocker blocker(box);
    const QString text = box->currentText();
    box->clear();
    box->addItems(names);
    box->setEditText(text);
}

} // namespace

SettingForm::SettingForm(QWidget* parent) : QWidget(parent), m_graphState(new QLabel)
{
    setObjectName(QStringLiteral("settingForm"));
    auto* layout = new QFormLayout;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* scroll = makeFormPage(layout, "settingScroll");
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(scroll);
    for (const SettingField& field : predict::settingFields) {
        if (isNumber(field))
            addNumber(field, layout);
        else if (!field.label.empty())
            addText(field, layout);
    }
    m_graphState->setObjectName(QStringLiteral("settingGraph"));
    m_graphState->setWordWrap(true);
    m_graphState->setForegroundRole(QPalette::PlaceholderText);
    layout->addRow(tr("Graph"), m_graphState);
    showGraph();
}

void SettingForm::addNumber(const SettingField& field, QFormLayout* layout)
{
    auto* note = FieldMarker::makeNote();
    auto* edit = new QuantityEdit(field.quantity);
    edit->setObjectName(QStringLiteral("setting_") + toQString(field.key));
    edit->setAccessibleName(labelOf(field).remove(QLatin1Char('&')));
    edit->setRange(field.range.least, field.range.most);
    edit->setOptional(tr("as in the samples"));
    edit->setToolTip(tr("Empty: from the samples of this model, or as in all samples; else not known"));
    edit->setNote(note);
    connect(edit, &QLineEdit::textEdited, this, &SettingForm::edited); // of texts that cannot be read, too
    addFormRow(layout, labelOf(field), edit, {note});
    m_numbers.emplace_back(&field, edit);
}

void SettingForm::addText(const SettingField& field, QFormLayout* layout)
{
    const bool isModel = field.key == "model";
    auto* box = isModel ? makeNames("setting_model", labelOf(field), tr("name"))
                        : makeNames("setting_strategy", labelOf(field), tr("as in the samples"));
    (isModel ? m_model : m_strategy) = box;
    connect(box, &QComboBox::currentTextChanged, this, &SettingForm::edited);
    addFormRow(layout, labelOf(field), box, {FieldMarker::makeNote()});
}

void SettingForm::setKnown(const QStringList& models, const QStringList& strategies)
{
    setNames(m_model, models);
    setNames(m_strategy, strategies);
}

void SettingForm::setSetting(const predict::Setting& setting)
{
    {
        const QSignalBlocker model(m_model), strategy(m_strategy);
        m_model->setEditText(toQString(setting.model));
        m_strategy->setEditText(toQString(setting.strategy));
    }
    for (const auto& [field, edit] : m_numbers) {
        const bool isGiven = *numberOf(*field, setting) > 0;
        edit->setValue(isGiven ? numberOf(*field, setting) : std::nullopt);
    }
    m_graph = setting.graph;
    showGraph();
    Q_EMIT edited();
}

void SettingForm::showGraph()
{
    m_graphState->setText(m_graph.empty() ? tr("as in the samples of the model")
                                          : tr("%n feature(s)", nullptr, static_cast<int>(m_graph.size())));
}

Json SettingForm::given() const
{
    Json json = Json::object();
    if (const QString model = m_model->currentText().trimmed(); !model.isEmpty())
        json["model"] = model.toStdString();
    if (const QString strategy = m_strategy->currentText().trimmed(); !strategy.isEmpty())
        json["strategy"] = strategy.toStdString();
    for (const auto& [field, edit] : m_numbers)
        if (edit->value())
            json[std::string(field->key)] = *edit->value();
    if (!m_graph.empty())
        json["graph"] = m_graph;
    return json;
}

bool SettingForm::isAcceptable() const
{
    return std::ranges::all_of(m_numbers, [](const auto& each) { return each.second->isAcceptable(); });
}

} // namespace millrace::ui

#include "moc_setting_form.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/response_page.h"

#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/base/settings.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

namespace millrace::ui {
namespace {

using report::ResponseAxis;
using report::ResponseValue;

const QString responseChoiceKey = QStringLiteral("response/choice");

void choose(QComboBox* box, int data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

} // namespace

ResponsePage::ResponsePage(ReportSubject subject, ResponseSource source, Settings& settings, QWidget* parent)
    : ReportPage(QStringLiteral("response"), tr("Response curves"), std::move(subject), settings, parent),
      m_source(std::move(source))
{
    addControls(makeControls());
    restoreChoice();
    for (QComboBox* box : {m_axis, m_value, m_scale, m_domain})
        connect(box, &QComboBox::activated, this, &ResponsePage::choiceChanged);
    connect(m_logarithmic, &QCheckBox::toggled, this, &ResponsePage::choiceChanged);
    connect(m_capacity, &QuantityEdit::edited, this, &ResponsePage::choiceChanged);
}

QComboBox* ResponsePage::addBox(const char* name, const QString& title)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    return box;
}

QWidget* ResponsePage::makeControls()
{
    auto* controls = new QWidget(this);
    m_axis = addBox("responseAxis", tr("Along the axis"));
    m_axis->addItem(tr("achieved cross traffic"), static_cast<int>(ResponseAxis::Achieved));
    m_axis->addItem(tr("offered cross traffic"), static_cast<int>(ResponseAxis::Offered));
    m_axis->addItem(tr("available bandwidth"), static_cast<int>(ResponseAxis::Available));
    m_value = addBox("responseValue", tr("Iteration time"));
    m_value->addItem(tr("mean"), static_cast<int>(ResponseValue::Mean));
    m_value->addItem(tr("median"), static_cast<int>(ResponseValue::Median));
    m_value->addItem(tr("99th percentile"), static_cast<int>(ResponseValue::P99));
    m_scale = addBox("responseScale", tr("Unit"));
    m_scale->addItem(tr("as time"), 0);
    m_scale->addItem(tr("over the baseline"), 1);
    m_scale->setToolTip(tr("The time itself, or relative to the baseline of the same run"));
    m_domain = addBox("responseDomain", tr("Fit"));
    m_domain->addItem(tr("of ln t"), static_cast<int>(analysis::FitDomain::Logarithmic));
    m_domain->addItem(tr("of t"), static_cast<int>(analysis::FitDomain::Linear));
    m_domain->setToolTip(tr("Where the squares are summed: of ln t, small times count as much as large ones"));
    m_logarithmic = new QCheckBox(tr("&Log axis"), controls);
    m_logarithmic->setObjectName(QStringLiteral("responseLog"));
    m_capacity = new QuantityEdit(QuantityEdit::Rate, controls);
    m_capacity->setObjectName(QStringLiteral("responseCapacity"));
    m_capacity->setAccessibleName(tr("Capacity"));
    m_capacity->setOptional(tr("of the cluster"));
    m_capacity->setRange(1, 1e15);
    m_capacity->setMaximumWidth(120);
    m_capacity->setToolTip(tr("Of the bottleneck that the traffic shares; empty: from the cluster of the runs"));
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(16, 2, 16, 6);
    const auto add = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text, controls);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
        row->addSpacing(10);
    };
    add(tr("&Along x"), m_axis);
    add(tr("Iteration &time"), m_value);
    row->addWidget(m_scale);
    row->addSpacing(10);
    row->addWidget(m_logarithmic);
    row->addSpacing(10);
    add(tr("Least s&quares"), m_domain);
    add(tr("Ca&pacity"), m_capacity);
    row->addStretch(1);
    return controls;
}

void ResponsePage::restoreChoice()
{
    const QVariantMap kept = settings().value(responseChoiceKey, QVariantMap()).toMap();
    const auto number = [&kept](const char* name, int absent) {
        return kept.value(QLatin1String(name), absent).toInt();
    };
    const report::ResponseChoice usual;
    choose(m_axis, number("axis", static_cast<int>(usual.axis)));
    choose(m_value, number("value", static_cast<int>(usual.value)));
    choose(m_scale, number("relative", usual.relative ? 1 : 0));
    choose(m_domain, number("domain", static_cast<int>(usual.domain)));
    m_logarithmic->setChecked(kept.value(QStringLiteral("log"), usual.logarithmic).toBool());
}

report::ResponseChoice ResponsePage::choice() const
{
    report::ResponseChoice choice;
    choice.axis = static_cast<ResponseAxis>(m_axis->currentData().toInt());
    choice.value = static_cast<ResponseValue>(m_value->currentData().toInt());
    choice.relative = m_scale->currentData().toInt() == 1;
    choice.logarithmic = m_logarithmic->isChecked();
    choice.domain = static_cast<analysis::FitDomain>(m_domain->currentData().toInt());
    choice.capacity = m_capacity->value().value_or(0);
    return choice;
}

void ResponsePage::choiceChanged()
{
    const report::ResponseChoice now = choice();
    // The capacity belongs to these runs and is not remembered.
    settings().setValue(responseChoiceKey,
                        QVariantMap{{QStringLiteral("axis"), static_cast<int>(now.axis)},
                                    {QStringLiteral("value"), static_cast<int>(now.value)},
                                    {QStringLiteral("relative"), now.relative ? 1 : 0},
                                    {QStringLiteral("domain"), static_cast<int>(now.domain)},
                                    {QStringLiteral("log"), now.logarithmic}});
    compute();
}

QString ResponsePage::summary(const report::ResponseReport& report) const
{
    std::size_t points = 0;
    for (const report::ResponseCurve& curve : report.curves)
        points += curve.points.size();
    QStringList parts{tr("%n curve(s)", nullptr, static_cast<int>(report.curves.size())),
                      tr("%Ln run(s)", nullptr, static_cast<int>(points))};
    if (report.curves.size() == 1 && !report.curves.front().fits.empty()) {
        const analysis::ResponseFit& best = report.curves.front().fits.front();
        parts.append(tr("best fit %1").arg(toQString(analysis::lawFormula(best.law, best.power))));
    }
    if (!report.notes.empty())
        parts.append(tr("%n note(s)", nullptr, static_cast<int>(report.notes.size())));
    return parts.join(QStringLiteral(" · "));
}

void ResponsePage::compute()
{
    job().start([source = m_source, wanted = choice()](const JobContext& context) { return source(wanted, context); },
                [this](Result<report::ResponseReport> report) {
                    if (!report) {
                        showProblem(report.error(), tr("No response curve"),
                                    tr("Response curves need runs with cross traffic at several rates. Add a profile "
                                       "under “Cross traffic” in the project, name it as a level of the factor "
                                       "cross_traffic of a grid, give the factor cross_rate some rates, and run the "
                                       "grid."));
                        return;
                    }
                    const QString words = summary(*report);
                    showReport(std::move(report->figures), std::move(report->tables), report->notes, words);
                });
}

} // namespace millrace::ui

#include "moc_response_page.cpp"

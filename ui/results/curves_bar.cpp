// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/curves_bar.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/results/curves_panel_series.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace millrace::ui {

CurvesBar::CurvesBar(QWidget* parent) : QWidget(parent), m_series(new CurvesPanelSeries(this))
{
    makeBoxes();
    makeLayout();
}

QComboBox* CurvesBar::addBox(const QString& name, const QString& title)
{
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return box;
}

void CurvesBar::makeBoxes()
{
    using namespace report;
    connect(m_series, &CurvesPanelSeries::chosenChanged, this, &CurvesBar::changed);
    m_export = new QToolButton(this);
    m_export->setObjectName(QStringLiteral("exportCurves"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export &curves"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(new QMenu(m_export));
    m_export->setEnabled(false);
    m_time = addBox(QStringLiteral("curveTime"), tr("Time counts from"));
    m_time->addItem(tr("run start"), static_cast<int>(CurveTime::SinceStart));
    m_time->addItem(tr("first sample"), static_cast<int>(CurveTime::SinceFirstSample));
    m_time->addItem(tr("the clock"), static_cast<int>(CurveTime::Absolute));
    m_group = addBox(QStringLiteral("curveGroup"), tr("Group by"));
    m_color = addBox(QStringLiteral("curveColor"), tr("Colour by"));
    m_nodes = addBox(QStringLiteral("curveNodes"), tr("Nodes of a run"));
    const std::pair<NodeCombination, QString> nodes[] = {{NodeCombination::Mean, tr("mean")},
                                                         {NodeCombination::Sum, tr("sum")},
                                                         {NodeCombination::Minimum, tr("least")},
                                                         {NodeCombination::Maximum, tr("greatest")},
                                                         {NodeCombination::Each, tr("each")}};
    for (const auto& [how, text] : nodes)
        m_nodes->addItem(text, static_cast<int>(how));
    m_smoothing = addBox(QStringLiteral("curveSmoothing"), tr("Smoothing"));
    m_smoothing->addItem(tr("none"), static_cast<int>(CurveSmoothing::None));
    m_smoothing->addItem(tr("median"), static_cast<int>(CurveSmoothing::Median));
    m_smoothing->addItem(tr("moving mean"), static_cast<int>(CurveSmoothing::Ewma));
    m_smoothing->setToolTip(tr("The median of the columns around each, or the mean that forgets the past with a time "
                               "constant (EWMA)"));
    m_amount = new QDoubleSpinBox(this);
    m_amount->setObjectName(QStringLiteral("curveAmount"));
    m_amount->setAccessibleName(tr("Extent of the smoothing"));
    m_amount->setKeyboardTracking(false);
    for (QComboBox* box : {m_time, m_group, m_color, m_nodes})
        connect(box, &QComboBox::activated, this, &CurvesBar::changed);
    connect(m_smoothing, &QComboBox::activated, this, [this] {
        limitSmoothing();
        Q_EMIT changed();
    });
    connect(m_amount, &QDoubleSpinBox::valueChanged, this, &CurvesBar::changed);
    limitSmoothing();
    fillFactors({});
}

void CurvesBar::makeLayout()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(10, 6, 10, 0);
    grid->setVerticalSpacing(4);
    const auto add = [&](int row, int column, const QString& title, QWidget* box) {
        auto* label = new QLabel(title, this);
        label->setBuddy(box);
        grid->addWidget(label, row, column);
        grid->addWidget(box, row, column + 1);
    };
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_series);
    buttons->addStretch(1);
    buttons->addWidget(m_export);
    grid->addLayout(buttons, 0, 0, 1, 6);
    add(1, 0, tr("&Time from"), m_time);
    add(1, 2, tr("&Group by"), m_group);
    add(1, 4, tr("Co&lour by"), m_color);
    add(2, 0, tr("&Nodes"), m_nodes);
    add(2, 2, tr("S&moothing"), m_smoothing);
    grid->addWidget(m_amount, 2, 4, 1, 2);
    for (const int column : {1, 3, 5})
        grid->setColumnStretch(column, 1);
}

void CurvesBar::limitSmoothing()
{
    const QSignalBlocker quiet(m_amount);
    const auto smoothing = static_cast<report::CurveSmoothing>(m_smoothing->currentData().toInt());
    const report::CurveOptions usual;
    m_amount->setEnabled(smoothing != report::CurveSmoothing::None);
    if (smoothing == report::CurveSmoothing::Ewma) {
        m_amount->setDecimals(1);
        m_amount->setSuffix(QStringLiteral(" s"));
        m_amount->setRange(0.1, 1e6);
        m_amount->setSingleStep(5);
        m_amount->setValue(usual.timeConstant);
    } else {
        m_amount->setDecimals(0);
        m_amount->setSuffix(tr(" columns"));
        m_amount->setRange(3, 199);
        m_amount->setSingleStep(2);
        m_amount->setValue(static_cast<double>(usual.medianColumns));
    }
}

void CurvesBar::fillFactors(const std::vector<std::string>& factors)
{
    for (QComboBox* box : {m_group, m_color}) {
        const QVariant chosen = box->currentData();
        box->clear();
        box->addItem(box == m_group ? tr("none") : tr("line"), QString());
        for (const std::string& factor : factors)
            box->addItem(toQString(factor), toQString(factor));
        box->setCurrentIndex(std::max(0, box->findData(chosen)));
    }
}

void CurvesBar::setSubject(const report::CurveSubject& subject)
{
    m_series->setSeries(subject.series);
    fillFactors(subject.factors);
}

report::CurveOptions CurvesBar::options() const
{
    report::CurveOptions options;
    options.time = static_cast<report::CurveTime>(m_time->currentData().toInt());
    options.nodes = static_cast<report::NodeCombination>(m_nodes->currentData().toInt());
    options.smoothing = static_cast<report::CurveSmoothing>(m_smoothing->currentData().toInt());
    if (options.smoothing == report::CurveSmoothing::Median)
        options.medianColumns = static_cast<std::size_t>(m_amount->value());
    if (options.smoothing == report::CurveSmoothing::Ewma)
        options.timeConstant = m_amount->value();
    if (const QString factor = m_group->currentData().toString(); !factor.isEmpty())
        options.groupBy = {factor.toStdString()};
    return options;
}

void CurvesBar::setOptions(const report::CurveOptions& options)
{
    const auto choose = [](QComboBox* box, const QVariant& value) {
        box->setCurrentIndex(std::max(0, box->findData(value)));
    };
    choose(m_time, static_cast<int>(options.time));
    choose(m_nodes, static_cast<int>(options.nodes));
    choose(m_smoothing, static_cast<int>(options.smoothing));
    limitSmoothing();
    const QSignalBlocker quiet(m_amount);
    m_amount->setValue(options.smoothing == report::CurveSmoothing::Ewma ? options.timeConstant
                                                                         : static_cast<double>(options.medianColumns));
    choose(m_group, options.groupBy.empty() ? QString() : toQString(options.groupBy.front()));
    Q_EMIT changed();
}

std::string CurvesBar::colorFactor() const
{
    return m_color->currentData().toString().toStdString();
}

QMenu& CurvesBar::exports() noexcept
{
    return *m_export->menu();
}

void CurvesBar::setExportable(bool exportable)
{
    m_export->setEnabled(exportable);
}

} // namespace millrace::ui

#include "moc_curves_bar.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/grid_form.h"

#include "core/store/metric_kinds.h"
#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/edit/form_parts.h"
#include "ui/edit/project_changes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>

namespace millrace::ui {

namespace {

QStringList orderNames()
{
    return {GridForm::tr("randomised blocks"), GridForm::tr("as listed"), GridForm::tr("shuffled")};
}

QString orderWords(grid::Order order)
{
    switch (order) {
    case grid::Order::RandomisedBlocks:
        return GridForm::tr("Each block is one repetition of all cells in a shuffled order. Drift of the machine then "
                            "meets all cells alike.");
    case grid::Order::AsListed:
        return GridForm::tr("The last factor varies fastest, the repetitions of a cell follow each other. Drift over "
                            "time is confounded with differences between cells.");
    case grid::Order::Shuffled: break;
    }
    return GridForm::tr("All runs in one shuffle. Repetitions of a cell may come close together.");
}

QStringList metricNames()
{
    return {toQString(store::metrics::stepMean.name),
            toQString(store::metrics::stepMedian.name),
            toQString(store::metrics::stepP99.name),
            toQString(store::metrics::samplesPerSecond.name),
            toQString(store::metrics::communicationMean.name),
            toQString(store::metrics::communicationShare.name),
            toQString(store::metrics::algorithmBandwidth.name),
            toQString(store::metrics::busBandwidth.name)};
}

} // namespace

grid::GridSpec* gridAt(project::Project& project, int grid)
{
    const auto index = static_cast<std::size_t>(grid);
    return grid >= 0 && index < project.grids.size() ? &project.grids[index] : nullptr;
}

const grid::GridSpec* gridAt(const project::Project& project, int grid)
{
    return gridAt(const_cast<project::Project&>(project), grid);
}

GridForm::GridForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor),
      m_grid([this](project::Project& project) { return gridAt(project, m_index); }),
      m_make(m_fields, m_grid, grid::gridFields, "millrace::ui::GridForm"), m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setRowWrapPolicy(QFormLayout::DontWrapRows);
    m_layout->setVerticalSpacing(2); // the notes below the fields keep their place
    makeNames();
    makeRepetitions();
    makeStopRule();
    makeOrder();
    makeSeeds();
    makeLimits();
    m_editor.notify(this, &GridForm::update);
}

void GridForm::setIndex(int grid)
{
    m_index = grid;
    m_fields.setPrefix("grids[" + std::to_string(grid) + "]");
    update();
}

QLabel* GridForm::addRow(const QString& label, QWidget* field, QLabel* explanation)
{
    auto* note = FieldMarker::makeNote();
    std::vector<QWidget*> below;
    if (explanation != nullptr)
        below.push_back(explanation);
    below.push_back(note);
    addFormRow(m_layout, label, field, below);
    return note;
}

void GridForm::makeNames()
{
    auto* name = named<FieldEdit>("gridName", tr("Name of the grid"));
    name->setCheck(needsText);
    m_fields.bind(name, "name", tr("Rename grid"), m_grid.read(&grid::GridSpec::name),
                  m_grid.write(&grid::GridSpec::name));
    addRow(tr("&Name"), name);

    const auto list = [](const std::vector<std::string>& names) {
        return names.empty() ? QStringList{QString()} : toQStrings(names);
    };
    auto* cluster = named<QComboBox>("gridCluster", tr("Cluster"));
    QLabel* clusterNote = addRow(tr("&Cluster"), cluster);
    m_fields.bind(
        cluster, "cluster", tr("Choose cluster"),
        [list](const project::Project& project) { return list(namesOf(project.clusters)); },
        m_grid.read(&grid::GridSpec::cluster), m_grid.write(&grid::GridSpec::cluster), clusterNote);
    auto* workload = named<QComboBox>("gridWorkload", tr("Workload"));
    QLabel* workloadNote = addRow(tr("&Workload"), workload);
    m_fields.bind(
        workload, "workload", tr("Choose workload"),
        [list](const project::Project& project) { return list(namesOf(project.workloads)); },
        m_grid.read(&grid::GridSpec::workload), m_grid.write(&grid::GridSpec::workload), workloadNote);
}

void GridForm::makeRepetitions()
{
    m_repetitions = m_make.number(m_make.find("repetitions"), tr("Change repetitions"));
    m_repetitions->setObjectName(QStringLiteral("gridRepetitions"));
    m_repetitions->setAccessibleName(tr("Repetitions of each cell"));
    m_repetitions->setNote(addRow(tr("&Repetitions"), m_repetitions));
    auto* box = named<QCheckBox>("gridStopRule", tr("Repeat until the result is certain enough"),
                                 tr("Repeat un&til the result is certain enough"));
    m_fields.bind(box, "stop_rule_switch", tr("Change stop rule"),
                  m_grid.read([](const grid::GridSpec& spec) { return spec.stopRule.has_value(); }),
                  m_grid.write([](grid::GridSpec& spec, bool on) {
                      spec.stopRule =
                          on ? std::optional(grid::StopRule{std::string(store::metrics::stepMean.name)}) : std::nullopt;
                  }));
    m_layout->addRow(QString(), box);
}

void GridForm::makeStopRule()
{
    m_stopRule = new QWidget;
    auto* form = new QFormLayout(m_stopRule);
    form->setContentsMargins(18, 0, 0, 0);
    const ObjectAccess<grid::StopRule> rule([this](project::Project& project) {
        grid::GridSpec* spec = gridAt(project, m_index);
        return spec && spec->stopRule ? &*spec->stopRule : nullptr;
    });
    const FieldForm<grid::StopRule> make(m_fields, rule, grid::stopRuleFields, "millrace::ui::GridForm", "stop_rule.");
    auto* metric = named<QComboBox>("stopMetric", tr("Result that decides"));
    m_fields.bind(
        metric, "stop_rule.metric", tr("Change stop rule"), [](const project::Project&) { return metricNames(); },
        rule.read(&grid::StopRule::metric), rule.write(&grid::StopRule::metric));
    form->addRow(tr("Result"), metric);
    for (const auto& [name, key] : {std::pair("stopHalfWidth", "half_width"), std::pair("stopAtLeast", "at_least"),
                                    std::pair("stopAtMost", "at_most")}) {
        QuantityEdit* edit = make.number(make.find(key), tr("Change stop rule"));
        const QString label = make.label(make.find(key));
        edit->setObjectName(QLatin1String(name));
        edit->setAccessibleName(label);
        auto* note = FieldMarker::makeNote();
        edit->setNote(note);
        form->addRow(label, edit);
        form->addRow(QString(), note);
    }
    m_layout->addRow(m_stopRule);
}

void GridForm::makeOrder()
{
    auto* order = named<QComboBox>("gridOrder", tr("Order of the runs"));
    m_orderNote = new QLabel;
    m_orderNote->setWordWrap(true);
    m_orderNote->setObjectName(QStringLiteral("gridOrderNote"));
    QLabel* note = addRow(tr("&Order"), order, m_orderNote);
    m_fields.bind(
        order, "order", tr("Change order"), [](const project::Project&) { return orderNames(); },
        m_grid.read([](const grid::GridSpec& spec) { return orderNames().at(static_cast<int>(spec.order)); }),
        m_grid.write([](grid::GridSpec& spec, const QString& text) {
            spec.order = static_cast<grid::Order>(std::max<qsizetype>(0, orderNames().indexOf(text)));
        }),
        note);
}

void GridForm::makeLimits()
{
    for (const auto& [name, key] : {std::pair("gridBudget", "budget"), std::pair("gridDeadline", "deadline")}) {
        QuantityEdit* edit = m_make.number(m_make.find(key), tr("Change limits"));
        const QString label = m_make.label(m_make.find(key));
        edit->setObjectName(QLatin1String(name));
        edit->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        edit->setNote(addRow(label, edit));
    }
}

void GridForm::makeSeeds()
{
    auto* seed = named<FieldEdit>("gridSeed", tr("Seed"));
    const auto parse = [](const QString& text, bool& good) { return text.trimmed().toULongLong(&good); };
    seed->setCheck([parse](const QString& text) {
        bool good = false;
        parse(text, good);
        return good ? QString() : tr("“%1” is not a whole number from 0 to 18446744073709551615.").arg(text);
    });
    m_fields.bind(seed, "seed", tr("Change seed"),
                  m_grid.read([](const grid::GridSpec& spec) { return QString::number(spec.seed); }),
                  m_grid.write([parse](grid::GridSpec& spec, const QString& text) {
                      bool good = false;
                      const auto value = parse(text, good);
                      spec.seed = good ? value : spec.seed;
                  }));
    addRow(tr("&Seed"), seed);
    auto* paired = named<QCheckBox>("gridPairedSeeds", tr("The same repetition has the same seed in all cells"),
                                    tr("&Paired: the same repetition has the same seed in all cells"));
    m_fields.bind(paired, "paired_seeds", tr("Change paired seeds"), m_grid.read(&grid::GridSpec::pairedSeeds),
                  m_grid.write(&grid::GridSpec::pairedSeeds));
    m_layout->addRow(QString(), paired);
    QuantityEdit* warmups = m_make.number(m_make.find("warmup_runs"), tr("Change warm-up runs"));
    warmups->setObjectName(QStringLiteral("gridWarmups"));
    warmups->setAccessibleName(tr("Warm-up runs, whose results are not counted"));
    warmups->setNote(addRow(tr("W&arm-up runs"), warmups));
}

const grid::GridSpec* GridForm::spec() const
{
    return gridAt(m_editor.project(), m_index);
}

void GridForm::update()
{
    const grid::GridSpec* grid = spec();
    setEnabled(grid != nullptr);
    if (grid == nullptr)
        return;
    m_repetitions->setEnabled(!grid->stopRule);
    m_repetitions->setToolTip(grid->stopRule ? tr("The stop rule decides how often a cell is repeated.") : QString());
    m_stopRule->setVisible(grid->stopRule.has_value());
    m_orderNote->setText(orderWords(grid->order));
}

} // namespace millrace::ui

#include "moc_grid_form.cpp"

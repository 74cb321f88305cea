// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/workload_form.h"

#include "core/launch/expected_traffic.h"
#include "core/launch/frameworks.h"
#include "core/launch/launch_plan.h"
#include "core/plan/model_facts.h"
#include "ui/base/colors.h"
#include "ui/base/command_text.h"
#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/edit/cell_walk.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/form_parts.h"
#include "ui/edit/project_changes.h"
#include "ui/grid/extras_model.h"
#include "ui/grid/operations_field.h"
#include "ui/grid/workload_access.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace millrace::ui {
namespace {

/// Why this version cannot start a framework; empty if it can.
QString whyNotRun(const launch::Workload& workload, const launch::Frameworks& frameworks)
{
    launch::LaunchRequest request;
    request.workload = workload;
    request.nodes = {{"node0", "10.77.0.1", 1}, {"node1", "10.77.0.2", 1}};
    const auto plan = launch::planLaunch(request, frameworks);
    return plan || plan.error().code != ErrorCode::Unsupported ? QString() : toQString(plan.error().what);
}

/// Whether the field of a row holds nothing but its default.
bool holdsDefault(const launch::Workload& workload, const std::string& key)
{
    const auto* field = findField(launch::workloadFields, key);
    return field != nullptr && isDefault(*field, workload);
}

/// The nodes of the first grid that uses a workload; without one, two of them.
std::vector<launch::PlacedNode> nodesFor(const project::Project& project, const launch::Workload& workload)
{
    for (const grid::GridSpec& grid : project.grids) {
        const cluster::Cluster* cluster = project::findCluster(project, grid.cluster);
        if (grid.workload != workload.name || !cluster)
            continue;
        std::vector<launch::PlacedNode> nodes;
        for (const cluster::Node& node : cluster->nodes)
            nodes.push_back({node.name, node.name, node.slots});
        return nodes;
    }
    return {{"node0", "node0", 1}, {"node1", "node1", 1}};
}

/// What one worker contributes to a step and where it goes, where a formula is known.
QString trafficText(const project::Project& project, const launch::Workload& workload)
{
    const auto traffic = launch::expectedTraffic(workload, nodesFor(project, workload), project.frameworks);
    if (!traffic || !(traffic->gradientBytes > 0))
        return {};
    return WorkloadForm::tr("Each step reduces S = %1 of gradients on every worker; sent: %2.")
        .arg(formatSize(traffic->gradientBytes, QLocale()), toQString(traffic->formula));
}

/// The first of those offered, where the value is none of them.
void takeOffered(std::string& value, const std::vector<std::string>& offered)
{
    if (!offered.empty() && std::ranges::find(offered, value) == offered.end())
        value = offered.front();
}

/// Options of scripts that have a field of their own, where the framework knows them.
constexpr const char* optionFields[] = {"data", "image_size", "python", "gpus"};

} // namespace

WorkloadForm::WorkloadForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor),
      m_workload([this](project::Project& project) { return workloadAt(project, m_index); }),
      m_make(m_fields, m_workload, launch::workloadFields, "millrace::ui::WorkloadForm"), m_layout(new QFormLayout),
      m_extras(new ExtrasModel(editor, this))
{
    setObjectName(QStringLiteral("workloadForm"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeFormPage(m_layout, "workloadScroll"));
    makeFramework();
    makeNumbers();
    makeOperations();
    makeCommand();
    makeOthers();
    makeData();
    makeExtras();
    m_editor.notify(this, &WorkloadForm::update);
}

void WorkloadForm::setIndex(int workload)
{
    m_index = workload;
    m_extras->setIndex(workload);
    m_fields.setPrefix("workloads[" + std::to_string(workload) + "]");
    update();
}

void WorkloadForm::showField(const QString& path)
{
    const std::string where = path.toStdString();
    if (isFieldAt(where, m_fields.prefix() + ".extras"))
        m_extrasView->setFocus(Qt::OtherFocusReason);
    else
        m_fields.showField(where);
}

QLabel* WorkloadForm::addRow(const std::string& field, const QString& label, QWidget* widget)
{
    widget->setObjectName(QStringLiteral("workload_") + toQString(field));
    widget->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    auto* note = FieldMarker::makeNote();
    auto* why = new QLabel;
    why->setWordWrap(true);
    why->setEnabled(false);
    why->hide();
    m_last = addFormRow(m_layout, label, widget, {why, note});
    m_rows.push_back({field, widget, why, m_last->parentWidget()});
    return note;
}

QLabel* WorkloadForm::addExplanation(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    m_last->insertWidget(1, label); // above the room for a problem
    return label;
}

QString WorkloadForm::changeText(const Field<launch::Workload>& field) const
{
    return tr("Change %1").arg(m_make.label(field).remove(QLatin1Char('&')));
}

void WorkloadForm::addChoice(const char* key, std::vector<std::string> launch::FrameworkTraits::*choices,
                             std::string launch::Workload::*member)
{
    const auto& field = m_make.find(key);
    auto* box = new QComboBox;
    QLabel* note = addRow(key, m_make.label(field), box);
    const auto list = [this, choices](const project::Project& project) {
        const auto* traits = project.frameworks.find(m_workload.of(project).framework);
        return traits ? toQStrings(traits->*choices) : QStringList();
    };
    const bool hasDefault = member == &launch::Workload::backend || member == &launch::Workload::strategy;
    m_fields.bind(
        box, key, changeText(field), list,
        [this, list, member, hasDefault](const project::Project& project) {
            const QString text = toQString(m_workload.of(project).*member);
            // Empty is the framework's first one.
            return text.isEmpty() && hasDefault ? list(project).value(0) : text;
        },
        m_workload.write(member), note);
}

void WorkloadForm::makeFramework()
{
    auto* name = new FieldEdit(nullptr);
    addRow("name", m_make.label(m_make.find("name")), name);
    name->setCheck(needsText);
    name->setLazy(true);
    m_fields.bind(name, "name", tr("Rename workload"), m_workload.read(&launch::Workload::name),
                  [this](project::Project& project, const QString& text) {
                      if (workloadAt(project, m_index))
                          renameWorkload(project, static_cast<std::size_t>(m_index), text.toStdString());
                  });
    auto* framework = new QComboBox;
    QLabel* note = addRow("framework", m_make.label(m_make.find("framework")), framework);
    m_fields.bind(
        framework, "framework", tr("Change framework"),
        [](const project::Project& project) { return toQStrings(project.frameworks.names()); },
        m_workload.read(&launch::Workload::framework),
        m_workload.write([this](launch::Workload& workload, const QString& text) {
            // Backend and strategy of one framework mean nothing to another; a model may.
            workload.framework = text.toStdString();
            workload.backend.clear();
            workload.strategy.clear();
            if (const auto* traits = m_editor.project().frameworks.find(workload.framework)) {
                takeOffered(workload.model, traits->models);
                takeOffered(workload.optimizer, traits->optimizers);
            }
        }),
        note);
    m_summary = addExplanation("workloadSummary");
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_support = addExplanation("workloadSupport");
    using Traits = launch::FrameworkTraits;
    addChoice("backend", &Traits::backends, &launch::Workload::backend);
    addChoice("model", &Traits::models, &launch::Workload::model);
    m_model = addExplanation("workloadModelFacts");
    addChoice("strategy", &Traits::strategies, &launch::Workload::strategy);
    addChoice("optimizer", &Traits::optimizers, &launch::Workload::optimizer);
}

void WorkloadForm::makeNumbers()
{
    for (const auto& field : m_make.list()) {
        if (!isNumber(field))
            continue;
        QuantityEdit* edit = m_make.number(field, changeText(field));
        edit->setNote(addRow(std::string(field.key), m_make.label(field), edit));
        if (field.key == "batch") {
            m_batch = addExplanation("workloadGlobalBatch");
            m_batch->setForegroundRole(QPalette::PlaceholderText);
        }
    }
}

void WorkloadForm::makeOthers()
{
    for (const auto& field : m_make.list()) {
        const bool shown = std::ranges::find(m_rows, field.key, &Row::field) != m_rows.end();
        if (shown || std::holds_alternative<FieldPart<launch::Workload>>(field.member))
            continue;
        QWidget* widget = nullptr;
        if (field.quantity == Quantity::Boolean)
            widget = m_make.checkBox(field, changeText(field));
        else
            widget = m_make.textLine(field, changeText(field));
        addRow(std::string(field.key), m_make.label(field), widget);
    }
}

void WorkloadForm::makeCommand()
{
    auto* command = new FieldEdit(nullptr);
    addRow("command", m_make.label(m_make.find("command")), command);
    command->setLazy(true);
    m_command = command;
    m_fields.bind(command, "command", tr("Change command"),
                  m_workload.read([](const launch::Workload& workload) { return commandText(workload.command); }),
                  m_workload.write(
                      [](launch::Workload& workload, const QString& text) { workload.command = commandWords(text); }));
}

void WorkloadForm::makeOperations()
{
    m_operations = new OperationsField;
    addRow("operations", m_make.label(m_make.find("operations")), m_operations);
    connect(m_operations, &OperationsField::textRead, this, [this](const QString& goal) {
        const auto write = m_workload.write(&launch::Workload::operations);
        m_editor.change(tr("Read operations"), [&](project::Project& project) { write(project, goal); });
    });
}

void WorkloadForm::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_support != nullptr)
        update();
    QWidget::changeEvent(event);
}

void WorkloadForm::update()
{
    const launch::Workload& workload = m_workload.of(m_editor.project());
    setEnabled(m_workload.isIn(m_editor.project()));
    const QString why = whyNotRun(workload, m_editor.project().frameworks);
    QPalette palette;
    palette.setColor(QPalette::WindowText, warningColor(isDark(this->palette())));
    m_support->setPalette(palette);
    m_support->setText(why.isEmpty() ? QString() : tr("Can be planned, not run: %1.").arg(why));
    m_support->setVisible(!why.isEmpty());
    const launch::FrameworkTraits* traits = m_editor.project().frameworks.find(workload.framework);
    m_summary->setText(traits ? toQString(traits->summary) + QLatin1Char('.') : QString());
    m_summary->setVisible(traits && !traits->summary.empty());
    m_operations->setText(workload.operations);
    updateOptions(traits);
    updateEffects(workload);
    updateModel(workload);
    updateBatch(workload);
}

/// Fields that have no effect on the framework are hidden; one that holds something all the same stays, with the
/// reason.
void WorkloadForm::updateEffects(const launch::Workload& workload)
{
    const launch::FrameworkTraits* traits = m_editor.project().frameworks.find(workload.framework);
    const QString framework = toQString(workload.framework);
    for (const Row& row : m_rows) {
        QString why;
        if (traits && std::ranges::find(traits->ignoredFactors, row.field) != traits->ignoredFactors.end())
            why = tr("Has no effect on %1.").arg(framework);
        else if (traits && row.field == "operations" && !traits->performsOperations)
            why = tr("Only the framework operations performs them.");
        else if (traits && row.field == "strategy" && !traits->hasStrategy)
            why = tr("%1 does not support strategies.").arg(framework);
        else if (traits && row.field == "strategy" && !traits->hasStrategyWith(workload.backend))
            why = tr("Only the backend %1 supports strategies.").arg(toQString(traits->strategyBackend));
        else if (traits && !traits->takesCommand && (row.field == "command" || row.field == "folder"))
            why = tr("%1 starts its own program.").arg(framework);
        // Text all the same must be removable.
        const bool wrong = !m_editor.problemsAt(m_fields.prefix() + "." + row.field).empty();
        row.widget->setEnabled(why.isEmpty() || wrong);
        row.why->setText(why);
        if (!row.field.starts_with("extras."))
            m_layout->setRowVisible(row.line, why.isEmpty() || wrong || !holdsDefault(workload, row.field));
        row.why->setVisible(!why.isEmpty());
    }
    const bool own = traits && traits->takesCommand && !traits->needsCommand && workload.framework != "command";
    m_command->setPlaceholderText(own ? tr("none: Millrace's own training script")
                                      : tr("for example python3 train.py --epochs 3"));
}

/// How large the batch of all workers is, in every grid that uses this workload.
void WorkloadForm::updateBatch(const launch::Workload& workload)
{
    const project::Project& project = m_editor.project();
    const QLocale locale;
    QStringList lines;
    for (const grid::GridSpec& grid : project.grids) {
        const cluster::Cluster* cluster = project::findCluster(project, grid.cluster);
        if (grid.workload != workload.name || !cluster)
            continue;
        qint64 workers = 0;
        for (const cluster::Node& node : cluster->nodes)
            workers += std::max(node.slots, 0);
        lines.append(tr("%1 of all %n worker(s) in grid “%2”", nullptr, static_cast<int>(workers))
                         .arg(formatCount(workers * workload.batch, locale), toQString(grid.name)));
    }
    m_batch->setVisible(!lines.isEmpty());
    m_batch->setText(tr("Global batch: %1.").arg(lines.join(QStringLiteral("; "))));
}

void WorkloadForm::updateModel(const launch::Workload& workload)
{
    const QLocale locale;
    const auto facts = m_editor.project().frameworks.traitsOf(workload).followsGraphs
        ? plan::modelFacts(workload.model)
        : Result<plan::ModelFacts>(fail(ErrorCode::NotFound, ""));
    if (!facts) {
        const QString text = trafficText(m_editor.project(), workload);
        m_model->setText(text);
        m_model->setVisible(!text.isEmpty());
        return;
    }
    m_model->setVisible(true);
    QString text = tr("%1 parameters in %2 tensors; each step reduces S = %3 of gradients on every worker.")
                       .arg(formatCount(static_cast<qint64>(facts->parameters), locale),
                            formatCount(static_cast<qint64>(facts->tensors), locale),
                            formatSize(static_cast<double>(facts->gradientBytes), locale));
    const double seconds = plan::computeSeconds(*facts, workload.batch, workload.deviceFlops);
    if (facts->forwardFlops > 0)
        text += QLatin1Char(' ')
            + tr("%1 GFLOP forward for each sample").arg(formatNumber(facts->forwardFlops / 1e9, locale));
    if (facts->forwardFlops > 0 && !workload.computeTime)
        text += tr(", so a step computes for %1").arg(formatDuration(durationOf(seconds * 1e9), locale));
    if (facts->forwardFlops > 0)
        text += QLatin1Char('.');
    m_model->setText(text);
}

void WorkloadForm::addOption(const char* name, const QString& label, const QString& placeholder,
                             std::function<QString(const QString&)> check)
{
    auto* edit = new FieldEdit(nullptr);
    addRow(std::string("extras.") + name, label, edit);
    edit->setObjectName(QStringLiteral("workload_option_") + QLatin1String(name));
    edit->setPlaceholderText(placeholder);
    edit->setCheck(std::move(check));
    m_fields.bind(edit, std::string("extras.") + name, tr("Change %1").arg(QString(label).remove(QLatin1Char('&'))),
                  m_workload.read([name](const launch::Workload& workload) {
                      const auto found = workload.extras.find(name);
                      return found == workload.extras.end() ? QString() : toQString(found->second);
                  }),
                  m_workload.write([name](launch::Workload& workload, const QString& text) {
                      if (text.trimmed().isEmpty())
                          workload.extras.erase(name);
                      else
                          workload.extras[name] = text.trimmed().toStdString();
                  }));
}

void WorkloadForm::makeData()
{
    const auto number = [](int least) {
        return [least](const QString& text) {
            bool good = false;
            const int value = text.trimmed().toInt(&good);
            return text.trimmed().isEmpty() || (good && value >= least)
                ? QString()
                : WorkloadForm::tr("Enter a whole number, at least %1, or leave it empty.").arg(least);
        };
    };
    addOption("data", tr("D&ata"), tr("synthetic; or generated; or the folder of CIFAR-10 or MNIST on the nodes"),
              [](const QString& text) {
                  const QString place = text.trimmed();
                  return place.isEmpty() || place == QLatin1String("synthetic") || place == QLatin1String("generated")
                          || place.startsWith(QLatin1Char('/'))
                      ? QString()
                      : WorkloadForm::tr("Write “synthetic”, “generated” or an absolute path on the nodes.");
              });
    addOption("image_size", tr("&Image size, pixels"), tr("224 or 32; of a small model its own"), number(1));
    addOption("python", tr("Python"), tr("python3; for example /usr/bin/python3"),
              [](const QString&) { return QString(); });
    addOption("gpus", tr("&GPUs of each node"), tr("unknown"), number(0));
}

void WorkloadForm::makeExtras()
{
    m_extrasView = new QTableView;
    m_extrasView->setModel(m_extras);
    m_extrasView->setTabKeyNavigation(false);
    auto* walk = new CellWalk(m_extrasView, [this] { m_extras->addRow(); });
    auto* delegate = new WalkingDelegate(m_extrasView);
    m_extrasView->setItemDelegate(delegate);
    connect(delegate, &WalkingDelegate::walked, walk, [walk](CellWalk::Step step) { walk->walk(step, true); });
    m_extrasView->horizontalHeader()->setStretchLastSection(true);
    m_extrasView->verticalHeader()->hide();
    m_extrasView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_extrasView->setFixedHeight(m_extrasView->verticalHeader()->defaultSectionSize() * 4);
    const auto button = [this](const QString& name, const QString& tip, auto run) {
        auto* made = new QToolButton;
        made->setIcon(icon(name));
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setObjectName(QStringLiteral("extras_") + name);
        connect(made, &QToolButton::clicked, this, run);
        return made;
    };
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(button(QStringLiteral("add"), tr("Add an option"), [this] {
        m_extras->addRow();
        const QModelIndex cell = m_extras->index(m_extras->rowCount() - 1, 0);
        m_extrasView->setCurrentIndex(cell);
        m_extrasView->edit(cell);
    }));
    buttons->addWidget(button(QStringLiteral("remove"), tr("Remove the option"),
                              [this] { m_extras->removeRowAt(m_extrasView->currentIndex().row()); }));
    buttons->addStretch();
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_extrasView, 1, Qt::AlignTop);
    both->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addLayout(buttons);
    addRow("extras", m_make.label(m_make.find("extras")), both);
    m_extrasView->setObjectName(QStringLiteral("workload_extras_table"));
    m_extrasView->setAccessibleName(tr("Further options, handed on as they are"));
    m_known = addExplanation("workloadKnownOptions");
    m_known->setForegroundRole(QPalette::PlaceholderText);
}

void WorkloadForm::updateOptions(const launch::FrameworkTraits* traits)
{
    std::set<std::string> own;
    QStringList others;
    for (const std::string& name : traits ? traits->options : std::vector<std::string>()) {
        if (std::ranges::find(optionFields, name) != std::end(optionFields))
            own.insert(name);
        else
            others.append(toQString(name));
    }
    m_known->setVisible(!others.isEmpty());
    m_known->setText(tr("Options of this framework: %1.").arg(others.join(QStringLiteral(", "))));
    for (const Row& row : m_rows) {
        if (!row.field.starts_with("extras."))
            continue;
        m_layout->setRowVisible(row.line, own.contains(row.field.substr(7)));
    }
    m_extras->setOwnFields(std::move(own));
}

} // namespace millrace::ui

#include "moc_workload_form.cpp"

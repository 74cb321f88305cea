// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/price_editor.h"

#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/table_view.h"
#include "ui/edit/edit_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileDialog>
#include <QLabel>
#include <QSplitter>
#include <QToolBar>

namespace millrace::ui {

using namespace studies::multi_cloud;

PriceEditor::PriceEditor(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings),
      m_machines(new PriceModel<cost::MachinePrice>(editor, cost::machinePriceFields, &cost::PriceBook::machines,
                                                    "machines", this)),
      m_traffic(new PriceModel<cost::TrafficPrice>(editor, cost::trafficPriceFields, &cost::PriceBook::traffic,
                                                   "traffic", this)),
      m_machineTable(new EditTable(*m_machines, settings, QStringLiteral("machinePrices"), tr("price"), this)),
      m_trafficTable(new EditTable(*m_traffic, settings, QStringLiteral("trafficPrices"), tr("price"), this))
{
    setObjectName(QStringLiteral("priceEditor"));
    m_machineTable->view()->setAccessibleName(tr("Prices of machines"));
    m_machineTable->view()->setEmptyText(
        tr("No prices of machines. Press Insert to type one, or read tables of prices."));
    m_trafficTable->view()->setAccessibleName(tr("Prices of traffic"));
    m_trafficTable->view()->setEmptyText(
        tr("No prices of traffic. Press Insert to type one; later rules override earlier ones."));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    for (const auto& [title, table] : {std::pair{tr("Machines, $ an hour"), m_machineTable},
                                       {tr("Bytes that they send, $ for 10⁹ B"), m_trafficTable}}) {
        auto* part = new QWidget;
        auto* column = new QVBoxLayout(part);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(new QLabel(title));
        column->addWidget(table, 1);
        splitter->addWidget(part);
    }
    auto* strip = new JobStrip;
    strip->attach(m_job, tr("Reading prices"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->addWidget(makeTools());
    column->addWidget(splitter, 1);
    column->addWidget(strip);
}

PriceEditor::~PriceEditor() = default;

QToolBar* PriceEditor::makeTools()
{
    auto* tools = new QToolBar;
    tools->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto add = [&](const char* name, const QString& text, const QString& tip, auto run) {
        QAction* action = tools->addAction(icon(QStringLiteral("import")), text);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, run);
    };
    add("importPrices", tr("&Read tables…"),
        tr("Catalogues of SkyPilot, tables of spot prices of the multi-cloud study, or CSV with the columns provider, "
           "machine, region, on_demand, spot, date and source. Prices of machines that no node of the project is are "
           "left out."),
        &PriceEditor::chooseFiles);
    add("studyPrices", tr("Take those of the multi-cloud &study"),
        tr("The prices of machines and traffic of April and May 2023"), &PriceEditor::readStudy);
    return tools;
}

void PriceEditor::chooseFiles()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("prices"), tr("Read tables of prices"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Tables (*.csv)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &PriceEditor::readFiles);
    dialog->open();
}

void PriceEditor::readFiles(const QStringList& files)
{
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files)
        paths.push_back(toPath(file));
    m_job.start([paths, project = m_editor.snapshot()](
                    const JobContext&) { return readPriceFiles(paths, {}, NamedMachines(project->clusters)); },
                [this](Result<ReadPrices> read) {
                    if (!read)
                        Q_EMIT failed(read.error());
                    else
                        take(tr("Read prices"), *read);
                });
}

void PriceEditor::readStudy()
{
    const auto book = shippedPrices(NamedMachines(m_editor.project().clusters));
    if (!book)
        Q_EMIT failed(book.error());
    else
        take(tr("Take the prices of the study"), {*book});
}

void PriceEditor::take(const QString& change, const ReadPrices& read)
{
    const NamedMachines named(m_editor.project().clusters);
    const auto count = [](std::size_t rows) { return static_cast<int>(rows); };
    const QString unpriced = read.unpriced > 0
        ? QLatin1Char(' ') + tr("%n row(s) have no price that can be read.", nullptr, count(read.unpriced))
        : QString();
    if (read.book.empty()) {
        Q_EMIT noticed((named.empty()
                            ? tr("No node of the project has a provider and a machine, so that no price is of one.")
                            : tr("None of %n row(s) has a price of a machine that a node of the project is.", nullptr,
                                 count(read.rows)))
                       + unpriced);
        return;
    }
    m_editor.change(change, [&read](project::Project& project) { cost::addPrices(project.prices, read.book); });
    Q_EMIT noticed(tr("%1 prices of machines and %2 of traffic were read.")
                       .arg(read.book.machines.size())
                       .arg(read.book.traffic.size())
                   + unpriced);
}

void PriceEditor::showField(const QString& path)
{
    const std::string where = path.toStdString();
    for (const auto& [model, table] :
         {std::pair<EditTableModel*, EditTable*>{m_machines, m_machineTable}, {m_traffic, m_trafficTable}})
        if (const QModelIndex cell = model->cellOf(where); cell.isValid())
            table->showCell(cell);
}

} // namespace millrace::ui

#include "moc_price_editor.cpp"

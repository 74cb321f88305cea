// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/mapping_editor.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/table_view.h"
#include "ui/studies/study_text.h"
#include "ui/studies/text_grid_model.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>

namespace millrace::ui {
namespace {

enum RunColumn
{
    RunName,
    Experiment,
    ExperimentD,
    Set,
    Task,
    Model,
    Gpu,
    Gpus,
    TargetBatch,
    Providers,
    Regions,
    Note
};
enum HostColumn
{
    Hosts,
    HostRuns,
    Region,
    Provider,
    HostGpu
};
enum PeerColumn
{
    PeerRun,
    Peer,
    PeerHost
};

QString numberText(double value)
{
    return value == 0 ? QString() : QString::number(value, 'g', 12);
}

std::vector<std::string> parts(const QString& text)
{
    std::vector<std::string> all;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!part.trimmed().isEmpty())
            all.push_back(part.trimmed().toStdString());
    return all;
}

bool isNumber(const QString& text)
{
    bool good = false;
    const double value = text.toDouble(&good);
    return text.isEmpty() || (good && value >= 0);
}

QString checkRun(const std::vector<QStringList>& rows, std::size_t row, int column)
{
    const QString& text = rows[row].at(column);
    if (column == RunName) {
        if (text.isEmpty())
            return MappingEditor::tr("The name of the run is missing, for example hivemind-77.");
        const auto same =
            std::ranges::count_if(rows, [&text](const QStringList& each) { return each[RunName] == text; });
        return same > 1 ? MappingEditor::tr("Duplicate run.") : QString();
    }
    if ((column == Gpus || column == TargetBatch) && !isNumber(text))
        return MappingEditor::tr("This is not a number of at least 0.");
    return {};
}

QString checkHost(const std::vector<QStringList>& rows, std::size_t row, int column)
{
    return column == Hosts && parts(rows[row].at(column)).empty()
        ? MappingEditor::tr("The hosts are missing, for example gc-t4-*.")
        : QString();
}

QString checkPeer(const std::vector<QStringList>& rows, std::size_t row, int column)
{
    const QString& text = rows[row].at(column);
    bool good = false;
    if (column == Peer && (text.toInt(&good) < 0 || !good))
        return MappingEditor::tr("A peer is a whole number from 0.");
    return column != Peer && text.isEmpty() ? MappingEditor::tr("It is missing.") : QString();
}

QStringList rowOf(const studies::multi_cloud::MappedRun& run)
{
    return {toQString(run.run),          toQString(run.experiment), toQString(run.experimentD), toQString(run.set),
            toQString(run.task),         toQString(run.model),      toQString(run.gpu),         numberText(run.gpus),
            numberText(run.targetBatch), toQString(run.providers),  toQString(run.regions),     toQString(run.note)};
}

studies::multi_cloud::MappedRun runOf(const QStringList& row)
{
    const auto text = [&row](int column) { return row.at(column).toStdString(); };
    studies::multi_cloud::MappedRun run;
    run.run = text(RunName);
    run.experiment = text(Experiment);
    run.experimentD = text(ExperimentD);
    run.set = text(Set);
    run.task = text(Task);
    run.model = text(Model);
    run.gpu = text(Gpu);
    run.gpus = std::max(0.0, row.at(Gpus).toDouble());
    run.targetBatch = std::max(0.0, row.at(TargetBatch).toDouble());
    run.providers = text(Providers);
    run.regions = text(Regions);
    run.note = text(Note);
    return run;
}

/// Entries of `all` that differ from those in `shipped`.
template <typename Row>
std::vector<Row> without(const std::vector<Row>& all, const std::vector<Row>& shipped)
{
    std::vector<Row> own;
    for (const Row& row : all)
        if (std::ranges::find(shipped, row) == shipped.end())
            own.push_back(row);
    return own;
}

} // namespace

MappingEditor::MappingEditor(const QString& file, Settings& settings, QWidget* parent)
    : QDialog(parent), m_file(file), m_settings(settings), m_tabs(new QTabWidget(this)), m_line(new QLabel(this))
{
    setObjectName(QStringLiteral("mappingEditor"));
    setWindowTitle(tr("Mapping of the multi-cloud study"));
    resize(980, 600);
    m_models = {
        new TextGridModel({tr("Run"), tr("Experiment"), tr("Set D"), tr("Set"), tr("Task"), tr("Model"), tr("GPU"),
                           tr("GPUs"), tr("Target batch"), tr("Providers"), tr("Regions"), tr("Note")},
                          checkRun, this),
        new TextGridModel({tr("Hosts"), tr("Of the runs"), tr("Region"), tr("Provider"), tr("GPU")}, checkHost, this),
        new TextGridModel({tr("Run"), tr("Peer"), tr("Host")}, checkPeer, this)};
    m_tabs->setObjectName(QStringLiteral("mappingTabs"));
    m_tabs->addTab(makePart(RunPart, QStringLiteral("mappingRuns"), tr("What each run is")), tr("&Runs"));
    m_tabs->addTab(makePart(HostPart, QStringLiteral("mappingHosts"), tr("Where hosts are; later rows win")),
                   tr("&Hosts"));
    m_tabs->addTab(makePart(PeerPart, QStringLiteral("mappingPeers"), tr("Which host a peer of the monitor is")),
                   tr("&Peers"));
    m_line->setObjectName(QStringLiteral("mappingLine"));
    m_line->setWordWrap(true);
    m_line->setMinimumHeight(m_line->fontMetrics().lineSpacing());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setText(tr("&Save and use…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &MappingEditor::askForFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &MappingEditor::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_tabs, 1);
    column->addWidget(m_line);
    column->addWidget(buttons);
    load();
}

QWidget* MappingEditor::makePart(Part part, const QString& name, const QString& heading)
{
    auto* page = new QWidget(this);
    TextGridModel* model = m_models[part];
    auto* view = new TableView(m_settings, name, page);
    view->setObjectName(name);
    view->setAccessibleName(heading);
    view->setModel(model);
    view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                          | QAbstractItemView::AnyKeyPressed);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_views[part] = view;
    auto* add = new QPushButton(icon(QStringLiteral("add")), tr("&Add"), page);
    add->setObjectName(name + QStringLiteral("Add"));
    auto* remove = new QPushButton(icon(QStringLiteral("remove")), tr("Re&move"), page);
    remove->setObjectName(name + QStringLiteral("Remove"));
    for (QPushButton* button : {add, remove})
        button->setAutoDefault(false);
    connect(add, &QPushButton::clicked, this, [view, model] {
        const QModelIndex first = model->index(model->addRow(), 0);
        view->setCurrentIndex(first);
        view->edit(first);
    });
    connect(remove, &QPushButton::clicked, this, [this, view, model] {
        QList<int> rows;
        for (const QModelIndex& index : view->selectionModel()->selectedIndexes())
            rows.append(index.row());
        if (!rows.isEmpty() && !model->removeRowList(rows))
            m_line->setText(tr("Shipped rows cannot be removed; change them instead."));
    });
    connect(model, &TextGridModel::edited, this, &MappingEditor::updateState);
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, &MappingEditor::updateState);
    auto* bar = new QHBoxLayout;
    auto* label = new QLabel(heading, page);
    label->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(label, 1);
    bar->addWidget(add);
    bar->addWidget(remove);
    auto* column = new QVBoxLayout(page);
    column->addLayout(bar);
    column->addWidget(view, 1);
    return page;
}

void MappingEditor::load()
{
    struct Loaded
    {
        studies::multi_cloud::MultiCloudMapping shipped;
        Result<studies::multi_cloud::MultiCloudMapping> all;
    };
    m_tabs->setEnabled(false);
    m_save->setEnabled(false);
    m_line->setText(tr("Reading…"));
    m_job.start(
        [file = m_file.toStdString()](const JobContext&) {
            return Loaded{
                studies::multi_cloud::loadMultiCloudMapping({}).value_or(studies::multi_cloud::MultiCloudMapping()),
                studies::multi_cloud::loadMultiCloudMapping(file)};
        },
        [this](const Loaded& read) {
            m_shipped = read.shipped;
            m_line->clear();
            m_tabs->setEnabled(true);
            fill(read.all ? *read.all : m_shipped);
            if (!read.all)
                m_line->setText(asSentence(read.all.error().text()));
            Q_EMIT loaded();
        });
}

void MappingEditor::fill(const studies::multi_cloud::MultiCloudMapping& mapping)
{
    m_base = mapping;
    std::vector<QStringList> runs, hosts, peers;
    for (const studies::multi_cloud::MappedRun& run : mapping.runs)
        runs.push_back(rowOf(run));
    for (const studies::multi_cloud::HostRule& rule : mapping.hosts)
        hosts.push_back({toQString(join(rule.hosts, ", ")), toQString(join(rule.runs, ", ")), toQString(rule.region),
                         toQString(rule.provider), toQString(rule.gpu)});
    for (const studies::multi_cloud::MappedPeer& peer : mapping.peers)
        peers.push_back({toQString(peer.run), QString::number(peer.peer), toQString(peer.host)});
    m_models[RunPart]->setRows(std::move(runs), m_shipped.runs.size());
    m_models[HostPart]->setRows(std::move(hosts), m_shipped.hosts.size());
    m_models[PeerPart]->setRows(std::move(peers), m_shipped.peers.size());
    for (TableView* view : m_views)
        view->fitColumns();
    updateState();
}

studies::multi_cloud::MultiCloudMapping MappingEditor::mapping() const
{
    studies::multi_cloud::MultiCloudMapping mapping = m_base;
    mapping.runs.clear();
    mapping.hosts.clear();
    mapping.peers.clear();
    for (const QStringList& row : m_models[RunPart]->rows())
        if (!row.at(RunName).isEmpty())
            mapping.runs.push_back(runOf(row));
    for (const QStringList& row : m_models[HostPart]->rows())
        if (!parts(row.at(Hosts)).empty())
            mapping.hosts.push_back({parts(row.at(HostRuns)), parts(row.at(Hosts)), row.at(Region).toStdString(),
                                     row.at(Provider).toStdString(), row.at(HostGpu).toStdString()});
    for (const QStringList& row : m_models[PeerPart]->rows())
        if (!row.at(PeerRun).isEmpty() && !row.at(PeerHost).isEmpty())
            mapping.peers.push_back(
                {row.at(PeerRun).toStdString(), row.at(Peer).toInt(), row.at(PeerHost).toStdString()});
    return mapping;
}

studies::multi_cloud::MultiCloudMapping MappingEditor::ownPart() const
{
    const studies::multi_cloud::MultiCloudMapping all = mapping();
    studies::multi_cloud::MultiCloudMapping own;
    own.runs = without(all.runs, m_shipped.runs);
    own.hosts = without(all.hosts, m_shipped.hosts);
    own.peers = without(all.peers, m_shipped.peers);
    own.models = without(all.models, m_shipped.models);
    own.machines = without(all.machines, m_shipped.machines);
    own.egress = without(all.egress, m_shipped.egress);
    own.shares = without(all.shares, m_shipped.shares);
    own.costs = without(all.costs, m_shipped.costs);
    for (const auto& [gpu, peak] : all.gpuPeaks)
        if (const auto known = m_shipped.gpuPeaks.find(gpu); known == m_shipped.gpuPeaks.end() || known->second != peak)
            own.gpuPeaks.emplace(gpu, peak);
    if (all.storageEgress != m_shipped.storageEgress) {
        own.storageEgress = all.storageEgress;
        own.storageSource = all.storageSource;
        own.storageDate = all.storageDate;
    }
    return own;
}

void MappingEditor::updateState()
{
    int problems = 0;
    for (const TextGridModel* model : m_models)
        problems += model->problemCount();
    m_save->setEnabled(problems == 0 && m_tabs->isEnabled());
    const int current = m_tabs->currentIndex();
    QString line =
        problems == 0 ? QString() : tr("%n cell(s) cannot be as they are; they are marked.", nullptr, problems);
    if (current >= 0 && m_views[static_cast<std::size_t>(current)] != nullptr)
        if (const QModelIndex index = m_views[static_cast<std::size_t>(current)]->currentIndex(); index.isValid())
            if (const QString wrong = index.data(TextGridModel::ProblemRole).toString(); !wrong.isEmpty())
                line = wrong;
    m_line->setText(line);
}

void MappingEditor::askForFile()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("mapping"), tr("Save the mapping"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setNameFilter(tr("Mappings (*.json)"));
    dialog->selectFile(m_file.isEmpty() ? QStringLiteral("multi-cloud-mapping.json") : m_file);
    connect(dialog, &QFileDialog::fileSelected, this, &MappingEditor::saveTo);
    dialog->open();
}

void MappingEditor::saveTo(const QString& file)
{
    const auto written = writeFileAtomically(toPath(file), studies::multi_cloud::writeMultiCloudMapping(ownPart()));
    if (!written) {
        m_line->setText(asSentence(written.error().text()));
        return;
    }
    Q_EMIT saved(file);
    accept();
}

} // namespace millrace::ui

#include "moc_mapping_editor.cpp"

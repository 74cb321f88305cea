// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/network_view.h"

#include "core/base/text.h"
#include "core/report/network_report.h"
#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/job_strip.h"
#include "ui/base/quantity_edit.h"
#include "ui/base/table_view.h"
#include "ui/edit/form_parts.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/predict/predictor_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>

namespace millrace::ui {

namespace {

constexpr int refreshInterval = 300; // ms

QuantityEdit* makeCount(const char* name, const QString& label, const QString& unset, double least, double most)
{
    auto* edit = new QuantityEdit(QuantityEdit::Count);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    edit->setOptional(unset);
    edit->setRange(least, most);
    return edit;
}

int countIn(const QuantityEdit* edit, int absent)
{
    return edit->value() ? static_cast<int>(*edit->value()) : absent;
}

} // namespace

NetworkView::NetworkView(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_program(predict::GraphsClient::usualProgram()),
      m_fit(new ReportTableModel(this)), m_errors(new ReportTableModel(this))
{
    setObjectName(QStringLiteral("networkView"));
    auto* strip = new JobStrip(this);
    strip->attach(m_job, tr("Training"));
    connect(strip, &JobStrip::cancelled, this, &NetworkView::cancel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->addWidget(makeForm());
    column->addWidget(makeResults(), 1);
    column->addWidget(strip);
    m_refresh.setInterval(refreshInterval);
    connect(&m_refresh, &QTimer::timeout, this, &NetworkView::takeEpochs);
    connect(&m_job, &JobRunner::runningChanged, this, [this](bool running) {
        m_start->setText(running ? tr("&Cancel") : tr("Train the net&work"));
        running ? m_refresh.start() : m_refresh.stop();
        Q_EMIT trainingChanged();
    });
}

NetworkView::~NetworkView() = default;

QWidget* NetworkView::makeForm()
{
    auto* form = new QWidget;
    m_data = named<QComboBox>("networkData", tr("Data set of graphs"));
    m_data->setEditable(true);
    m_data->setInsertPolicy(QComboBox::NoInsert);
    m_data->addItems({QStringLiteral("synth:A"), QStringLiteral("synth:B"), QStringLiteral("synth:C")});
    m_data->setToolTip(tr("A published pickle, a safetensors file, or a generated set"));
    m_data->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* browse = named<QPushButton>("networkBrowse", tr("Choose a data set"), tr("Choose…"));
    connect(browse, &QPushButton::clicked, this, &NetworkView::askForData);
    m_layers = makeCount("networkLayers", tr("Layers"), tr("4"), 0, 16);
    m_members = makeCount("networkMembers", tr("Members"), tr("5"), 1, 64);
    m_most = makeCount("networkEpochs", tr("Epochs"), tr("default"), 1, 1e6);
    m_save = named<QLineEdit>("networkSave", tr("Save the network as"));
    m_save->setPlaceholderText(tr("not saved"));
    auto* target = named<QPushButton>("networkTarget", tr("Choose where to save the network"), tr("Choose…"));
    connect(target, &QPushButton::clicked, this, &NetworkView::askForModel);
    m_start = named<QPushButton>("networkStart", tr("Train the network"), tr("Train the net&work"));
    m_start->setMinimumWidth(m_start->sizeHint().width());
    connect(m_start, &QPushButton::clicked, this, [this] { isTraining() ? cancel() : start(); });
    m_state = new QLabel(tr("A graph network is trained by the program millrace-graphs, which needs libtorch."));
    m_state->setObjectName(QStringLiteral("networkState"));
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    const auto label = [](const QString& text, QWidget* field) {
        auto* made = new QLabel(text);
        made->setBuddy(field);
        return made;
    };
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(4, 4, 4, 4);
    grid->addWidget(label(tr("Data &set"), m_data), 0, 0);
    grid->addWidget(m_data, 0, 1, 1, 5);
    grid->addWidget(browse, 0, 6);
    grid->addWidget(label(tr("La&yers"), m_layers), 1, 0);
    grid->addWidget(m_layers, 1, 1);
    grid->addWidget(label(tr("Me&mbers"), m_members), 1, 2);
    grid->addWidget(m_members, 1, 3);
    grid->addWidget(label(tr("E&pochs"), m_most), 1, 4);
    grid->addWidget(m_most, 1, 5);
    grid->addWidget(m_start, 1, 6);
    grid->addWidget(label(tr("Save &as"), m_save), 2, 0);
    grid->addWidget(m_save, 2, 1, 1, 5);
    grid->addWidget(target, 2, 6);
    grid->addWidget(m_state, 3, 0, 1, 7);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    grid->setColumnStretch(5, 1);
    return form;
}

QWidget* NetworkView::makeResults()
{
    m_losses = new FigureView(m_settings, QStringLiteral("networkLosses"));
    m_losses->setNothing(tr("No losses yet"), tr("They are drawn while the network is trained."));
    connect(m_losses, &FigureView::failed, this, &NetworkView::failed);
    connect(m_losses, &FigureView::noticed, this, &NetworkView::noticed);
    const auto table = [this](ReportTableModel* model, const char* name, const QString& title) {
        auto* view = new TableView(m_settings, QLatin1String(name));
        view->setObjectName(QLatin1String(name));
        view->setAccessibleName(title);
        view->setModel(model);
        view->setEditTriggers(QAbstractItemView::NoEditTriggers);
        view->setSelectionBehavior(QAbstractItemView::SelectRows);
        view->setEmptyText(tr("Known after the training."));
        connect(model, &QAbstractItemModel::modelReset, view, &TableView::fitColumns);
        return view;
    };
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("networkTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_losses, tr("Losses"));
    m_tabs->addTab(table(m_fit, "networkFit", tr("Losses before and after")), tr("Before and after"));
    m_tabs->addTab(table(m_errors, "networkErrors", tr("Errors of the test part")), tr("Against other predictors"));
    return m_tabs;
}

QString NetworkView::state() const
{
    return m_state->text();
}

void NetworkView::showState(const QString& sentence)
{
    m_state->setText(sentence);
}

predict::NetworkTraining NetworkView::training() const
{
    predict::NetworkTraining training;
    training.data = {m_data->currentText().trimmed().toStdString()};
    training.layers = countIn(m_layers, -1);
    training.members = countIn(m_members, 0);
    training.epochs = countIn(m_most, 0);
    if (const QString file = m_save->text().trimmed(); !file.isEmpty())
        training.save = toPath(file);
    return training;
}

void NetworkView::start()
{
    m_epochs.clear();
    m_queue = std::make_shared<Epochs>();
    m_fit->setTable({});
    m_errors->setTable({});
    m_tabs->setCurrentIndex(0);
    m_losses->setNothing(tr("No losses yet"), tr("They are drawn while the network is trained."));
    showState(tr("Training on %1.").arg(m_data->currentText().trimmed()));
    m_job.start(
        [program = m_program, asked = training(), queue = m_queue](const JobContext& job) {
            const auto epoch = [&queue, &job](const predict::GraphsEpoch& each) {
                job.progress(each.epoch, 0, "epoch");
                const std::lock_guard lock(queue->mutex);
                queue->fresh.push_back(each);
            };
            return predict::trainNetwork(program, asked, epoch, job);
        },
        [this](Result<predict::NetworkOutcome> outcome) { present(std::move(outcome)); });
}

void NetworkView::cancel()
{
    m_job.cancel();
    showState(tr("The training was cancelled."));
}

void NetworkView::takeEpochs()
{
    std::vector<predict::GraphsEpoch> fresh;
    {
        const std::lock_guard lock(m_queue->mutex);
        fresh.swap(m_queue->fresh);
    }
    if (fresh.empty())
        return;
    m_epochs.insert(m_epochs.end(), fresh.begin(), fresh.end());
    m_losses->setFigure(report::lossFigure(m_epochs));
    showState(tr("Training: member %1, epoch %2.").arg(fresh.back().member + 1).arg(fresh.back().epoch));
}

void NetworkView::present(Result<predict::NetworkOutcome> outcome)
{
    takeEpochs();
    if (!outcome) {
        showState(asSentence(outcome.error().text()));
        if (outcome.error().code != ErrorCode::Cancelled)
            Q_EMIT failed(outcome.error());
        return;
    }
    m_fit->setTable(report::networkFitTable(*outcome));
    m_errors->setTable(report::networkErrorTable(*outcome));
    showState(toQString(join(report::networkSentences(*outcome), " ")));
    m_tabs->setCurrentIndex(2);
    Q_EMIT noticed(tr("The network is trained."));
}

void NetworkView::askForData()
{
    askForFiles(this, m_settings, tr("Choose a data set of graphs"),
                tr("Data sets of graphs (%1)").arg(QStringLiteral("*.pkl *.pt *.safetensors")), false,
                [this](const QStringList& files) { m_data->setEditText(files.front()); });
}

void NetworkView::askForModel()
{
    askForTarget(this, m_settings, tr("Save the network"), QStringLiteral("network.safetensors"),
                 [this](const QString& file) { m_save->setText(file); });
}

} // namespace millrace::ui

#include "moc_network_view.cpp"

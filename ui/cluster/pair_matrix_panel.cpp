// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/pair_matrix_panel.h"

#include "core/cluster/network_matrix.h"
#include "core/project/measured_cluster.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/job_strip.h"
#include "ui/cluster/pair_matrix_model.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

namespace millrace::ui {

namespace {

constexpr double windowBytes = 65536; ///< in flight on a connection without window scaling, or with small buffers

} // namespace

PairMatrixPanel::PairMatrixPanel(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_model(new PairMatrixModel(editor, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(makeControls());
    m_strip = new JobStrip(this);
    m_strip->attach(m_job, tr("Measuring"));
    connect(&m_job, &JobRunner::runningChanged, m_measure, &QWidget::setDisabled);
    column->addWidget(m_strip);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("matrixTable"));
    m_table->setAccessibleName(tr("Conditions between all pairs of nodes"));
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setDefaultSectionSize(92);
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->setCornerButtonEnabled(false);
    column->addWidget(m_table, 1);
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("matrixNote"));
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    connect(m_model, &PairMatrixModel::refused, this, &PairMatrixPanel::say);
    say({});
}

QWidget* PairMatrixPanel::makeControls()
{
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    m_value = new QComboBox(controls);
    m_value->setObjectName(QStringLiteral("matrixValue"));
    m_value->setAccessibleName(tr("What the cells show"));
    m_value->addItem(tr("Rate"), static_cast<int>(PairMatrixModel::Value::Rate));
    m_value->addItem(tr("Round trip"), static_cast<int>(PairMatrixModel::Value::RoundTrip));
    m_value->addItem(tr("Loss"), static_cast<int>(PairMatrixModel::Value::Loss));
    connect(m_value, &QComboBox::currentIndexChanged, this,
            [this] { m_model->setValue(static_cast<PairMatrixModel::Value>(m_value->currentData().toInt())); });
    auto* read = new QPushButton(tr("Read &measured pairs…"), controls);
    read->setObjectName(QStringLiteral("readMatrix"));
    read->setToolTip(tr("Tables with the columns from, to, rate, rtt, loss, or the JSON of iperf3"));
    connect(read, &QPushButton::clicked, this, &PairMatrixPanel::chooseFiles);
    m_streams = new QSpinBox(controls);
    m_streams->setObjectName(QStringLiteral("matrixStreams"));
    m_streams->setAccessibleName(tr("Connections of a pair"));
    m_streams->setRange(1, 4096);
    m_measure = new QPushButton(tr("Meas&ure"), controls);
    m_measure->setObjectName(QStringLiteral("measureMatrix"));
    m_measure->setToolTip(
        tr("Each node sends to each other for 3 s, one after another, over so many TCP connections. What "
           "is measured becomes the links of an emulated cluster with the same nodes."));
    connect(m_measure, &QPushButton::clicked, this, &PairMatrixPanel::measure);
    auto* estimate = new QPushButton(tr("&Estimate unknown rates"), controls);
    estimate->setObjectName(QStringLiteral("estimateRates"));
    estimate->setToolTip(
        tr("Of pairs that no rate is known of: so many connections with 64 KiB in flight each, divided "
           "by the round trip. Marked with ≈."));
    connect(estimate, &QPushButton::clicked, this, &PairMatrixPanel::estimate);
    row->addWidget(m_value);
    row->addWidget(read);
    row->addStretch(1);
    row->addWidget(new QLabel(tr("Connections"), controls));
    row->addWidget(m_streams);
    row->addWidget(m_measure);
    row->addWidget(estimate);
    return controls;
}

void PairMatrixPanel::setIndex(std::size_t index)
{
    if (index != m_index)
        m_job.cancel();
    m_index = index;
    m_model->setIndex(index);
    say({});
}

void PairMatrixPanel::say(const QString& sentence)
{
    if (!sentence.isEmpty())
        m_note->setText(sentence);
    else if (m_model->isTooLarge())
        m_note->setText(tr("Matrices of more than %1 nodes are not shown; see millrace-cli network.")
                            .arg(PairMatrixModel::mostNodes));
    else
        m_note->setText(tr("A row sends, a column receives. Darker: faster, nearer, less lost. Writing a cell makes a "
                           "link for the pair."));
}

void PairMatrixPanel::readFiles(const QStringList& files)
{
    cluster::NetworkMatrix matrix;
    for (const QString& file : files) {
        auto read = cluster::readMatrixFile(file.toStdString());
        if (!read) {
            say(toQString(read.error().text()));
            return;
        }
        matrix.insert(matrix.end(), read->begin(), read->end());
    }
    cluster::Cluster changed = m_editor.project().clusters[m_index];
    if (const auto put = cluster::putMatrix(changed, matrix); !put) {
        say(toQString(put.error().text()));
        return;
    }
    m_editor.change(tr("Read measured pairs"), [&](project::Project& project) { project.clusters[m_index] = changed; });
    say(tr("%n pair(s) read.", nullptr, static_cast<int>(matrix.size())));
}

void PairMatrixPanel::chooseFiles()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("matrix"), tr("Read measured pairs"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Tables and JSON (*.csv *.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &PairMatrixPanel::readFiles);
    dialog->open();
}

void PairMatrixPanel::estimate()
{
    cluster::Cluster changed = m_editor.project().clusters[m_index];
    cluster::NetworkMatrix matrix = cluster::matrixOf(changed);
    std::erase_if(matrix, [](const cluster::PairEntry& entry) { return entry.bitsPerSecond.has_value(); });
    const std::size_t unknown = matrix.size();
    cluster::estimateRates(matrix, m_streams->value(), windowBytes);
    std::erase_if(matrix, [](const cluster::PairEntry& entry) { return !entry.bitsPerSecond.has_value(); });
    for (cluster::PairEntry& entry : matrix)
        entry.loss.reset(); // the other rules keep it
    if (matrix.empty()) {
        say(unknown == 0 ? tr("All rates are known.") : tr("No round trip is known of the pairs without a rate."));
        return;
    }
    if (const auto put = cluster::putMatrix(changed, matrix); !put)
        return;
    m_editor.change(tr("Estimate unknown rates"),
                    [&](project::Project& project) { project.clusters[m_index] = changed; });
    say(tr("%n rate(s) estimated.", nullptr, static_cast<int>(matrix.size())));
}

void PairMatrixPanel::measure()
{
    if (!m_measurer)
        return;
    say({});
    m_job.start([measurer = m_measurer, project = m_editor.snapshot(), index = m_index, streams = m_streams->value()](
                    const JobContext& job) { return measurer(*project, index, streams, job); },
                [this, measured = m_editor.project().clusters[m_index]](const Result<cluster::MeasuredPairs>& pairs) {
                    putMeasured(measured, pairs);
                });
}

void PairMatrixPanel::putMeasured(const cluster::Cluster& measured, const Result<cluster::MeasuredPairs>& pairs)
{
    if (!pairs) {
        say(asSentence(pairs.error().text()));
        return;
    }
    project::Project changed = m_editor.project();
    const std::string name = project::measuredName(measured);
    if (const auto put = project::putMeasured(changed, measured, name, pairs->matrix); !put) {
        say(asSentence(put.error().text()));
        return;
    }
    m_editor.apply(tr("Measure pairs"), std::move(changed));
    QString sentence = tr("%n pair(s) measured; they are the links of the cluster “%1”.", nullptr,
                          static_cast<int>(pairs->matrix.size()))
                           .arg(toQString(name));
    for (const std::string& problem : pairs->problems)
        sentence += QLatin1Char('\n') + tr("Not measured: %1").arg(toQString(problem));
    say(sentence);
}

} // namespace millrace::ui

#include "moc_pair_matrix_panel.cpp"

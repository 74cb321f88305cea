// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/table_mapping_dialog.h"

#include "core/base/file_io.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/table_view.h"
#include "ui/studies/number_table.h"
#include "ui/studies/study_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace millrace::ui {
namespace {

constexpr std::size_t exampleRows = 3;
constexpr std::size_t previewRows = 8;

bool looksLikeTable(const QString& file)
{
    static const QStringList suffixes{QStringLiteral("csv"), QStringLiteral("tsv"), QStringLiteral("txt")};
    return suffixes.contains(QFileInfo(file).suffix().toLower());
}

std::vector<importers::TableMapping> mappingsOf(const QString& file)
{
    if (file.isEmpty())
        return {};
    const auto text = readFile(toPath(file));
    if (!text)
        return {};
    return importers::parseTableMappings(*text, pathText(toPath(file)).toStdString()).value_or({});
}

} // namespace

struct TableMappingDialog::Reading
{
    std::shared_ptr<const importers::CsvTable> table;
    std::optional<Error> error;
    importers::TableMapping mapping;
    QStringList names;
    QStringList examples;
    QStringList reasons; ///< of the guess
};

TableMappingDialog::TableMappingDialog(const QStringList& files, const QString& mapping, Settings& settings,
                                       QWidget* parent)
    : QDialog(parent), m_mappingFile(mapping), m_settings(settings), m_columns(new ColumnModel(this)),
      m_file(new QComboBox(this)), m_line(new QLabel(this))
{
    setObjectName(QStringLiteral("tableMappingDialog"));
    setWindowTitle(tr("Columns of a table"));
    resize(900, 640);
    for (const QString& file : files)
        if (looksLikeTable(file))
            m_files.append(file);
    for (const QString& file : m_files)
        m_file->addItem(QFileInfo(file).fileName(), file);
    m_file->setObjectName(QStringLiteral("tableFile"));
    m_file->setAccessibleName(tr("Table to preview"));
    m_file->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    makeTables();
    m_line->setObjectName(QStringLiteral("tableLine"));
    m_line->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setText(tr("&Save and use…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &TableMappingDialog::askForFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &TableMappingDialog::reject);
    auto* column = new QVBoxLayout(this);
    auto* head = new QHBoxLayout;
    head->addWidget(m_file, 1);
    head->addWidget(makeTime());
    column->addLayout(head);
    column->addWidget(m_view, 3);
    column->addWidget(m_preview, 2);
    column->addWidget(m_line);
    column->addWidget(buttons);
    connect(m_file, &QComboBox::activated, this, &TableMappingDialog::load);
    connect(m_columns, &ColumnModel::edited, this, &TableMappingDialog::showPreview);
    load();
}

void TableMappingDialog::makeTables()
{
    m_view = new TableView(m_settings, QStringLiteral("tableColumns"), this);
    m_view->setObjectName(QStringLiteral("tableColumns"));
    m_view->setAccessibleName(tr("Columns of the table"));
    m_view->setModel(m_columns);
    m_view->setItemDelegateForColumn(ColumnModel::RoleColumn, new ColumnPartDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_view->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_preview =
        new NumberTable(m_settings, QStringLiteral("tablePreview"), tr("The first rows as they are stored"), this);
    m_preview->setColumnsVary(true);
    m_preview->view().setEmptyText(tr("Nothing would be stored. Mark at least one column as a series or a metric."));
}

QWidget* TableMappingDialog::makeTime()
{
    auto* box = new QWidget(this);
    m_timeKind = new QComboBox(box);
    m_timeKind->setObjectName(QStringLiteral("tableTimeKind"));
    m_timeKind->setAccessibleName(tr("How times are written"));
    m_timeKind->addItems({tr("since the first row"), tr("since 1970"), tr("date and time")});
    m_timeUnit = new QComboBox(box);
    m_timeUnit->setObjectName(QStringLiteral("tableTimeUnit"));
    m_timeUnit->setAccessibleName(tr("Unit of times"));
    for (const char* unit : {"s", "ms", "us", "ns", "min", "h"})
        m_timeUnit->addItem(QLatin1String(unit));
    m_zone = new QLineEdit(QStringLiteral("UTC"), box);
    m_zone->setObjectName(QStringLiteral("tableZone"));
    m_zone->setAccessibleName(tr("Time zone of times without one"));
    m_zone->setMaximumWidth(90);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("&Times"), box);
    label->setBuddy(m_timeKind);
    row->addWidget(label);
    row->addWidget(m_timeKind);
    row->addWidget(m_timeUnit);
    row->addWidget(m_zone);
    connect(m_timeKind, &QComboBox::activated, this, &TableMappingDialog::showPreview);
    connect(m_timeUnit, &QComboBox::activated, this, &TableMappingDialog::showPreview);
    connect(m_zone, &QLineEdit::editingFinished, this, &TableMappingDialog::showPreview);
    return box;
}

void TableMappingDialog::load()
{
    m_table.reset();
    m_save->setEnabled(false);
    if (m_files.isEmpty()) {
        m_line->setText(tr("There is no table (CSV, TSV) among these files."));
        return;
    }
    m_line->setText(tr("Reading…"));
    m_readJob.start(
        [file = m_file->currentData().toString(), mappings = m_mappingFile](const JobContext&) {
            Reading reading;
            auto table = importers::CsvTable::read(toPath(file));
            if (!table) {
                reading.error = table.error();
                return reading;
            }
            importers::GuessedMapping guess = importers::guessMapping(*table);
            for (const std::string& reason : guess.reasons)
                reading.reasons.append(toQString(reason));
            reading.mapping = guess.mapping;
            for (const importers::TableMapping& each : mappingsOf(mappings))
                if (importers::missingColumns(each, *table).empty())
                    reading.mapping = each;
            for (std::size_t column = 0; column < table->header().size(); ++column) {
                reading.names.append(toQString(table->header()[column]));
                QStringList values;
                for (std::size_t row = 0; row < std::min(exampleRows, table->rows()); ++row)
                    values.append(toQString(table->text(row, column)));
                reading.examples.append(values.join(QStringLiteral("; ")));
            }
            reading.table = std::make_shared<const importers::CsvTable>(std::move(*table));
            return reading;
        },
        [this](Reading reading) { take(std::move(reading)); });
}

void TableMappingDialog::take(Reading reading)
{
    m_table = reading.table;
    m_line->setText(reading.error ? asSentence(reading.error->text()) : QString());
    m_view->setToolTip(reading.reasons.join(QLatin1Char('\n')));
    m_begun = reading.mapping;
    const importers::TableMapping::Time time = m_begun.time.value_or(importers::TableMapping::Time());
    m_timeKind->setCurrentIndex(static_cast<int>(time.kind));
    m_timeUnit->setCurrentText(toQString(time.unit));
    m_zone->setText(toQString(time.zone));
    m_columns->setColumns(reading.names, reading.examples, m_begun);
    m_view->fitColumns();
}

importers::TableMapping TableMappingDialog::mapping() const
{
    importers::TableMapping mapping = m_begun;
    importers::TableMapping::Time time = mapping.time.value_or(importers::TableMapping::Time());
    time.kind = static_cast<importers::TableTime>(m_timeKind->currentIndex());
    time.unit = m_timeUnit->currentText().toStdString();
    time.zone = m_zone->text().trimmed().toStdString();
    mapping.time = time;
    m_columns->writeTo(mapping);
    return mapping;
}

void TableMappingDialog::showPreview()
{
    m_timeUnit->setEnabled(m_timeKind->currentIndex() != static_cast<int>(importers::TableTime::Text));
    m_zone->setEnabled(!m_timeUnit->isEnabled());
    if (!m_table)
        return;
    const importers::TableMapping chosen = mapping();
    m_save->setEnabled(!chosen.series.empty() || !chosen.metrics.empty());
    m_previewJob.start(
        [table = m_table, chosen](const JobContext&) { return importers::previewTable(*table, chosen, previewRows); },
        [this](const importers::TablePreview& preview) {
            report::Table table;
            table.title = "preview";
            for (const std::string& name : preview.columns)
                table.columns.push_back({name});
            for (const auto& row : preview.rows) {
                auto& cells = table.rows.emplace_back();
                for (std::size_t i = 0; i < preview.columns.size(); ++i)
                    cells.emplace_back(i < row.size() ? row[i] : std::string());
            }
            m_preview->setTable(std::move(table));
            m_line->setText(preview.issues.empty() ? QString() : toQString(issueText(preview.issues.front())));
            Q_EMIT previewed();
        });
}

void TableMappingDialog::askForFile()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("mapping"), tr("Save the mapping"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setNameFilter(tr("Mappings (*.json)"));
    dialog->selectFile(m_mappingFile.isEmpty() ? QStringLiteral("columns.json") : m_mappingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &TableMappingDialog::saveTo);
    dialog->open();
}

void TableMappingDialog::saveTo(const QString& file)
{
    const importers::TableMapping own = mapping();
    std::string text = importers::mappingJson(own);
    if (m_table) {
        std::string others;
        for (const importers::TableMapping& each : mappingsOf(m_mappingFile))
            if (!importers::missingColumns(each, *m_table).empty())
                others += importers::mappingJson(each) + ",\n";
        if (!others.empty())
            text = "{\"mappings\": [" + others + text + "]}\n";
    }
    if (const auto written = writeFileAtomically(toPath(file), text); !written) {
        m_line->setText(asSentence(written.error().text()));
        return;
    }
    Q_EMIT saved(file);
    accept();
}

} // namespace millrace::ui

#include "moc_table_mapping_dialog.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/study_import_dialog.h"

#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/studies/import_model.h"
#include "ui/studies/mapping_dialogs.h"
#include "ui/studies/study_text.h"
#include "ui/studies/typed_paths.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>

namespace millrace::ui {
namespace {

enum MappingChoice
{
    Shipped,
    OwnFile,
    OtherFile
};

} // namespace

StudyImportDialog::StudyImportDialog(Settings& settings, ImportSession::Calls calls, QWidget* parent)
    : QDialog(parent), m_settings(settings), m_session(new ImportSession(std::move(calls), this)),
      m_model(new ImportModel(this)), m_sorted(new QSortFilterProxyModel(this))
{
    setObjectName(QStringLiteral("studyImportDialog"));
    setWindowTitle(tr("Import study or files"));
    resize(860, 660);
    auto* column = new QVBoxLayout(this);
    column->addLayout(makeSource());
    column->addLayout(makeChoices());
    m_counts = new QLabel(this);
    m_counts->setObjectName(QStringLiteral("importCounts"));
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    m_counts->setWordWrap(true);
    column->addWidget(m_counts);
    makeTable();
    column->addWidget(m_table, 4);
    m_issues = new QListWidget(this);
    m_issues->setObjectName(QStringLiteral("importIssues"));
    m_issues->setAccessibleName(tr("What is wrong with the files"));
    m_issues->setWordWrap(true);
    m_issues->setMaximumHeight(120);
    m_issues->hide();
    column->addWidget(m_issues, 1);
    column->addLayout(makeProgress());
    connectAll();
    showScan({});
}

StudyImportDialog::~StudyImportDialog() = default;

QBoxLayout* StudyImportDialog::makeSource()
{
    auto* folder = new QPushButton(icon(QStringLiteral("open")), tr("Choose a &folder…"), this);
    folder->setObjectName(QStringLiteral("importFolder"));
    folder->setAutoDefault(false);
    connect(folder, &QPushButton::clicked, this, &StudyImportDialog::chooseFolder);
    auto* files = new QPushButton(tr("Choose f&iles…"), this);
    files->setObjectName(QStringLiteral("importFiles"));
    files->setAutoDefault(false);
    connect(files, &QPushButton::clicked, this, &StudyImportDialog::chooseFiles);
    m_source = new QLineEdit(this);
    m_source->setObjectName(QStringLiteral("importSource"));
    m_source->setAccessibleName(tr("What is imported"));
    m_source->setPlaceholderText(tr("Path of a study's folder, or of files of other tools"));
    m_source->setClearButtonEnabled(true);
    m_typing.setSingleShot(true);
    m_typing.setInterval(std::chrono::milliseconds(600));
    connect(&m_typing, &QTimer::timeout, this, [this] {
        if (QFileInfo::exists(typedPaths(m_source->text()).value(0)))
            takeTyped();
    });
    connect(m_source, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_source, &QLineEdit::editingFinished, this, &StudyImportDialog::takeTyped);
    m_fields = {folder, files, m_source};
    auto* row = new QHBoxLayout;
    row->addWidget(folder);
    row->addWidget(files);
    row->addWidget(m_source, 1);
    return row;
}

QFormLayout* StudyImportDialog::makeChoices()
{
    m_study = new QComboBox(this);
    m_study->setObjectName(QStringLiteral("importStudy"));
    m_study->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_study->addItem(tr("Detect"), QString());
    for (const studies::StudyInfo& info : studies::studies())
        m_study->addItem(studyTitle(info.name), toQString(info.name));
    m_mappingBox = new QComboBox(this);
    m_mappingBox->setObjectName(QStringLiteral("importMapping"));
    m_mappingBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_mappingBox->setMinimumContentsLength(24);
    m_editMapping = new QPushButton(icon(QStringLiteral("edit")), tr("&Edit…"), this);
    m_editMapping->setObjectName(QStringLiteral("importEditMapping"));
    m_editMapping->setAccessibleName(tr("Edit the mapping"));
    m_editMapping->setAutoDefault(false);
    auto* mapping = new QHBoxLayout;
    mapping->addWidget(m_mappingBox, 1);
    mapping->addWidget(m_editMapping);
    m_store = new QComboBox(this);
    m_store->setObjectName(QStringLiteral("importStore"));
    m_store->setEditable(true);
    m_store->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_store->setInsertPolicy(QComboBox::NoInsert);
    for (const QString& file : m_settings.recentFiles())
        if (file.endsWith(QLatin1String(".mrdb")))
            m_store->addItem(file);
    m_store->setEditText({});
    m_store->lineEdit()->setPlaceholderText(tr("A result store; it is made where it is not there"));
    auto* choose = new QPushButton(tr("C&hoose…"), this);
    choose->setObjectName(QStringLiteral("importChooseStore"));
    choose->setAccessibleName(tr("Choose the store"));
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, &StudyImportDialog::chooseStore);
    auto* store = new QHBoxLayout;
    store->addWidget(m_store, 1);
    store->addWidget(choose);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    const auto add = [this, form](const QString& text, QWidget* field, QLayout* row) {
        auto* label = new QLabel(text, this);
        label->setBuddy(field);
        field->setAccessibleName(QString(text).remove(QLatin1Char('&')));
        if (row != nullptr)
            form->addRow(label, row);
        else
            form->addRow(label, field);
    };
    add(tr("&Study"), m_study, nullptr);
    add(tr("&Mapping"), m_mappingBox, mapping);
    add(tr("&Into the store"), m_store, store);
    m_fields += {m_study, m_mappingBox, m_editMapping, m_store, choose};
    return form;
}

void StudyImportDialog::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ImportModel::SortRole);
    m_table = new TableView(m_settings, QStringLiteral("studyImportTable"), this);
    m_table->setObjectName(QStringLiteral("studyImportTable"));
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Runs that are imported"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->horizontalHeader()->setResizeContentsPrecision(40);
    m_table->setIconSize({14, 14});
    m_table->setEmptyText(tr("The runs found are listed here before anything is imported."));
}

QBoxLayout* StudyImportDialog::makeProgress()
{
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QStringLiteral("importBar"));
    m_bar->setAccessibleName(tr("How much has been read"));
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(14);
    m_bar->hide();
    m_progress = new QLabel(this);
    m_progress->setObjectName(QStringLiteral("importProgress"));
    m_progress->setWordWrap(true);
    m_import = new QPushButton(icon(QStringLiteral("import")), tr("I&mport"), this);
    m_import->setObjectName(QStringLiteral("importStart"));
    m_import->setDefault(true);
    m_open = new QPushButton(icon(QStringLiteral("report")), tr("&Open"), this);
    m_open->setObjectName(QStringLiteral("importOpen"));
    m_open->setToolTip(tr("Figures and audit of what was imported"));
    m_open->hide();
    m_close = new QPushButton(tr("Close"), this);
    m_close->setObjectName(QStringLiteral("importClose"));
    m_close->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_bar, 1);
    row->addWidget(m_progress, 3);
    row->addWidget(m_import);
    row->addWidget(m_open);
    row->addWidget(m_close);
    return row;
}

void StudyImportDialog::connectAll()
{
    connect(m_study, &QComboBox::activated, this, &StudyImportDialog::scan);
    connect(m_mappingBox, &QComboBox::activated, this, [this](int choice) {
        if (m_mappingBox->itemData(choice).toInt() == OtherFile)
            chooseMapping();
        else if (m_mappingBox->itemData(choice).toInt() == Shipped)
            setMapping({});
    });
    connect(m_editMapping, &QPushButton::clicked, this, &StudyImportDialog::editMapping);
    connect(m_store->lineEdit(), &QLineEdit::textEdited, this, [this] {
        m_storeIsOurs = false;
        updateState();
    });
    connect(m_store, &QComboBox::activated, this, [this] {
        m_storeIsOurs = false;
        updateState();
    });
    connect(m_import, &QPushButton::clicked, this, &StudyImportDialog::import);
    connect(m_open, &QPushButton::clicked, this, [this] {
        Q_EMIT openRequested(store());
        accept();
    });
    connect(m_close, &QPushButton::clicked, this, &StudyImportDialog::reject);
    connect(m_session, &ImportSession::scanEnded, this, &StudyImportDialog::showScan);
    connect(m_session, &ImportSession::runsImported, m_model, &ImportModel::addImported);
    connect(m_session, &ImportSession::progressed, this, [this](qlonglong bytes, qlonglong total) {
        m_bar->setRange(0, total > 0 ? 1000 : 0);
        if (total > 0)
            m_bar->setValue(static_cast<int>(1000.0 * static_cast<double>(bytes) / static_cast<double>(total)));
        m_progress->setText(
            tr("%1 of %2 · %3 of %n run(s)", nullptr, m_model->rowCount())
                .arg(formatSize(static_cast<double>(bytes), locale()), formatSize(static_cast<double>(total), locale()))
                .arg(m_model->importedCount()));
    });
    connect(m_session, &ImportSession::ended, this, &StudyImportDialog::showEnd);
}

void StudyImportDialog::setSource(const QStringList& paths, const QString& study)
{
    m_paths = paths;
    const QString first = QDir::toNativeSeparators(paths.value(0));
    m_source->setText(paths.size() > 1 ? tr("%1 and %n more", nullptr, static_cast<int>(paths.size()) - 1).arg(first)
                                       : first);
    m_source->setToolTip(paths.join(QLatin1Char('\n')));
    m_source->setCursorPosition(0);
    m_mapping.clear();
    if (!study.isEmpty())
        setStudy(study);
    scan();
}

void StudyImportDialog::takeTyped()
{
    m_typing.stop();
    if (!m_source->isModified())
        return;
    const QStringList paths = typedPaths(m_source->text());
    if (!paths.isEmpty())
        setSource(paths);
}

void StudyImportDialog::setStudy(const QString& study)
{
    m_study->setCurrentIndex(std::max(0, m_study->findData(study)));
    updateState();
}

void StudyImportDialog::setStore(const QString& file)
{
    m_storeIsOurs = false;
    m_store->setEditText(QDir::toNativeSeparators(file));
    updateState();
}

QString StudyImportDialog::store() const
{
    const QString text = QDir::fromNativeSeparators(m_store->currentText().trimmed());
    return text.isEmpty() ? text : QFileInfo(text).absoluteFilePath();
}

QString StudyImportDialog::study() const
{
    const QString chosen = m_study->currentData().toString();
    if (!chosen.isEmpty() || !m_session->scanned())
        return chosen;
    return toQString(m_session->scanned()->study);
}

studies::StudyOptions StudyImportDialog::options() const
{
    return {m_mapping.isEmpty() ? std::filesystem::path() : toPath(m_mapping)};
}

void StudyImportDialog::setMapping(const QString& file)
{
    m_mapping = file;
    if (!m_paths.isEmpty())
        scan();
    updateState();
}

void StudyImportDialog::scan()
{
    if (m_paths.isEmpty() || m_session->isImporting()) {
        updateState();
        return;
    }
    m_ended = false;
    std::vector<std::filesystem::path> paths;
    for (const QString& path : m_paths)
        paths.push_back(toPath(path));
    m_session->scan(std::move(paths), m_study->currentData().toString().toStdString(), options());
    m_model->setEntries({});
    showIssues({}, {});
    m_counts->setText(tr("Looking into it…"));
    updateState();
}

void StudyImportDialog::showScan(const std::optional<Error>& error)
{
    const auto& scan = m_session->scanned();
    m_study->setItemText(
        0, scan && m_study->currentIndex() == 0 ? tr("Detected: %1").arg(studyTitle(scan->study)) : tr("Detect"));
    m_model->setEntries(scan ? scan->entries : std::vector<studies::StudySource::Entry>());
    m_table->fitColumns();
    std::size_t files = 0;
    if (scan)
        for (const auto& entry : scan->entries)
            files += entry.files.size();
    m_counts->setText(!scan ? QString()
                            : QStringList{tr("%n run(s)", nullptr, m_model->rowCount()),
                                          tr("%n file(s)", nullptr, static_cast<int>(files)),
                                          formatSize(static_cast<double>(scan->bytes), locale()),
                                          studyPublication(scan->study)}
                                  .join(QStringLiteral(" · ")));
    showIssues(scan ? scan->issues : Issues{}, error ? asSentence(error->text()) : QString());
    proposeStore();
    updateState();
}

/// Next to the imported data, named after the study.
void StudyImportDialog::proposeStore()
{
    if (!m_storeIsOurs || study().isEmpty() || m_paths.isEmpty())
        return;
    const QString name = study() == QLatin1String("files") ? QFileInfo(m_paths.front()).completeBaseName() : study();
    m_store->setEditText(
        QDir::toNativeSeparators(QFileInfo(m_paths.front()).absoluteDir().filePath(name + QStringLiteral(".mrdb"))));
}

void StudyImportDialog::showIssues(const Issues& issues, const QString& failure)
{
    const bool dark = isDark(palette());
    m_issues->clear();
    if (!failure.isEmpty())
        m_issues->addItem(new QListWidgetItem(severityIcon(Severity::Error, dark), failure));
    for (const Issue& issue : issues)
        m_issues->addItem(new QListWidgetItem(severityIcon(issue.severity, dark), toQString(issueText(issue))));
    m_issues->setVisible(m_issues->count() > 0);
}

void StudyImportDialog::updateState()
{
    const bool importing = m_session->isImporting();
    const bool ready = m_session->scanned() && m_model->rowCount() > 0 && !m_session->isScanning();
    for (QWidget* field : m_fields)
        field->setEnabled(!importing);
    const bool mapped = study() == QLatin1String("multi-cloud") || study() == QLatin1String("files");
    m_mappingBox->clear();
    m_mappingBox->addItem(study() == QLatin1String("files") ? tr("Guessed from the columns") : tr("As shipped"),
                          Shipped);
    if (!m_mapping.isEmpty()) {
        m_mappingBox->addItem(QDir::toNativeSeparators(m_mapping), OwnFile);
        m_mappingBox->setCurrentIndex(1);
    }
    m_mappingBox->addItem(tr("From a file…"), OtherFile);
    m_mappingBox->setToolTip(m_mapping);
    m_mappingBox->setEnabled(mapped && !importing);
    m_editMapping->setEnabled(mapped && !importing && (study() == QLatin1String("multi-cloud") || !m_paths.isEmpty()));
    m_import->setVisible(!m_ended);
    m_import->setEnabled(ready && !importing && !store().isEmpty());
    m_open->setVisible(m_ended);
    m_open->setDefault(m_ended);
    m_close->setText(importing ? tr("Cancel") : tr("Close"));
    m_bar->setVisible(importing);
    if (!importing && !m_ended)
        m_progress->clear();
}

void StudyImportDialog::import()
{
    if (!m_import->isEnabled())
        return;
    m_model->clearImported();
    showIssues({}, {});
    m_bar->setRange(0, 0);
    m_session->import(toPath(store()), options());
    m_progress->setText(tr("Importing…"));
    updateState();
}

void StudyImportDialog::showEnd(const ImportEnd& end)
{
    const bool cancelled = end.error && end.error->code == ErrorCode::Cancelled;
    m_ended = !end.error;
    QStringList parts{tr("%n run(s) stored", nullptr, static_cast<int>(end.stored))};
    if (end.known > 0)
        parts.append(tr("%n were there already", nullptr, static_cast<int>(end.known)));
    if (end.leftOut > 0)
        parts.append(tr("%n left out", nullptr, static_cast<int>(end.leftOut)));
    std::int64_t issues = 0;
    for (const Issue& issue : end.issues)
        issues += issue.count;
    parts.append(tr("%n issue(s)", nullptr, static_cast<int>(issues)));
    parts.append(tr("%1 s").arg(locale().toString(end.seconds, 'f', 1)));
    QString sentence = parts.join(QStringLiteral(" · "));
    if (cancelled)
        sentence = tr("Cancelled: %1. Stored runs are kept; importing again continues from there.").arg(sentence);
    updateState();
    m_progress->setText(sentence);
    showIssues(end.issues, end.error && !cancelled ? asSentence(end.error->text()) : QString());
    if (m_ended)
        m_open->setFocus();
}

void StudyImportDialog::reject()
{
    if (m_session->isImporting()) {
        m_session->cancelImport();
        m_progress->setText(tr("Cancelling…"));
        return;
    }
    QDialog::reject();
}

void StudyImportDialog::chooseFolder()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("study"), tr("Folder of a study"));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) { setSource({folder}); });
    dialog->open();
}

void StudyImportDialog::chooseFiles()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("study"), tr("Files of measurements"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) { setSource(files); });
    dialog->open();
}

void StudyImportDialog::chooseStore()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("store"), tr("The store to import into"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // it is added to
    dialog->setDefaultSuffix(QStringLiteral("mrdb"));
    dialog->setNameFilter(tr("Result stores (*.mrdb)"));
    if (!store().isEmpty())
        dialog->selectFile(store());
    connect(dialog, &QFileDialog::fileSelected, this, &StudyImportDialog::setStore);
    dialog->open();
}

void StudyImportDialog::chooseMapping()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("mapping"), tr("A mapping"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Mappings (*.json)"));
    connect(dialog, &QFileDialog::fileSelected, this, &StudyImportDialog::setMapping);
    connect(dialog, &QDialog::rejected, this, &StudyImportDialog::updateState);
    dialog->open();
}

void StudyImportDialog::editMapping()
{
    QStringList files;
    if (const auto& scan = m_session->scanned())
        for (const auto& entry : scan->entries)
            for (const auto& file : entry.files)
                files.append(pathText(file));
    QDialog* editor = makeMappingDialog(
        study(), files, m_mapping, m_settings, [this](const QString& file) { setMapping(file); }, this);
    if (editor != nullptr)
        editor->open();
}

} // namespace millrace::ui

#include "moc_study_import_dialog.cpp"

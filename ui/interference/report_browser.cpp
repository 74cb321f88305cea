// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/report_browser.h"

#include "core/report/table_writers.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/figures/save_dialog.h"
#include "ui/figures/sentence_text.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

namespace millrace::ui {
namespace {

enum Page
{
    FigurePage,
    TablePage,
    NotePage
};

constexpr int rowHeight = 24;
constexpr int pageRole = Qt::UserRole;
constexpr int placeRole = Qt::UserRole + 1;
constexpr int nameRole = Qt::UserRole + 2;
const QString notesName = QStringLiteral("notes");

QString joined(const std::vector<std::string>& sentences, const QString& between)
{
    QStringList lines;
    for (const std::string& sentence : sentences)
        lines.append(sentenceText(sentence));
    return lines.join(between);
}

} // namespace

ReportBrowser::ReportBrowser(Settings& settings, const QString& name, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_name(name), m_splitter(new QSplitter(this)),
      m_list(new QListWidget(this)), m_stack(new QStackedWidget(this)),
      m_figure(new FigureView(settings, name + QStringLiteral("Figure"), this)), m_model(new ReportTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)), m_table(new TableView(settings, name + QStringLiteral("Table"), this)),
      m_notes(new QPlainTextEdit(this))
{
    m_list->setObjectName(name + QStringLiteral("Contents"));
    m_list->setAccessibleName(tr("Figures and tables"));
    m_list->setMinimumWidth(150);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setIconSize({16, 16});
    m_notes->setReadOnly(true);
    m_notes->setFrameShape(QFrame::NoFrame);
    m_notes->setAccessibleName(tr("Notes"));
    m_notes->setObjectName(name + QStringLiteral("Notes"));
    m_stack->addWidget(m_figure);
    m_stack->addWidget(makeTablePage());
    m_stack->addWidget(m_notes);
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(m_stack);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({290, 960});
    m_splitter->restoreState(m_settings.widgetState(m_name + QStringLiteral("Splitter")));
    auto* row = new QVBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_splitter);
    connect(m_list, &QListWidget::currentItemChanged, this, &ReportBrowser::showChosen);
    connect(m_figure, &FigureView::failed, this, &ReportBrowser::failed);
    connect(m_figure, &FigureView::noticed, this, &ReportBrowser::noticed);
    connect(m_figure, &FigureView::exportingChanged, this, &ReportBrowser::exportingChanged);
}

ReportBrowser::~ReportBrowser()
{
    m_settings.setWidgetState(m_name + QStringLiteral("Splitter"), m_splitter->saveState());
}

QWidget* ReportBrowser::makeTablePage()
{
    auto* page = new QWidget(this);
    m_tableTitle = new QLabel(page);
    QFont bold = m_tableTitle->font();
    bold.setBold(true);
    m_tableTitle->setFont(bold);
    m_tableTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* copy = new QToolButton(page);
    copy->setObjectName(m_name + QStringLiteral("CopyTable"));
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setText(tr("&Copy table"));
    copy->setToolTip(tr("The whole table as CSV, with all digits"));
    connect(copy, &QToolButton::clicked, this, &ReportBrowser::copyTable);
    auto* out = new QToolButton(page);
    out->setObjectName(m_name + QStringLiteral("ExportTable"));
    out->setIcon(icon(QStringLiteral("export")));
    out->setText(tr("E&xport table"));
    out->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(out);
    menu->addAction(tr("&CSV…"), this, [this] { askForTable(QStringLiteral("csv")); });
    menu->addAction(tr("&JSON…"), this, [this] { askForTable(QStringLiteral("json")); });
    out->setMenu(menu);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ReportTableModel::SortRole);
    m_table->setModel(m_sorted);
    m_table->setObjectName(m_name + QStringLiteral("Table"));
    m_table->setAccessibleName(tr("Table"));
    m_table->setSortingEnabled(true);
    m_tableNotes = new QLabel(page);
    m_tableNotes->setWordWrap(true);
    m_tableNotes->setTextFormat(Qt::PlainText);
    m_tableNotes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_tableNotes->setForegroundRole(QPalette::PlaceholderText);
    m_tableNotes->setContentsMargins(10, 2, 10, 6);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 2, 6, 0);
    bar->addWidget(m_tableTitle, 1);
    for (QToolButton* button : {copy, out}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    column->addWidget(m_tableNotes);
    return page;
}

void ReportBrowser::addHeading(const QString& text)
{
    auto* item = new QListWidgetItem(text, m_list);
    item->setFlags(Qt::NoItemFlags);
    QFont bold = m_list->font();
    bold.setBold(true);
    item->setFont(bold);
    item->setSizeHint({0, rowHeight});
}

void ReportBrowser::addItem(const QString& iconName, const QString& text, const QString& name, int page,
                            std::size_t place)
{
    auto* item = new QListWidgetItem(icon(iconName), text, m_list);
    item->setToolTip(text);
    item->setSizeHint({0, rowHeight});
    item->setData(pageRole, page);
    item->setData(placeRole, QVariant::fromValue(static_cast<qulonglong>(place)));
    item->setData(nameRole, name);
}

void ReportBrowser::setContent(std::vector<report::FigureSpec> figures, std::vector<report::Table> tables,
                               const std::vector<std::string>& notes)
{
    const QString before = chosen();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        m_figures = std::move(figures);
        m_tables = std::move(tables);
        m_notes->setPlainText(joined(notes, QStringLiteral("\n\n")));
        if (!m_figures.empty())
            addHeading(tr("Figures"));
        for (std::size_t i = 0; i < m_figures.size(); ++i)
            addItem(kindIcon(m_figures[i].kind), toQString(m_figures[i].title), toQString(m_figures[i].name),
                    FigurePage, i);
        if (!m_tables.empty())
            addHeading(tr("Tables"));
        for (std::size_t i = 0; i < m_tables.size(); ++i)
            addItem(QStringLiteral("table"), toQString(m_tables[i].title), toQString(m_tables[i].title), TablePage, i);
        if (!notes.empty()) {
            addHeading(tr("Remarks"));
            addItem(QStringLiteral("info"), tr("%Ln note(s)", nullptr, static_cast<int>(notes.size())), notesName,
                    NotePage, 0);
        }
    }
    choose(before);
}

void ReportBrowser::choose(const QString& name)
{
    int first = -1, wanted = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        if (!item->data(pageRole).isValid())
            continue;
        first = first < 0 ? row : first;
        if (wanted < 0 && item->data(nameRole).toString() == name)
            wanted = row;
    }
    m_list->setCurrentRow(wanted < 0 ? first : wanted);
    showChosen();
}

QString ReportBrowser::chosen() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item != nullptr ? item->data(nameRole).toString() : QString();
}

void ReportBrowser::showChosen()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr || !item->data(pageRole).isValid())
        return;
    const auto place = static_cast<std::size_t>(item->data(placeRole).toULongLong());
    const int page = item->data(pageRole).toInt();
    if (page == FigurePage)
        m_figure->setFigure(m_figures[place]);
    else if (page == TablePage)
        showTable(m_tables[place]);
    m_stack->setCurrentIndex(page);
}

void ReportBrowser::showTable(const report::Table& table)
{
    m_tableTitle->setText(toQString(table.title));
    m_tableNotes->setText(joined(table.notes, QStringLiteral(" ")));
    m_tableNotes->setVisible(!table.notes.empty());
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as the report orders them
    m_model->setTable(table);
    m_sorted->sort(-1);
    m_table->fitColumns();
}

void ReportBrowser::copyTable()
{
    QGuiApplication::clipboard()->setText(toQString(report::toCsv(m_model->table())));
    Q_EMIT noticed(tr("The table is in the clipboard, as CSV."));
}

void ReportBrowser::askForTable(const QString& suffix)
{
    askForExport(this, m_settings, toQString(m_model->table().title),
                 tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix), suffix,
                 [this](const QString& file) { exportTable(file); });
}

void ReportBrowser::exportTable(const QString& file)
{
    const report::Provenance provenance = m_figures.empty() ? report::Provenance() : m_figures.front().provenance;
    if (const auto written = writeTable(m_model->table(), provenance, file); written) {
        announceWritten(this, file);
        Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
    } else {
        Q_EMIT failed(written.error());
    }
}

} // namespace millrace::ui

#include "moc_report_browser.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/start_page.h"

#include "core/project/templates.h"
#include "core/studies/study.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/roomy_delegate.h"
#include "ui/base/settings.h"
#include "ui/main/card_grid.h"
#include "ui/main/study_card.h"
#include "ui/main/template_card.h"

#include <QBoxLayout>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include <utility>

namespace millrace::ui {
namespace {

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont bold = label->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.1);
    label->setFont(bold);
    return label;
}

} // namespace

StartPage::StartPage(Settings& settings, QWidget* parent) : QScrollArea(parent), m_settings(settings)
{
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* left = new QVBoxLayout;
    left->setSpacing(10);
    left->addWidget(makeHead());
    left->addSpacing(4);
    left->addWidget(makeTemplates());
    left->addStretch(1);
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    right->addWidget(makeNext());
    right->addWidget(makeStudies());
    right->addSpacing(8);
    right->addWidget(makeRecent(), 1);
    right->addStretch(0);
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(44, 20, 44, 10);
    row->setSpacing(44);
    row->addLayout(left, 13);
    row->addLayout(right, 8);
    setWidget(content);
    connect(&m_settings, &Settings::recentFilesChanged, this, [this] {
        fillRecent();
        fillNext();
    });
    fillRecent();
    fillNext();
}

QWidget* StartPage::makeHead()
{
    auto* head = new QWidget(this);
    auto* title = new QLabel(QStringLiteral("Millrace"), head);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 2.2);
    title->setFont(font);
    auto* hint =
        new QLabel(tr("Experiments on the network side of distributed training: define a cluster and a grid of "
                      "runs, run it on this machine, watch it, compare the results."),
                   head);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);

    const auto makeButton = [head](const char* name, const QString& iconName, const QString& text) {
        auto* button = new QPushButton(icon(iconName), text, head);
        button->setObjectName(QString::fromLatin1(name));
        button->setMinimumHeight(button->sizeHint().height() + 8);
        return button;
    };
    auto* run = makeButton("runQuickstart", QStringLiteral("play"), tr("&Run the quickstart"));
    run->setDefault(true);
    run->setToolTip(
        tr("30 runs on four emulated nodes, about two minutes; kept in the documents' folder \"Millrace\""));
    connect(run, &QPushButton::clicked, this, [this] { Q_EMIT templateRunRequested(QStringLiteral("quickstart")); });
    auto* fresh = makeButton("startNew", QStringLiteral("new"), tr("&New project"));
    connect(fresh, &QPushButton::clicked, this, [this] { Q_EMIT templateChosen({}); });
    auto* open = makeButton("startOpen", QStringLiteral("open"), tr("&Open…"));
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(run);
    buttons->addWidget(fresh);
    buttons->addWidget(open);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(hint);
    column->addSpacing(4);
    column->addLayout(buttons);
    return head;
}

QWidget* StartPage::makeTemplates()
{
    auto* group = new QWidget(this);
    auto* cards = new CardGrid(group);
    for (const project::Template& each : project::templates()) {
        auto* card =
            new TemplateCard(toQString(each.name), templateText(each.title), templateText(each.summary), cards);
        connect(card, &QAbstractButton::clicked, this, [this, card] { Q_EMIT templateChosen(card->name()); });
        cards->add(card);
    }
    auto* column = new QVBoxLayout(group);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(14);
    column->addWidget(makeHeading(tr("Start from a template"), group));
    column->addWidget(cards);
    return group;
}

QWidget* StartPage::makeStudies()
{
    auto* group = new QWidget(this);
    auto* column = new QVBoxLayout(group);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(makeHeading(tr("Published studies"), group));
    for (const studies::StudyInfo& each : studies::studies()) {
        auto* card = new StudyCard(each.name, group);
        connect(card, &QAbstractButton::clicked, this, [this, card] { Q_EMIT importRequested(card->study()); });
        column->addWidget(card);
    }
    return group;
}

QWidget* StartPage::makeNext()
{
    auto* group = new QWidget(this);
    m_next = new QLabel(group);
    m_next->setObjectName(QStringLiteral("nextSteps"));
    m_next->setWordWrap(true);
    m_next->setTextFormat(Qt::RichText);
    m_next->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_next, &QLabel::linkActivated, this, &StartPage::followLink);
    auto* column = new QVBoxLayout(group);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(makeHeading(tr("What to do next"), group));
    column->addWidget(m_next);
    return group;
}

QWidget* StartPage::makeRecent()
{
    m_recentGroup = new QWidget(this);
    m_recent = new QListWidget(m_recentGroup);
    m_recent->setObjectName(QStringLiteral("recentList"));
    m_recent->setAccessibleName(tr("Recent files"));
    m_recent->setItemDelegate(new RoomyDelegate(m_recent));
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setMinimumHeight(3 * m_recent->fontMetrics().lineSpacing()); // it has its own scroll bar
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setSelectionMode(QAbstractItemView::SingleSelection);
    const auto choose = [this](QListWidgetItem* item) { Q_EMIT fileChosen(item->data(Qt::UserRole).toString()); };
    connect(m_recent, &QListWidget::itemActivated, this, choose);
    connect(m_recent, &QListWidget::itemClicked, this, choose);
    auto* column = new QVBoxLayout(m_recentGroup);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeHeading(tr("Recent files"), m_recentGroup));
    column->addWidget(m_recent, 1);
    return m_recentGroup;
}

void StartPage::fillRecent()
{
    m_recent->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        const bool isStore = info.suffix() == QLatin1String("mrdb");
        auto* item = new QListWidgetItem(
            icon(isStore ? QStringLiteral("results") : QStringLiteral("project")),
            tr("%1  in  %2").arg(info.fileName(), QDir::toNativeSeparators(info.absolutePath())), m_recent);
        item->setData(Qt::UserRole, file);
        item->setToolTip(file);
    }
    m_recentGroup->setVisible(!files.isEmpty());
}

void StartPage::fillNext()
{
    QStringList steps;
    QString store;
    for (const QString& file : m_settings.recentFiles()) {
        if (store.isEmpty() && file.endsWith(QLatin1String(".mrdb")))
            store = file;
    }
    if (m_settings.recentFiles().isEmpty())
        steps.append(tr("<a href=\"run:quickstart\">Run the quickstart</a> to see a whole experiment: 30 runs, live "
                        "plots, a table with intervals."));
    else if (!store.isEmpty())
        steps.append(tr("<a href=\"file:%1\">Compare the results</a> of the last campaign: plot a metric over any "
                        "factor, or two groups of runs against each other.")
                         .arg(store.toHtmlEscaped()));
    steps.append(tr("<a href=\"new:loss-and-delay\">Change a template</a>: nodes, links, factors and levels; a dry run "
                    "next to the editor shows how many runs it makes and how long they take."));
    steps.append(tr("<a href=\"open:\">Open</a> a project (*.millrace), a result store (*.mrdb) or a capture (*.pcap, "
                    "*.pcapng), or drop it "
                    "anywhere on this window."));
    steps.append(tr("Press F1 on any page for its manual."));
    QString html = QStringLiteral("<ol style=\"margin-left:-22px\">");
    for (const QString& step : steps)
        html += QStringLiteral("<li style=\"margin-bottom:7px\">%1</li>").arg(step);
    m_next->setText(html + QStringLiteral("</ol>"));
}

void StartPage::followLink(const QString& link)
{
    const QString kind = link.section(QLatin1Char(':'), 0, 0);
    const QString rest = link.section(QLatin1Char(':'), 1);
    if (kind == QLatin1String("run"))
        Q_EMIT templateRunRequested(rest);
    else if (kind == QLatin1String("new"))
        Q_EMIT templateChosen(rest);
    else if (kind == QLatin1String("file"))
        Q_EMIT fileChosen(rest);
    else
        Q_EMIT openRequested();
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT leaveRequested();
    else
        QScrollArea::keyPressEvent(event);
}

void StartPage::changeEvent(QEvent* event)
{
    // Links keep the colour of the time of layout.
    if (event->type() == QEvent::PaletteChange && m_next)
        fillNext();
    QScrollArea::changeEvent(event);
}

} // namespace millrace::ui

#include "moc_start_page.cpp"

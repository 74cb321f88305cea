// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/study_figure_panel.h"

#include "core/base/file_io.h"
#include "core/report/svg_multiples.h"
#include "ui/base/empty_state.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/save_dialog.h"
#include "ui/studies/number_table.h"
#include "ui/studies/study_text.h"

#include <QBoxLayout>
#include <QBuffer>
#include <QButtonGroup>
#include <QEvent>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QSvgRenderer>
#include <QTextBrowser>
#include <QToolButton>

namespace millrace::ui {
namespace {

const QString panelSplitterName = QStringLiteral("studyFigure");
const QString belowName = QStringLiteral("studyFigureBelow");
const QString shownKey = QStringLiteral("studies/shown");
constexpr double bothScale = 2; ///< dots per unit of the drawing

Result<QByteArray> pngOfSvg(const QByteArray& svg)
{
    QSvgRenderer renderer(svg);
    if (!renderer.isValid())
        return fail(ErrorCode::Internal, "the drawing cannot be made into a picture; export it as SVG instead");
    QImage image((QSizeF(renderer.defaultSize()) * bothScale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return fail(ErrorCode::InvalidInput, "the picture is too large for this machine; export it as SVG instead");
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return fail(ErrorCode::Internal, "the picture could not be encoded as PNG; export it as SVG instead");
    return buffer.data();
}

QString paragraphs(const QString& heading, const QStringList& sentences)
{
    if (sentences.isEmpty())
        return {};
    QString html = QStringLiteral("<p style=\"margin-bottom:2px\"><b>%1</b></p>").arg(heading.toHtmlEscaped());
    for (const QString& sentence : sentences)
        html += QStringLiteral("<p style=\"margin-top:2px;margin-bottom:4px\">%1</p>").arg(sentence.toHtmlEscaped());
    return html;
}

bool isTableOnly(const studies::StudyFigure& figure)
{
    return !figure.published && !figure.measured;
}

} // namespace

StudyFigurePanel::StudyFigurePanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_pair(new FigurePair(settings, this)), m_empty(new EmptyState(this)),
      m_stack(new QStackedWidget(this)), m_splitter(new QSplitter(Qt::Vertical, this)), m_strip(new JobStrip(this))
{
    m_empty->setObjectName(QStringLiteral("studyFigureEmpty"));
    m_splitter->addWidget(m_pair);
    m_splitter->addWidget(makeBelow());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({380, 230});
    m_splitter->restoreState(m_settings.widgetState(panelSplitterName));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    m_strip->attach(m_job, tr("Exporting"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_stack, 1);
    column->addWidget(m_strip);
    connect(m_pair, &FigurePair::failed, this, &StudyFigurePanel::failed);
    connect(m_pair, &FigurePair::noticed, this, &StudyFigurePanel::noticed);
    connect(m_pair, &FigurePair::exportingChanged, this, &StudyFigurePanel::exportingChanged);
    connect(&m_job, &JobRunner::runningChanged, this, &StudyFigurePanel::exportingChanged);
    m_empty->setContent(QStringLiteral("chart-bar"), tr("No figure chosen"), tr("Choose one on the left."));
}

StudyFigurePanel::~StudyFigurePanel()
{
    m_settings.setWidgetState(panelSplitterName, m_splitter->saveState());
    m_settings.setWidgetState(belowName, m_below->saveState());
}

QWidget* StudyFigurePanel::makeSwitch()
{
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_switch = new QButtonGroup(this);
    const int kept = m_settings.value(shownKey, 0).toInt();
    const auto add = [&](const char* name, const QString& text, FigurePair::Shown shown) {
        auto* button = new QToolButton(box);
        button->setObjectName(QLatin1String(name));
        button->setText(text);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setChecked(static_cast<int>(shown) == kept);
        m_switch->addButton(button, static_cast<int>(shown));
        row->addWidget(button);
    };
    add("showBoth", tr("&Both"), FigurePair::Shown::Both);
    add("showPublished", tr("As &published"), FigurePair::Shown::Published);
    add("showMeasured", tr("As &measured"), FigurePair::Shown::Measured);
    if (m_switch->checkedId() < 0)
        m_switch->button(0)->setChecked(true);
    connect(m_switch, &QButtonGroup::idClicked, this, [this](int id) {
        m_settings.setValue(shownKey, id);
        m_pair->setShown(static_cast<FigurePair::Shown>(id));
    });
    m_pair->setShown(static_cast<FigurePair::Shown>(m_switch->checkedId()));
    return box;
}

QWidget* StudyFigurePanel::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new QLabel(header);
    m_title->setObjectName(QStringLiteral("studyFigureTitle"));
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    m_title->setFont(font);
    m_source = new QLabel(header);
    m_source->setObjectName(QStringLiteral("studyFigureSource"));
    m_source->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_title, m_source}) {
        label->setTextFormat(Qt::PlainText);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    m_export = new QToolButton(header);
    m_export->setObjectName(QStringLiteral("studyFigureExport"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export &both"));
    m_export->setToolTip(tr("Both variants in one drawing, with their definitions"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setAutoRaise(true);
    m_export->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("&SVG…"), this, [this] { ask(BothFormat::Svg); });
    menu->addAction(tr("&PNG…"), this, [this] { ask(BothFormat::Png); });
    m_export->setMenu(menu);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(m_title);
    texts->addWidget(m_source);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 8, 8, 4);
    row->addLayout(texts, 1);
    row->addWidget(makeSwitch());
    row->addSpacing(8);
    row->addWidget(m_export);
    return header;
}

QWidget* StudyFigurePanel::makeBelow()
{
    m_words = new QTextBrowser(this);
    m_words->setObjectName(QStringLiteral("studyFigureWords"));
    m_words->setAccessibleName(tr("What was computed, and why the two differ"));
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->setOpenLinks(false);
    m_words->document()->setDocumentMargin(10);
    m_words->setMinimumWidth(180);
    m_numbers = new NumberTable(m_settings, QStringLiteral("studyNumbers"), tr("Numbers"), this);
    m_numbers->setColumnsVary(true);
    m_numbers->setMinimumHeight(120);
    connect(m_numbers, &NumberTable::failed, this, &StudyFigurePanel::failed);
    connect(m_numbers, &NumberTable::noticed, this, &StudyFigurePanel::noticed);
    m_below = new QSplitter(this);
    m_below->addWidget(m_words);
    m_below->addWidget(m_numbers);
    m_below->setChildrenCollapsible(false);
    m_below->setStretchFactor(0, 2);
    m_below->setStretchFactor(1, 3);
    m_below->setSizes({330, 650});
    m_below->restoreState(m_settings.widgetState(belowName));
    return m_below;
}

bool StudyFigurePanel::showsFigure() const
{
    return m_stack->currentWidget() == m_splitter;
}

void StudyFigurePanel::showHeader(const studies::Recipe& recipe)
{
    m_title->setText(toQString(recipe.title.empty() ? recipe.name : recipe.title));
    m_title->setToolTip(m_title->text());
    QStringList parts;
    for (const std::string& part : {recipe.source, recipe.description})
        if (!part.empty())
            parts.append(toQString(part));
    m_source->setText(parts.join(QStringLiteral(" · ")));
    m_source->setToolTip(m_source->text());
}

void StudyFigurePanel::showWaiting(const studies::Recipe& recipe)
{
    const bool same = m_figure && m_figure->recipe.name == recipe.name && m_figure->recipe.study == recipe.study;
    showHeader(recipe);
    if (same && showsFigure())
        return;
    m_export->setEnabled(false);
    m_empty->clearActions();
    m_empty->setContent(recipeIcon(recipe.kind), tr("Computing the figure"), tr("This takes a moment."));
    m_stack->setCurrentWidget(m_empty);
}

void StudyFigurePanel::showNothing(const studies::Recipe& recipe, const QString& iconName, const QString& title,
                                   const QString& sentence)
{
    m_figure.reset();
    showHeader(recipe);
    m_export->setEnabled(false);
    m_empty->clearActions();
    m_empty->setContent(iconName, title, sentence);
    m_stack->setCurrentWidget(m_empty);
}

void StudyFigurePanel::showFigure(studies::StudyFigure figure)
{
    m_figure = std::move(figure);
    showHeader(m_figure->recipe);
    m_pair->setFigure(*m_figure);
    const auto& spec = m_figure->measured ? m_figure->measured : m_figure->published;
    m_numbers->setTable(m_figure->table, spec ? spec->provenance : report::Provenance());
    m_numbers->setHeading(tr("Numbers · %n row(s)", nullptr, static_cast<int>(m_figure->table.rows.size())));
    fillWords();
    fitParts();
    m_stack->setCurrentWidget(m_splitter);
}

/// A table has no drawing; a figure with a single variant needs no switch.
void StudyFigurePanel::fitParts()
{
    const bool tableOnly = isTableOnly(*m_figure);
    m_pair->setVisible(!tableOnly);
    // A table alone gets the whole width, with its words above it.
    if (const Qt::Orientation wanted = tableOnly ? Qt::Vertical : Qt::Horizontal; m_below->orientation() != wanted) {
        m_below->setOrientation(wanted);
        m_below->setSizes(tableOnly ? QList<int>{160, 440} : QList<int>{330, 650});
    }
    m_export->setEnabled(!tableOnly);
    for (QAbstractButton* button : m_switch->buttons())
        button->setEnabled(!tableOnly);
}

void StudyFigurePanel::fillWords()
{
    if (!m_figure)
        return;
    // The same text often occurs in several places: shown once.
    std::vector<QString> said;
    const auto addOnce = [&said](QStringList& list, const std::string& text) {
        QString rest = asSentence(text);
        for (const QString& known : said)
            rest.remove(known);
        rest = rest.trimmed();
        if (rest.isEmpty() || rest == QLatin1String("As published:") || rest == QLatin1String("As measured:"))
            return;
        list.append(rest);
        // Without "As measured: " before it.
        const qsizetype colon = rest.indexOf(QLatin1String(": "));
        said.push_back(rest.startsWith(QLatin1String("As ")) && colon > 0 ? rest.mid(colon + 2) : rest);
    };
    QStringList differences, definitions, captions, notes;
    addOnce(differences, m_figure->recipe.remark);
    for (const std::string& sentence : m_figure->definitions)
        addOnce(definitions, sentence);
    for (const auto* spec : {&m_figure->published, &m_figure->measured})
        if (*spec)
            addOnce(captions, (*spec)->caption);
    for (const auto* spec : {&m_figure->published, &m_figure->measured})
        if (*spec)
            addOnce(notes, (*spec)->note);
    for (const auto* list : {&m_figure->notes, &m_figure->table.notes})
        for (const std::string& note : *list)
            addOnce(notes, note);
    m_words->setHtml(paragraphs(tr("What is computed"), definitions) + paragraphs(tr("Why they differ"), differences)
                     + paragraphs(tr("Values and intervals"), captions) + paragraphs(tr("Remarks"), notes));
}

QString StudyFigurePanel::words() const
{
    return m_words->toPlainText();
}

void StudyFigurePanel::ask(BothFormat format)
{
    if (!m_figure)
        return;
    const QString suffix = format == BothFormat::Svg ? QStringLiteral("svg") : QStringLiteral("png");
    askForExport(this, m_settings, toQString(m_figure->recipe.name),
                 tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix), suffix,
                 [this, format](const QString& file) { exportBoth(format, file); });
}

void StudyFigurePanel::exportBoth(BothFormat format, const QString& file)
{
    if (!m_figure)
        return;
    m_job.start(
        [figure = *m_figure, format, file](const JobContext&) -> Result<void> {
            const std::string svg = studies::studyFigureSvg(figure);
            if (format == BothFormat::Svg)
                return writeFileAtomically(toPath(file), svg);
            MR_TRY(png, pngOfSvg(QByteArray::fromStdString(report::forSvgTiny(svg))));
            return writeFileAtomically(toPath(file),
                                       std::string_view(png.constData(), static_cast<std::size_t>(png.size())));
        },
        [this, file](const Result<void>& done) {
            if (done) {
                announceWritten(this, file);
                Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
            } else {
                Q_EMIT failed(done.error());
            }
        });
}

bool StudyFigurePanel::isExporting() const
{
    return m_job.isRunning() || m_pair->isExporting();
}

void StudyFigurePanel::cancelExport()
{
    m_job.cancel();
    m_pair->cancelExport();
}

void StudyFigurePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_words != nullptr)
        fillWords();
}

} // namespace millrace::ui

#include "moc_study_figure_panel.cpp"

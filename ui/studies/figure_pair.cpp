// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/figure_pair.h"

#include "core/base/error.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_view.h"
#include "ui/studies/study_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>

namespace millrace::ui {
namespace {

constexpr int roomForTwo = 640; ///< px
const QString pairSplitterName = QStringLiteral("studyFigurePair");

/// Why a side is empty.
QString absentText(const studies::StudyFigure& figure, bool published)
{
    const bool wanted = published ? figure.recipe.published.has_value() : figure.recipe.measured.has_value();
    if (!wanted && !figure.recipe.remark.empty())
        return asSentence(figure.recipe.remark);
    if (!wanted)
        return published ? FigurePair::tr("The study has no such figure.")
                         : FigurePair::tr("It is right as it was published.");
    for (const std::string& note : figure.notes)
        return asSentence(note);
    return FigurePair::tr("The numbers are in the table below.");
}

} // namespace

FigurePair::FigurePair(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_splitter(new QSplitter(this)),
      m_published(new FigureView(settings, QStringLiteral("publishedFigure"), this)),
      m_measured(new FigureView(settings, QStringLiteral("measuredFigure"), this)),
      m_publishedSide(makeSide(tr("As published"), m_published)),
      m_measuredSide(makeSide(tr("As measured"), m_measured))
{
    m_splitter->setObjectName(pairSplitterName);
    m_splitter->addWidget(m_publishedSide);
    m_splitter->addWidget(m_measuredSide);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({500, 500});
    m_splitter->restoreState(m_settings.widgetState(pairSplitterName));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);
    for (FigureView* view : {m_published, m_measured}) {
        view->setCaptionVisible(false);
        connect(view, &FigureView::failed, this, &FigurePair::failed);
        connect(view, &FigureView::noticed, this, &FigurePair::noticed);
        connect(view, &FigureView::exportingChanged, this, &FigurePair::exportingChanged);
    }
}

FigurePair::~FigurePair()
{
    m_settings.setWidgetState(pairSplitterName, m_splitter->saveState());
}

QWidget* FigurePair::makeSide(const QString& heading, FigureView* view)
{
    auto* side = new QWidget(this);
    auto* label = new QLabel(heading, side);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setAlignment(Qt::AlignCenter);
    label->setContentsMargins(10, 4, 10, 0);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(label);
    column->addWidget(view, 1);
    return side;
}

void FigurePair::setFigure(const studies::StudyFigure& figure)
{
    const auto show = [&figure](FigureView* view, const std::optional<report::FigureSpec>& spec, bool published) {
        if (spec)
            view->setFigure(*spec);
        else
            view->setNothing(published ? tr("Not published") : tr("No other figure"), absentText(figure, published));
    };
    show(m_published, figure.published, true);
    show(m_measured, figure.measured, false);
    m_hasPublished = figure.published.has_value();
    m_hasMeasured = figure.measured.has_value();
    applyShown();
}

void FigurePair::setShown(Shown shown)
{
    m_shown = shown;
    applyShown();
}

void FigurePair::applyShown()
{
    const bool both = m_shown == Shown::Both;
    m_publishedSide->setVisible(both ? m_hasPublished || !m_hasMeasured : m_shown == Shown::Published);
    m_measuredSide->setVisible(both ? m_hasMeasured || !m_hasPublished : m_shown == Shown::Measured);
}

bool FigurePair::isExporting() const
{
    return m_published->isExporting() || m_measured->isExporting();
}

void FigurePair::cancelExport()
{
    m_published->cancelExport();
    m_measured->cancelExport();
}

void FigurePair::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void FigurePair::arrange()
{
    const Qt::Orientation wanted = width() < roomForTwo ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() != wanted)
        m_splitter->setOrientation(wanted);
}

} // namespace millrace::ui

#include "moc_figure_pair.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/predictor_header.h"

#include "ui/base/elided_label.h"
#include "ui/base/icons.h"

#include <QAction>
#include <QBoxLayout>
#include <QLabel>
#include <QToolBar>

namespace millrace::ui {

PredictorHeader::PredictorHeader(const QString& title, const QString& path, bool isOfStore, QWidget* parent)
    : QWidget(parent), m_summary(new QLabel(tr("Reading…"), this))
{
    auto* heading = new ElidedLabel(title, this);
    QFont font = heading->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    heading->setFont(font);
    heading->setToolTip(path);
    m_summary->setObjectName(QStringLiteral("predictorSummary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(heading);
    texts->addWidget(m_summary);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 10, 8, 4);
    row->addLayout(texts, 1);
    row->addWidget(makeToolBar(isOfStore));
    setState(true, false, 0);
}

QToolBar* PredictorHeader::makeToolBar(bool isOfStore)
{
    auto* bar = new QToolBar(this);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({16, 16});
    const auto add = [this, bar](const char* name, const char* picture, const QString& text, const QString& tip,
                                 void (PredictorHeader::*signal)()) {
        QAction* action = bar->addAction(icon(QLatin1String(picture)), text, this, signal);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(tip);
        return action;
    };
    m_trainHere = add("trainHere", "run", tr("&Train on these runs"),
                      tr("Train a predictor on the measured runs of this store and keep it as a new version"),
                      &PredictorHeader::trainHereRequested);
    m_trainHere->setVisible(isOfStore);
    m_trainFiles = add("trainFiles", "import", tr("Train on f&iles…"),
                       tr("Train on result stores and files of samples"), &PredictorHeader::trainFilesRequested);
    m_learn = add("learnRuns", "add", tr("&Learn new runs"),
                  tr("Add the runs that the predictor does not know yet, without a training"),
                  &PredictorHeader::learnRequested);
    m_learn->setVisible(isOfStore);
    m_open = add("openPredictor", "open", tr("&Open…"), tr("Open a saved predictor"), &PredictorHeader::openRequested);
    m_save = add("savePredictor", "save", tr("&Save…"), tr("Save the predictor as a file, for millrace-cli predict"),
                 &PredictorHeader::saveRequested);
    return bar;
}

void PredictorHeader::setSummary(const QString& text)
{
    m_summary->setText(text);
    m_summary->setToolTip(text);
}

QString PredictorHeader::summary() const
{
    return m_summary->text();
}

QList<QAction*> PredictorHeader::beginnings() const
{
    QList<QAction*> actions{m_trainFiles, m_open};
    if (m_trainHere->isVisible())
        actions.prepend(m_trainHere);
    return actions;
}

void PredictorHeader::setState(bool isBusy, bool hasPredictor, std::size_t newRuns)
{
    for (QAction* action : {m_trainHere, m_trainFiles, m_open})
        action->setEnabled(!isBusy);
    m_learn->setEnabled(!isBusy && newRuns > 0);
    m_learn->setText(newRuns > 0 ? tr("&Learn %n new run(s)", nullptr, static_cast<int>(newRuns))
                                 : tr("&Learn new runs"));
    m_save->setEnabled(!isBusy && hasPredictor);
}

} // namespace millrace::ui

#include "moc_predictor_header.cpp"

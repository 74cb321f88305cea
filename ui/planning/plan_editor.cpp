// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/plan_editor.h"

#include "ui/base/settings.h"
#include "ui/planning/plan_form.h"
#include "ui/planning/plan_view.h"
#include "ui/planning/price_editor.h"

#include <QBoxLayout>
#include <QSplitter>
#include <QTabWidget>

namespace millrace::ui {

PlanEditor::PlanEditor(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_form(new PlanForm(editor, settings)), m_view(new PlanView(editor, settings)),
      m_prices(new PriceEditor(editor, settings)), m_tabs(new QTabWidget)
{
    setObjectName(QStringLiteral("planEditor"));
    const QString name = QStringLiteral("planSplitter");
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_form);
    m_tabs->setObjectName(QStringLiteral("planParts"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_view, tr("C&hoices"));
    m_tabs->addTab(m_prices, tr("&Prices of the project"));
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({440, 620});
    splitter->restoreState(settings.widgetState(name));
    connect(splitter, &QSplitter::splitterMoved, this,
            [splitter, name, &settings] { settings.setWidgetState(name, splitter->saveState()); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    connect(m_form, &PlanForm::noticed, this, &PlanEditor::noticed);
    connect(m_form, &PlanForm::failed, this, &PlanEditor::failed);
    connect(m_view, &PlanView::noticed, this, &PlanEditor::noticed);
    connect(m_view, &PlanView::failed, this, &PlanEditor::failed);
    connect(m_prices, &PriceEditor::noticed, this, &PlanEditor::noticed);
    connect(m_prices, &PriceEditor::failed, this, &PlanEditor::failed);
}

void PlanEditor::setProjectFile(const std::filesystem::path& file)
{
    m_view->setProjectFile(file);
}

void PlanEditor::setIndex(int plan)
{
    m_form->setIndex(plan);
    m_view->setIndex(plan);
}

void PlanEditor::showField(const QString& path)
{
    const bool isPrice = path.startsWith(QLatin1String("prices"));
    m_tabs->setCurrentIndex(isPrice ? 1 : 0);
    if (isPrice)
        m_prices->showField(path);
    else
        m_form->showField(path);
}

} // namespace millrace::ui

#include "moc_plan_editor.cpp"

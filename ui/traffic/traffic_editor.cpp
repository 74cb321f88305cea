// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/traffic/traffic_editor.h"

#include "ui/base/settings.h"
#include "ui/traffic/traffic_form.h"
#include "ui/traffic/traffic_view.h"

#include <QBoxLayout>
#include <QSplitter>

namespace millrace::ui {

TrafficEditor::TrafficEditor(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_form(new TrafficForm(editor, settings)), m_view(new TrafficView(editor, settings))
{
    setObjectName(QStringLiteral("trafficEditor"));
    const QString name = QStringLiteral("trafficSplitter");
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_form);
    splitter->addWidget(m_view);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    m_form->setMinimumWidth(fontMetrics().averageCharWidth() * 46);
    splitter->setSizes({440, 620});
    splitter->restoreState(settings.widgetState(name));
    connect(splitter, &QSplitter::splitterMoved, this,
            [splitter, name, &settings] { settings.setWidgetState(name, splitter->saveState()); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    connect(m_view, &TrafficView::noticed, this, &TrafficEditor::noticed);
    connect(m_view, &TrafficView::failed, this, &TrafficEditor::failed);
}

void TrafficEditor::setIndex(int profile)
{
    m_form->setIndex(profile);
    m_view->setIndex(profile);
}

void TrafficEditor::showField(const QString& path)
{
    m_form->showField(path);
}

} // namespace millrace::ui

#include "moc_traffic_editor.cpp"

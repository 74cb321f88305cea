// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/edit/cell_walk.h"
#include "ui/edit/field_edit.h"
#include "ui/grid/extras_model.h"
#include "ui/grid/workload_form.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace millrace::ui {

namespace {

/// Options of scripts that have a field of their own, where the framework knows them.
constexpr const char* optionFields[] = {"data", "image_size", "python", "gpus"};

} // namespace

void WorkloadForm::addOption(const char* name, const QString& label, const QString& placeholder,
                             std::function<QString(const QString&)> check)
{
    auto* edit = new FieldEdit(nullptr);
    addRow(std::string("extras.") + name, label, edit);
    edit->setObjectName(QStringLiteral("workload_option_") + QLatin1String(name));
    edit->setPlaceholderText(placeholder);
    edit->setCheck(std::move(check));
    m_fields.bind(edit, std::string("extras.") + name, tr("Change %1").arg(QString(label).remove(QLatin1Char('&'))),
                  m_workload.read([name](const launch::Workload& workload) {
                      const auto found = workload.extras.find(name);
                      return found == workload.extras.end() ? QString() : toQString(found->second);
                  }),
                  m_workload.write([name](launch::Workload& workload, const QString& text) {
                      if (text.trimmed().isEmpty())
                          workload.extras.erase(name);
                      else
                          workload.extras[name] = text.trimmed().toStdString();
                  }));
}

void WorkloadForm::makeData()
{
    const auto number = [](int least) {
        return [least](const QString& text) {
            bool good = false;
            const int value = text.trimmed().toInt(&good);
            return text.trimmed().isEmpty() || (good && value >= least)
                ? QString()
                : WorkloadForm::tr("Enter a whole number, at least %1, or leave it empty.").arg(least);
        };
    };
    addOption("data", tr("D&ata"), tr("synthetic; or the folder on the nodes that contains cifar-10-batches-py"),
              [](const QString& text) {
                  const QString place = text.trimmed();
                  return place.isEmpty() || place == QLatin1String("synthetic") || place.startsWith(QLatin1Char('/'))
                      ? QString()
                      : WorkloadForm::tr("Write “synthetic” or an absolute path on the nodes.");
              });
    addOption("image_size", tr("&Image size, pixels"), tr("224; 32 for CIFAR-10"), number(1));
    addOption("python", tr("Python"), tr("python3; for example /usr/bin/python3"),
              [](const QString&) { return QString(); });
    addOption("gpus", tr("&GPUs of each node"), tr("unknown"), number(0));
}

void WorkloadForm::makeExtras()
{
    m_extrasView = new QTableView;
    m_extrasView->setModel(m_extras);
    m_extrasView->setTabKeyNavigation(false);
    auto* walk = new CellWalk(m_extrasView, [this] { m_extras->addRow(); });
    auto* delegate = new WalkingDelegate(m_extrasView);
    m_extrasView->setItemDelegate(delegate);
    connect(delegate, &WalkingDelegate::walked, walk, [walk](CellWalk::Step step) { walk->walk(step, true); });
    m_extrasView->horizontalHeader()->setStretchLastSection(true);
    m_extrasView->verticalHeader()->hide();
    m_extrasView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_extrasView->setFixedHeight(m_extrasView->verticalHeader()->defaultSectionSize() * 4);
    const auto button = [this](const QString& name, const QString& tip, auto run) {
        auto* made = new QToolButton;
        made->setIcon(icon(name));
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setObjectName(QStringLiteral("extras_") + name);
        connect(made, &QToolButton::clicked, this, run);
        return made;
    };
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(button(QStringLiteral("add"), tr("Add an option"), [this] {
        m_extras->addRow();
        const QModelIndex cell = m_extras->index(m_extras->rowCount() - 1, 0);
        m_extrasView->setCurrentIndex(cell);
        m_extrasView->edit(cell);
    }));
    buttons->addWidget(button(QStringLiteral("remove"), tr("Remove the option"),
                              [this] { m_extras->removeRowAt(m_extrasView->currentIndex().row()); }));
    buttons->addStretch();
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_extrasView, 1, Qt::AlignTop);
    both->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addLayout(buttons);
    addRow("extras", m_make.label(m_make.find("extras")), both);
    m_extrasView->setObjectName(QStringLiteral("workload_extras_table"));
    m_extrasView->setAccessibleName(tr("Further options, handed on as they are"));
}

void WorkloadForm::updateOptions(const launch::FrameworkTraits* traits)
{
    std::set<std::string> own;
    for (const char* name : optionFields) {
        if (traits && std::ranges::find(traits->options, name) != traits->options.end())
            own.insert(name);
    }
    for (const Row& row : m_rows) {
        if (!row.field.starts_with("extras."))
            continue;
        m_layout->setRowVisible(row.line, own.contains(row.field.substr(7)));
    }
    m_extras->setOwnFields(std::move(own));
}

} // namespace millrace::ui

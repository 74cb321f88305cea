// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/cluster_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/project_changes.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

#include <map>

namespace millrace::ui {

ClusterForm::ClusterForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(12, 10, 12, 4);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(3);
    makeFields();
    makeChoices();
    connectFields();
    for (const int column : {1, 3, 5})
        m_grid->setColumnStretch(column, 1);
    m_editor.notify(this, &ClusterForm::read);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, &ClusterForm::showProblems);
}

void ClusterForm::place(const QString& text, QWidget* field, QLabel* note)
{
    auto* label = new QLabel(text, this);
    label->setBuddy(field);
    field->setAccessibleName(QString(text).remove(QLatin1Char('&')).remove(QLatin1Char(':')));
    m_places.push_back({label, field, note});
}

/// Three fields in a row, each with its note below it; those that only emulated clusters have are hidden for others.
void ClusterForm::arrange(cluster::ClusterKind kind)
{
    if (m_arrangedFor == kind)
        return;
    m_arrangedFor = kind;
    int shown = 0;
    for (const Place& each : m_places) {
        const bool show = each.field == m_mode || each.field == m_backend ? kind == cluster::ClusterKind::Emulated
            : each.field == m_mtu                                         ? kind != cluster::ClusterKind::Remote
            : each.field == m_control                                     ? kind != cluster::ClusterKind::Simulated
                                                                          : true;
        each.label->setVisible(show);
        each.field->setVisible(show);
        m_grid->removeWidget(each.label);
        m_grid->removeWidget(each.field);
        if (each.note)
            m_grid->removeWidget(each.note);
        if (!show)
            continue;
        const int row = 2 * (shown / 3);
        const int column = 2 * (shown % 3);
        m_grid->addWidget(each.label, row, column);
        m_grid->addWidget(each.field, row, column + 1);
        if (each.note)
            m_grid->addWidget(each.note, row + 1, column + 1);
        ++shown;
    }
}

void ClusterForm::makeFields()
{
    QLabel* nameNote = FieldMarker::makeNote(this);
    m_name = new FieldEdit(this, nameNote);
    m_name->setObjectName(QStringLiteral("clusterName"));
    m_name->setLazy(true);
    m_name->setCheck([this](const QString& text) { return checkName(text); });
    place(tr("&Name:"), m_name, nameNote);

    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("clusterKind"));
    m_kind->addItems({tr("Emulated on this machine"), tr("Remote machines"), tr("Simulated")});
    m_kind->setToolTip(tr("Emulated: made on this machine for each run. Remote: machines that are reached by ssh. "
                          "Simulated: nothing is started, the times are calculated"));
    place(tr("&Kind:"), m_kind, nullptr);

    QLabel* mtuNote = FieldMarker::makeNote(this);
    m_mtu = new QuantityEdit(QuantityEdit::Count, this);
    m_mtu->setObjectName(QStringLiteral("clusterMtu"));
    const FieldRange& range = findField(cluster::clusterFields, "mtu")->range;
    m_mtu->setRange(range.least, range.most);
    m_mtu->setNote(mtuNote);
    place(tr("M&TU (bytes):"), m_mtu, mtuNote);

    QLabel* controlNote = FieldMarker::makeNote(this);
    m_control = new QComboBox(this);
    m_control->setObjectName(QStringLiteral("clusterControl"));
    m_control->setEditable(true);
    m_control->setInsertPolicy(QComboBox::NoInsert);
    m_controlEdit = new FieldEdit(m_control, controlNote);
    m_controlEdit->setCheck([this](const QString& text) { return checkControl(text); });
    m_controlEdit->setAccessibleName(tr("Congestion control"));
    m_control->setLineEdit(m_controlEdit);
    place(tr("&Congestion control:"), m_control, controlNote);
    m_control->setToolTip(tr("How TCP reacts to loss and delay; the list shows what this machine supports"));
}

void ClusterForm::makeChoices()
{
    m_mode = new QComboBox(this);
    m_mode->setObjectName(QStringLiteral("clusterMode"));
    m_mode->addItems({tr("Automatic"), tr("Fast: frames of up to 64 KiB"), tr("Packet: true MTU frames")});
    m_mode->setToolTip(tr("Automatic uses single packets if there is loss or a capture, else fast frames"));
    place(tr("S&witch mode:"), m_mode, nullptr);
    m_backend = new QComboBox(this);
    m_backend->setObjectName(QStringLiteral("clusterBackend"));
    m_backend->addItems({tr("Automatic"), tr("Millrace's switch"), tr("The kernel's netem")});
    place(tr("Emulated &by:"), m_backend, nullptr);
    for (QComboBox* choice : {m_kind, m_control, m_mode, m_backend}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(10);
    }
}

template <typename Edit>
void ClusterForm::change(const QString& text, const char* field, Edit edit)
{
    if (!clusterAt(m_editor.project(), m_index))
        return;
    m_editor.change(
        text, [&](project::Project& project) { edit(project.clusters[m_index]); },
        QStringLiteral("cluster %1 %2").arg(m_index).arg(QLatin1String(field)));
}

void ClusterForm::connectFields()
{
    connect(m_name, &FieldEdit::accepted, this, [this](const QString& text) {
        if (clusterAt(m_editor.project(), m_index))
            m_editor.change(tr("Rename the cluster"), [&](project::Project& project) {
                renameCluster(project, m_index, text.trimmed().toStdString());
            });
    });
    connect(m_kind, &QComboBox::activated, this, [this](int choice) {
        change(tr("Change the kind of the cluster"), "kind",
               [&](cluster::Cluster& cluster) { setClusterKind(cluster, static_cast<cluster::ClusterKind>(choice)); });
    });
    const auto takeControl = [this](const QString& text) {
        change(tr("Change the congestion control"), "control",
               [&](cluster::Cluster& cluster) { cluster.congestionControl = text.trimmed().toStdString(); });
    };
    connect(m_controlEdit, &FieldEdit::accepted, this, takeControl);
    connect(m_control, &QComboBox::textActivated, this, takeControl);
    connect(m_mtu, &QuantityEdit::edited, this, [this](std::optional<double> value) {
        change(tr("Change the MTU"), "mtu",
               [&](cluster::Cluster& cluster) { cluster.mtu = static_cast<int>(value.value_or(1500)); });
    });
    connect(m_mode, &QComboBox::activated, this, [this](int choice) {
        change(tr("Change the switch mode"), "mode",
               [&](cluster::Cluster& cluster) { cluster.mode = static_cast<cluster::SwitchMode>(choice); });
    });
    connect(m_backend, &QComboBox::activated, this, [this](int choice) {
        change(tr("Change what emulates the cluster"), "backend",
               [&](cluster::Cluster& cluster) { cluster.backend = static_cast<cluster::EmulationBackend>(choice); });
    });
}

void ClusterForm::setIndex(std::size_t index)
{
    m_index = index;
    // What was typed for another cluster must not stay.
    m_name->setModified(false);
    m_controlEdit->setModified(false);
    for (FieldEdit* field : {m_name, m_controlEdit})
        field->setValue(QString());
    read();
    showProblems();
}

void ClusterForm::setCongestionControls(const QStringList& names)
{
    m_control->clear();
    m_control->addItems(names);
    m_control->setCurrentIndex(-1);
    read();
    if (const cluster::Cluster* cluster = clusterAt(m_editor.project(), m_index))
        m_controlEdit->setText(toQString(cluster->congestionControl));
}

void ClusterForm::read()
{
    const cluster::Cluster* cluster = clusterAt(m_editor.project(), m_index);
    if (!cluster)
        return;
    m_name->setValue(toQString(cluster->name));
    m_kind->setCurrentIndex(static_cast<int>(cluster->kind));
    m_controlEdit->setValue(toQString(cluster->congestionControl));
    m_mtu->setValue(cluster->mtu);
    m_mode->setCurrentIndex(static_cast<int>(cluster->mode));
    m_backend->setCurrentIndex(static_cast<int>(cluster->backend));
    arrange(cluster->kind);
}

void ClusterForm::showProblems()
{
    const std::string prefix = "clusters[" + std::to_string(m_index) + "].";
    const auto sentence = [&](const char* field) {
        const Issues issues = m_editor.problemsAt(prefix + field);
        return issues.empty() ? QString() : toQString(issues.front().example);
    };
    m_name->setProblem(sentence("name"));
    m_controlEdit->setProblem(sentence("congestion_control"));
    m_mtu->setProblem(sentence("mtu"));
}

QString ClusterForm::checkName(const QString& text) const
{
    const std::string name = text.trimmed().toStdString();
    if (name.empty())
        return tr("A cluster needs a name.");
    const auto& clusters = m_editor.project().clusters;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        if (i != m_index && clusters[i].name == name)
            return tr("Another cluster is named “%1” too.").arg(text.trimmed());
    }
    return {};
}

QString ClusterForm::checkControl(const QString& text) const
{
    project::Project trial;
    trial.clusters.emplace_back().congestionControl = text.trimmed().toStdString();
    for (const Issue& issue : clusterIssues(trial, 0)) {
        if (issue.where.ends_with("congestion_control"))
            return toQString(issue.example);
    }
    return {};
}

bool ClusterForm::showField(const QString& field)
{
    const std::map<QString, QWidget*> fields{{QStringLiteral("name"), m_name},
                                             {QStringLiteral("kind"), m_kind},
                                             {QStringLiteral("congestion_control"), m_control},
                                             {QStringLiteral("mtu"), m_mtu},
                                             {QStringLiteral("mode"), m_mode},
                                             {QStringLiteral("backend"), m_backend}};
    const auto found = fields.find(field);
    QWidget* widget = found != fields.end() ? found->second : nullptr;
    if (widget)
        widget->setFocus(Qt::OtherFocusReason);
    return widget != nullptr;
}

int ClusterForm::draftCount() const
{
    return (m_name->isDraft() ? 1 : 0) + (m_controlEdit->isDraft() ? 1 : 0) + (m_mtu->isAcceptable() ? 0 : 1);
}

} // namespace millrace::ui

#include "moc_cluster_form.cpp"

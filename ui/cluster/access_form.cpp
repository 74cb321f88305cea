// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/access_form.h"

#include "core/cluster/access_command.h"
#include "ui/base/command_text.h"
#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/form_parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>

#include <cmath>

namespace millrace::ui {
namespace {

QStringList rightsWords()
{
    return {AccessForm::tr("Automatic: root directly, else sudo"), AccessForm::tr("With sudo -n"),
            AccessForm::tr("Without root's rights")};
}

QStringList agentWords()
{
    return {AccessForm::tr("Automatic: where it can run"), AccessForm::tr("Always"),
            AccessForm::tr("Never: plain commands over ssh")};
}

QLabel* explain(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

constexpr double second = 1e9;

} // namespace

AccessForm::AccessForm(ProjectEditor& editor, QWidget* parent) : QWidget(parent), m_editor(editor), m_fields(editor)
{
    auto* body = new QWidget;
    body->setMaximumWidth(760);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 8, 12, 8);
    column->addWidget(explain(tr("Users, ports, keys and jump hosts come from your own ssh configuration. No password "
                                 "is ever stored."),
                              body));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form);
    makeAccess(form);
    makeCommand(form);
    makeSlurm(column);
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("accessScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(body);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    m_editor.notify(this, &AccessForm::read);
}

const cluster::Access& AccessForm::access(const project::Project& project) const
{
    static const cluster::Access none;
    const cluster::Cluster* cluster = clusterAt(project, m_index);
    return cluster ? cluster->access : none;
}

template <typename Edit>
void AccessForm::write(project::Project& project, Edit edit) const
{
    if (cluster::Cluster* cluster = clusterAt(project, m_index))
        edit(cluster->access);
}

QLabel* AccessForm::addRow(QFormLayout* form, const QString& label, const char* name, QWidget* field,
                           const QString& explanation)
{
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')).remove(QLatin1Char(':')));
    QLabel* note = FieldMarker::makeNote();
    std::vector<QWidget*> below;
    if (!explanation.isEmpty())
        below.push_back(explain(explanation, nullptr));
    below.push_back(note);
    addFormRow(form, label, field, below);
    return note;
}

void AccessForm::makeAccess(QFormLayout* form)
{
    auto* rights = new QComboBox(this);
    QLabel* rightsNote =
        addRow(form, tr("&Rights on the nodes:"), "accessRights", rights,
               tr("Root privileges are required to impose delay, loss and rate, and to capture packets."));
    m_fields.bind(
        rights, "rights", tr("Change the rights on the nodes"), [](const project::Project&) { return rightsWords(); },
        [this](const project::Project& project) {
            return rightsWords().value(static_cast<int>(access(project).rights));
        },
        [this](project::Project& project, const QString& text) {
            write(project, [&](cluster::Access& access) {
                access.rights = static_cast<cluster::Rights>(std::max<qsizetype>(0, rightsWords().indexOf(text)));
            });
        },
        rightsNote);
    auto* agent = new QComboBox(this);
    QLabel* agentNote =
        addRow(form, tr("&Agent on the nodes:"), "accessAgent", agent,
               tr("Millrace's helper is copied there when it is needed. Without it less can be measured."));
    m_fields.bind(
        agent, "agent", tr("Change the use of the agent"), [](const project::Project&) { return agentWords(); },
        [this](const project::Project& project) { return agentWords().value(static_cast<int>(access(project).agent)); },
        [this](project::Project& project, const QString& text) {
            write(project, [&](cluster::Access& access) {
                access.agent = static_cast<cluster::AgentUse>(std::max<qsizetype>(0, agentWords().indexOf(text)));
            });
        },
        agentNote);
    auto* folder = new FieldEdit(this);
    folder->setPlaceholderText(tr("below the user's cache folder"));
    folder->setCheck([](const QString& text) {
        return text.isEmpty() || text.startsWith(QLatin1Char('/'))
            ? QString()
            : tr("Write an absolute path; a node has no folder to start from.");
    });
    addRow(form, tr("&Folder on the nodes:"), "accessFolder", folder);
    m_texts.append(folder);
    m_fields.bind(
        folder, "folder", tr("Change the folder on the nodes"),
        [this](const project::Project& project) { return toQString(access(project).folder); },
        [this](project::Project& project, const QString& text) {
            write(project, [&](cluster::Access& access) { access.folder = text.trimmed().toStdString(); });
        });
}

void AccessForm::makeCommand(QFormLayout* form)
{
    auto* command = new FieldEdit(this);
    command->setPlaceholderText(tr("ssh; for example docker exec -i {host}"));
    command->setLazy(true);
    command->setCheck([](const QString& text) { return toQString(cluster::whyNoAccessCommand(commandWords(text))); });
    addRow(form, tr("&Command in place of ssh:"), "accessCommand", command,
           tr("Reaches containers, pods and namespaces; {host} is replaced by the node's host."));
    m_texts.append(command);
    m_fields.bind(
        command, "command", tr("Change the command in place of ssh"),
        [this](const project::Project& project) { return commandText(access(project).command); },
        [this](project::Project& project, const QString& text) {
            write(project, [&](cluster::Access& access) { access.command = commandWords(text); });
        });
}

void AccessForm::makeSlurm(QBoxLayout* column)
{
    m_slurm = new QCheckBox(tr("Nodes allocated by &Slurm"), this);
    m_slurm->setObjectName(QStringLiteral("accessSlurm"));
    m_slurm->setToolTip(tr("An allocation is requested before the first run and given back after the last one"));
    column->addWidget(m_slurm);
    connect(m_slurm, &QCheckBox::clicked, this, [this](bool on) {
        m_editor.change(on ? tr("Allocate the nodes with Slurm") : tr("Do not use Slurm"),
                        [&](project::Project& project) {
                            write(project, [on](cluster::Access& access) {
                                access.slurm = on ? std::optional(cluster::SlurmAccess{}) : std::nullopt;
                            });
                        });
    });
    m_slurmFields = new QWidget(this);
    auto* form = new QFormLayout(m_slurmFields);
    form->setContentsMargins(20, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addWidget(m_slurmFields);
    addSlurmText(form, tr("&Login node:"), "login", tr("this machine"), &cluster::SlurmAccess::login);
    makeSlurmQuantities(form);
    addSlurmText(form, tr("&Partition:"), "partition", tr("Slurm's default"), &cluster::SlurmAccess::partition);
    addSlurmText(form, tr("A&ccount:"), "account", tr("Slurm's default"), &cluster::SlurmAccess::account);
    makeSlurmOptions(form);
}

void AccessForm::makeSlurmQuantities(QFormLayout* form)
{
    const auto slurmOf = [this](const project::Project& project) {
        return access(project).slurm.value_or(cluster::SlurmAccess{});
    };
    const auto addQuantity = [&](QuantityEdit::Kind kind, const QString& label, const char* name) {
        auto* edit = new QuantityEdit(kind, this);
        edit->setNote(addRow(form, label, name, edit));
        m_quantities.append(edit);
        return edit;
    };
    QuantityEdit* nodes = addQuantity(QuantityEdit::Count, tr("N&umber of nodes:"), "slurmNodes");
    nodes->setRange(1, 4096);
    nodes->setOptional(tr("as many as the cluster lists"));
    m_fields.bind(
        nodes, "slurm.nodes", tr("Change the number of nodes"),
        [slurmOf](const project::Project& project) -> std::optional<double> {
            const int count = slurmOf(project).nodes;
            return count > 0 ? std::optional<double>(count) : std::nullopt;
        },
        [this](project::Project& project, const std::optional<double>& value) {
            write(project, [&](cluster::Access& access) {
                if (access.slurm)
                    access.slurm->nodes = static_cast<int>(value.value_or(0));
            });
        });
    QuantityEdit* time = addQuantity(QuantityEdit::Duration, tr("&Time limit:"), "slurmTime");
    time->setRange(60 * second, 31'536'000 * second);
    m_fields.bind(
        time, "slurm.time", tr("Change the time limit"),
        [slurmOf](const project::Project& project) -> std::optional<double> {
            return static_cast<double>(slurmOf(project).time.count()) * second;
        },
        [this](project::Project& project, const std::optional<double>& value) {
            write(project, [&](cluster::Access& access) {
                if (access.slurm && value)
                    access.slurm->time = std::chrono::seconds(std::llround(std::ceil(*value / second)));
            });
        });
}

void AccessForm::makeSlurmOptions(QFormLayout* form)
{
    auto* options = new FieldEdit(this);
    options->setPlaceholderText(tr("none; for example --exclusive --constraint=gpu"));
    addRow(form, tr("&Options of salloc:"), "slurmOptions", options);
    m_texts.append(options);
    options->setLazy(true);
    m_fields.bind(
        options, "slurm.options", tr("Change the options of salloc"),
        [this](const project::Project& project) {
            const auto& slurm = access(project).slurm;
            return slurm ? commandText(slurm->options) : QString();
        },
        [this](project::Project& project, const QString& text) {
            write(project, [&](cluster::Access& access) {
                if (access.slurm)
                    access.slurm->options = commandWords(text);
            });
        });
}

void AccessForm::addSlurmText(QFormLayout* form, const QString& label, const char* field, const QString& placeholder,
                              std::string cluster::SlurmAccess::*member)
{
    auto* edit = new FieldEdit(this);
    edit->setPlaceholderText(placeholder);
    addRow(form, label, qPrintable(QStringLiteral("slurm_") + QLatin1String(field)), edit);
    m_texts.append(edit);
    m_fields.bind(
        edit, std::string("slurm.") + field, tr("Change how Slurm is asked"),
        [this, member](const project::Project& project) {
            const auto& slurm = access(project).slurm;
            return slurm ? toQString(*slurm.*member) : QString();
        },
        [this, member](project::Project& project, const QString& text) {
            write(project, [&](cluster::Access& access) {
                if (access.slurm)
                    *access.slurm.*member = text.trimmed().toStdString();
            });
        });
}

void AccessForm::setIndex(std::size_t index)
{
    m_index = index;
    // What was typed for another cluster must not stay.
    for (FieldEdit* edit : m_texts) {
        edit->setModified(false);
        edit->setValue({});
    }
    m_fields.setPrefix("clusters[" + std::to_string(index) + "].access");
    read();
}

void AccessForm::read()
{
    const bool on = access(m_editor.project()).slurm.has_value();
    m_slurm->setChecked(on);
    m_slurmFields->setVisible(on);
}

void AccessForm::showField(const std::string& where)
{
    if (!m_fields.showField(where))
        m_slurm->setFocus(Qt::OtherFocusReason);
}

int AccessForm::draftCount() const
{
    int count = 0;
    const bool slurm = m_slurmFields->isVisibleTo(this);
    for (const FieldEdit* edit : m_texts)
        count += edit->isDraft() && (slurm || edit->objectName().startsWith(QLatin1String("access"))) ? 1 : 0;
    for (const QuantityEdit* edit : m_quantities)
        count += slurm && !edit->isAcceptable() ? 1 : 0;
    return count;
}

} // namespace millrace::ui

#include "moc_access_form.cpp"

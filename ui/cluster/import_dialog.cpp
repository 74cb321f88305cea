// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/import_dialog.h"

#include "core/base/file_io.h"
#include "ui/base/colors.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/cluster/host_model.h"
#include "ui/edit/project_changes.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <set>

namespace millrace::ui {
namespace {

constexpr std::uint64_t longestShown = 256 * 1024;

QString formatWords(hosts::HostFormat format)
{
    switch (format) {
    case hosts::HostFormat::SshConfig: return ImportDialog::tr("OpenSSH configuration");
    case hosts::HostFormat::AnsibleIni: return ImportDialog::tr("Ansible inventory, INI");
    case hosts::HostFormat::AnsibleYaml: return ImportDialog::tr("Ansible inventory, YAML");
    case hosts::HostFormat::MpiFile: return ImportDialog::tr("MPI host file");
    case hosts::HostFormat::KungFuFile: return ImportDialog::tr("KungFu host file");
    case hosts::HostFormat::KungFuList: return ImportDialog::tr("KungFu list (-H)");
    default: return ImportDialog::tr("Slurm list");
    }
}

QString sshConfiguration()
{
    return QDir::homePath() + QStringLiteral("/.ssh/config");
}

} // namespace

ImportDialog::ImportDialog(ProjectEditor& editor, std::size_t cluster, Settings& settings, QWidget* parent)
    : QDialog(parent), m_editor(editor), m_settings(settings), m_index(cluster), m_hosts(new HostModel(this))
{
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(tr("Import nodes"));
    resize(820, 640);
    auto* column = new QVBoxLayout(this);
    column->addLayout(makeSource());
    m_text = new QPlainTextEdit(this);
    m_text->setObjectName(QStringLiteral("importText"));
    m_text->setAccessibleName(tr("The list as text"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlaceholderText(tr("Or paste a list here, for example\n  node[01-04,07]\n  10.0.0.1 slots=4\n"
                                  "  [workers]\n  w[1:8].example.org"));
    m_text->setTabChangesFocus(true);
    column->addWidget(m_text, 2);
    column->addLayout(makeChoices());
    makeTable(settings);
    column->addWidget(m_table, 4);
    m_issues = new QListWidget(this);
    m_issues->setObjectName(QStringLiteral("importIssues"));
    m_issues->setAccessibleName(tr("What could not be understood"));
    m_issues->setWordWrap(true);
    m_issues->setMaximumHeight(110);
    m_issues->hide();
    column->addWidget(m_issues, 1);
    m_replace = new QCheckBox(this);
    m_replace->setObjectName(QStringLiteral("importReplace"));
    column->addWidget(m_replace);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_import = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ImportDialog::reject);
    column->addWidget(buttons);
    connectAll();
    showList();
}

QBoxLayout* ImportDialog::makeSource()
{
    auto* row = new QHBoxLayout;
    auto* file = new QPushButton(icon(QStringLiteral("open")), tr("Choose a &file…"), this);
    file->setObjectName(QStringLiteral("importFile"));
    connect(file, &QPushButton::clicked, this, &ImportDialog::chooseFile);
    auto* own = new QPushButton(tr("Your &ssh configuration"), this);
    own->setObjectName(QStringLiteral("importSsh"));
    own->setToolTip(sshConfiguration());
    own->setEnabled(QFileInfo::exists(sshConfiguration()));
    connect(own, &QPushButton::clicked, this, [this] { setFile(sshConfiguration()); });
    m_source = new QLabel(this);
    m_source->setTextFormat(Qt::PlainText);
    row->addWidget(file);
    row->addWidget(own);
    row->addWidget(m_source, 1);
    return row;
}

QBoxLayout* ImportDialog::makeChoices()
{
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("importKind"));
    m_kind->addItem(tr("Detect"));
    for (const std::string& name : hosts::hostFormatNames()) {
        const hosts::HostFormat format = *hosts::parseHostFormat(name);
        m_kind->addItem(formatWords(format), static_cast<int>(format));
    }
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_group = new QComboBox(this);
    m_group->setObjectName(QStringLiteral("importGroup"));
    m_group->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    const auto label = [this](const QString& text, QWidget* buddy) {
        auto* made = new QLabel(text, this);
        made->setBuddy(buddy);
        buddy->setAccessibleName(QString(text).remove(QLatin1Char('&')).remove(QLatin1Char(':')));
        return made;
    };
    auto* all = new QPushButton(tr("Tick &all"), this);
    all->setAutoDefault(false);
    connect(all, &QPushButton::clicked, this, [this] { m_hosts->tickAll(true); });
    auto* none = new QPushButton(tr("Tick &none"), this);
    none->setAutoDefault(false);
    connect(none, &QPushButton::clicked, this, [this] { m_hosts->tickAll(false); });
    auto* row = new QHBoxLayout;
    row->addWidget(label(tr("It is &read as:"), m_kind));
    row->addWidget(m_kind);
    row->addSpacing(12);
    row->addWidget(label(tr("Only the &group:"), m_group));
    row->addWidget(m_group);
    row->addStretch(1);
    row->addWidget(all);
    row->addWidget(none);
    return row;
}

void ImportDialog::makeTable(Settings& settings)
{
    m_table = new TableView(settings, QStringLiteral("importTable"), this);
    m_table->setModel(m_hosts);
    m_table->setAccessibleName(tr("Hosts that were found"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEmptyText(tr("The hosts found are listed here before anything is imported."));
}

void ImportDialog::connectAll()
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(200);
    connect(&m_patience, &QTimer::timeout, this, &ImportDialog::read);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (m_filling)
            return;
        m_file.clear(); // from here on it is the user's own text
        m_patience.start();
    });
    connect(m_kind, &QComboBox::activated, this, &ImportDialog::read);
    connect(m_group, &QComboBox::activated, this, [this](int row) {
        if (row > 0)
            m_hosts->tickGroup(m_group->itemData(row).toString());
        else
            m_hosts->tickAll(true);
    });
    connect(m_replace, &QCheckBox::clicked, this, &ImportDialog::showList);
    connect(m_hosts, &HostModel::ticksChanged, this, &ImportDialog::updateState);
    const cluster::Cluster* cluster = clusterAt(m_editor.project(), m_index);
    const int there = cluster ? static_cast<int>(cluster->nodes.size()) : 0;
    const bool reached = cluster && std::ranges::any_of(cluster->nodes, [](const auto& n) { return !n.host.empty(); });
    m_replace->setText(tr("Replace the %n node(s) that the cluster has now", nullptr, there));
    m_replace->setVisible(there > 0);
    // Nodes that cannot be reached are those that a new cluster begins with.
    m_replace->setChecked(there > 0 && !reached);
}

void ImportDialog::chooseFile()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("hosts"), tr("A list of machines"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ImportDialog::setFile);
    dialog->open();
}

void ImportDialog::setFile(const QString& file)
{
    m_file = file;
    read();
}

void ImportDialog::setText(const QString& text)
{
    m_text->setPlainText(text);
    m_file.clear();
    read();
}

void ImportDialog::read()
{
    m_patience.stop();
    std::optional<hosts::HostFormat> format;
    if (const QVariant chosen = m_kind->currentData(); chosen.isValid())
        format = static_cast<hosts::HostFormat>(chosen.toInt());
    const bool fromFile = !m_file.isEmpty();
    if (!fromFile && m_text->toPlainText().trimmed().isEmpty()) {
        m_job.cancel();
        take({hosts::HostList{}, {}}, false);
        return;
    }
    m_job.start(
        [format, file = toPath(m_file), text = m_text->toPlainText().toStdString(), fromFile](const JobContext&) {
            if (!fromFile)
                return Reading{hosts::readHosts(text, format), {}};
            std::error_code unknown;
            const auto size = std::filesystem::file_size(file, unknown);
            const auto shown = !unknown && size <= longestShown ? readFile(file) : Result<std::string>(std::string());
            return Reading{hosts::readHostFile(file, format), toQString(shown.value_or(std::string()))};
        },
        [this, fromFile](Reading reading) { take(std::move(reading), fromFile); });
}

void ImportDialog::take(Reading reading, bool fromFile)
{
    if (fromFile) {
        m_filling = true;
        m_text->setPlainText(reading.text);
        m_filling = false;
    }
    m_source->setText(fromFile ? QDir::toNativeSeparators(m_file) : QString());
    m_source->setToolTip(m_source->text());
    const bool any = reading.list && !reading.list->hosts.empty();
    m_kind->setItemText(0, any ? tr("Detected: %1").arg(formatWords(reading.list->format)) : tr("Detect"));
    const QString failure = reading.list ? QString() : toQString(reading.list.error().what);
    m_list = reading.list ? std::move(*reading.list) : hosts::HostList{};
    showList();
    showIssues(m_list.issues, failure);
    m_table->fitColumns();
    Q_EMIT listRead();
}

void ImportDialog::showList()
{
    m_hosts->setList(m_list, m_replace->isChecked() ? std::set<std::string>{} : knownDestinations());
    m_group->clear();
    m_group->addItem(tr("all"));
    for (const QString& group : m_hosts->groups())
        m_group->addItem(group, group);
    m_group->setEnabled(m_group->count() > 1);
}

void ImportDialog::showIssues(const Issues& issues, const QString& failure)
{
    const bool dark = isDark(palette());
    m_issues->clear();
    if (!failure.isEmpty())
        m_issues->addItem(new QListWidgetItem(icon(QStringLiteral("error"), errorColor(dark)), failure));
    for (const Issue& issue : issues) {
        const QString sentence = toQString(issue.example);
        const QString text = issue.where.empty() ? sentence : tr("%1: %2").arg(toQString(issue.where), sentence);
        const QIcon sign = issue.severity == Severity::Error ? icon(QStringLiteral("error"), errorColor(dark))
            : issue.severity == Severity::Note               ? icon(QStringLiteral("info"))
                                                             : icon(QStringLiteral("warning"), warningColor(dark));
        m_issues->addItem(
            new QListWidgetItem(sign, issue.count > 1 ? tr("%1 (%2 times)").arg(text).arg(issue.count) : text));
    }
    m_issues->setVisible(m_issues->count() > 0);
}

void ImportDialog::updateState()
{
    const int count = m_hosts->tickedCount();
    m_import->setText(count > 0 ? tr("&Import %n node(s)", nullptr, count) : tr("&Import"));
    m_import->setEnabled(count > 0);
}

std::set<std::string> ImportDialog::knownDestinations() const
{
    std::set<std::string> known;
    if (const cluster::Cluster* cluster = clusterAt(m_editor.project(), m_index)) {
        for (const cluster::Node& node : cluster->nodes)
            known.insert(node.host);
    }
    known.erase(std::string());
    return known;
}

void ImportDialog::accept()
{
    const hosts::HostList hosts = m_hosts->tickedList();
    if (hosts.hosts.empty() || !clusterAt(m_editor.project(), m_index))
        return;
    const auto count = static_cast<int>(hosts.hosts.size());
    m_editor.change(tr("Import %n node(s)", nullptr, count), [&](project::Project& project) {
        importNodes(project.clusters[m_index], hosts, m_replace->isChecked());
    });
    QDialog::accept();
}

void importNodes(cluster::Cluster& cluster, hosts::HostList hosts, bool replace)
{
    setClusterKind(cluster, cluster::ClusterKind::Remote);
    if (replace)
        cluster.nodes.clear();
    std::vector<std::string> taken = namesOf(cluster.nodes);
    for (cluster::Node& node : hosts::toCluster(hosts, cluster.name).nodes) {
        node.name = freeName(taken, node.name);
        taken.push_back(node.name);
        cluster.nodes.push_back(std::move(node));
    }
}

} // namespace millrace::ui

#include "moc_import_dialog.cpp"

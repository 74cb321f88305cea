// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/machine_state.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/counters/host_counters.h"
#include "core/emulate/ability.h"
#include "core/emulate/batch.h"
#include "ui/base/format.h"

#include <QCoreApplication>

#include <thread>
#include <unistd.h>

namespace millrace::ui {
namespace {

class Reader
{
    Q_DECLARE_TR_FUNCTIONS(MachineState)

public:
    [[nodiscard]] MachineState read(const JobContext& job)
    {
        rights();
        if (job.cancelled())
            return std::move(m_state);
        tool(QStringLiteral("ip"), QStringLiteral("iproute2"), tr("needed to make emulated clusters"), true);
        tool(QStringLiteral("tc"), QStringLiteral("iproute2"), tr("needed for the netem backend only"), false);
        tool(QStringLiteral("tcpdump"), QStringLiteral("tcpdump"), tr("needed to capture packets only"), false);
        tunDevice();
        netem();
        m_state.congestionControls = readCongestionControls();
        add(tr("Congestion controls"), m_state.congestionControls.isEmpty() ? MachineFact::Limited : MachineFact::Good,
            m_state.congestionControls.isEmpty() ? tr("not known")
                                                 : m_state.congestionControls.join(QStringLiteral(", ")),
            m_state.congestionControls.size() > 2 ? QString()
                                                  : tr("Root loads more with “modprobe tcp_bbr”, for example."));
        size();
        return std::move(m_state);
    }

private:
    void add(const QString& name, MachineFact::State state, const QString& value, const QString& remedy = {})
    {
        m_state.facts.push_back({name, state, value, remedy});
    }
    static QString sentence(const std::string& text)
    {
        QString words = toQString(text);
        if (!words.isEmpty())
            words[0] = words.at(0).toUpper();
        return words.isEmpty() || words.endsWith(QLatin1Char('.')) ? words : words + QLatin1Char('.');
    }
    void rights();
    void tool(const QString& name, const QString& package, const QString& use, bool needed);
    void tunDevice();
    void netem();
    void size();

    MachineState m_state;
    bool m_canMakeNamespaces = false;
};

QString pathOf(const QString& program)
{
    return toQString(emulate::findSystemProgram(program.toStdString()));
}

void Reader::rights()
{
    const emulate::EmulationAbility ability = emulate::emulationAbility();
    m_canMakeNamespaces = ability.kind != emulate::AbilityKind::None;
    switch (ability.kind) {
    case emulate::AbilityKind::Root: add(tr("Emulated clusters"), MachineFact::Good, tr("possible, as root")); break;
    case emulate::AbilityKind::UserNamespace:
        add(tr("Emulated clusters"), MachineFact::Good, tr("possible without root, by user namespaces"));
        break;
    default: add(tr("Emulated clusters"), MachineFact::Missing, tr("not possible"), sentence(ability.reason)); break;
    }
    add(tr("User"), MachineFact::Good, ::geteuid() == 0 ? tr("root") : tr("ordinary user"));
    const auto limit = readFile("/proc/sys/user/max_user_namespaces");
    const bool open = limit && trim(*limit) != "0";
    add(tr("User namespaces"), open || ::geteuid() == 0 ? MachineFact::Good : MachineFact::Missing,
        open ? tr("available") : tr("switched off"),
        open || ::geteuid() == 0 ? QString() : tr("As root, set the sysctl user.max_user_namespaces, or run as root."));
}

void Reader::tool(const QString& name, const QString& package, const QString& use, bool needed)
{
    const QString path = pathOf(name);
    add(tr("Program %1").arg(name),
        !path.isEmpty() ? MachineFact::Good
            : needed    ? MachineFact::Missing
                        : MachineFact::Limited,
        path.isEmpty() ? tr("not found; %1").arg(use) : path,
        path.isEmpty() ? tr("Install the package %1.").arg(package) : QString());
}

void Reader::tunDevice()
{
    const bool there = ::access("/dev/net/tun", F_OK) == 0;
    const bool open = ::access("/dev/net/tun", R_OK | W_OK) == 0;
    add(QStringLiteral("/dev/net/tun"), open ? MachineFact::Good : MachineFact::Missing,
        open        ? tr("can be opened")
            : there ? tr("this user may not open it")
                    : tr("does not exist"),
        open        ? QString()
            : there ? tr("Run as root, or run once as root: “chmod 0666 /dev/net/tun”.")
                    : tr("Load the kernel module tun, or add the device to this container."));
}

void Reader::netem()
{
    const QString remedy = tr("Load the kernel module sch_netem, or use the switch backend, which does the same.");
    const QString tc = pathOf(QStringLiteral("tc"));
    const QString unshare = pathOf(QStringLiteral("unshare"));
    if (tc.isEmpty() || unshare.isEmpty() || !m_canMakeNamespaces) {
        add(tr("Kernel netem"), MachineFact::Limited, tr("could not be tried"));
        return;
    }
    Command command;
    command.argv = {unshare.toStdString()};
    if (::geteuid() != 0)
        command.argv.insert(command.argv.end(), {"--user", "--map-root-user"});
    command.argv.insert(command.argv.end(),
                        {"--net", tc.toStdString(), "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms"});
    const auto output = runCommand(command, deadlineIn(std::chrono::seconds(10)));
    const bool good = output && output->succeeded();
    add(tr("Kernel netem"), good ? MachineFact::Good : MachineFact::Limited,
        good ? tr("available") : tr("not in this kernel; needed for the netem backend only"),
        good ? QString() : remedy);
}

void Reader::size()
{
    const unsigned cores = std::thread::hardware_concurrency();
    add(tr("Processor cores"), cores < 4 ? MachineFact::Limited : MachineFact::Good, QString::number(cores),
        cores < 4 ? tr("With few cores, large or fast clusters are emulated late; their runs say so.") : QString());
    const auto text = readFile("/proc/meminfo");
    const auto bytes = text ? counters::parseAvailableMemory(*text) : Result<std::uint64_t>(0);
    const std::uint64_t free = bytes.value_or(0);
    const bool small = free < (std::uint64_t(1) << 30);
    add(tr("Free memory"), small ? MachineFact::Limited : MachineFact::Good,
        toQString(humanSize(static_cast<double>(free))),
        small ? tr("Every worker keeps its gradients in memory; close other programs first.") : QString());
}

} // namespace

MachineState readMachineState(const JobContext& job)
{
    return Reader().read(job);
}

QStringList readCongestionControls()
{
    QStringList names;
    const auto text = readFile("/proc/sys/net/ipv4/tcp_available_congestion_control");
    if (!text)
        return names;
    for (const std::string_view name : split(trim(*text), ' ')) {
        if (!name.empty())
            names.append(toQString(name));
    }
    return names;
}

} // namespace millrace::ui

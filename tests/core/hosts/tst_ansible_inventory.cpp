// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/hosts/ansible_inventory.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/process.h"
#include "core/base/text.h"

#include <QtTest>
#include <set>

using namespace millrace;
using namespace millrace::cluster;
using namespace millrace::hosts;

namespace {

std::string expanded(std::string_view pattern)
{
    const auto names = expandInventoryPattern(pattern);
    return names ? join(*names, " ") : "error: " + names.error().text();
}

const std::string ini = R"(# a lab
loose ansible_connection=local
jump ansible_host=198.51.100.9 ansible_port=2200

[web]
web[01:03].lab ansible_user=www
db-[a:c:2]:2201 ansible_ssh_private_key_file="~/my keys/id" # trailing
web02.lab ansible_host=10.0.0.2

[gpu]
gpu[8:10] slots=4
[lab:children]
web
gpu
[all:vars]
ansible_user=common
[lab:vars]
ansible_port = 22
ansible_user='lab user'
[gpu:vars]
ansible_user=gpu
)";

const std::string yaml = R"(---
all:
  vars:
    ansible_user: common
  hosts:
    jump: {ansible_host: 198.51.100.9, ansible_port: 2200}
  children:
    lab:
      vars: {ansible_port: 2022}
      children:
        web:
          hosts:
            web[01:03].lab:
              ansible_user: www
            "db:2201":
        gpu:
          hosts:
            gpu[8:10]:
          vars:
            ansible_user: gpu
    empty:
)";

std::string described(const HostEntry& host)
{
    return sshDestination(host) + "|" + host.identityFile + "|" + join(host.groups, ",");
}

const HostEntry& hostNamed(const HostList& list, std::string_view name)
{
    static const HostEntry none;
    const auto found = std::ranges::find(list.hosts, name, &HostEntry::name);
    return found == list.hosts.end() ? none : *found;
}

/// What Ansible itself makes of an inventory: the same names, addresses, ports, users and groups.
void compareWithAnsible(const std::string& text, const char* fileName)
{
    const auto folder = TemporaryFolder::make("inventory");
    const auto file = folder->path() / fileName;
    QVERIFY(writeFileAtomically(file, text));
    const auto output = runCommand({{"ansible-inventory", "-i", file.string(), "--list"}, {}, folder->path()},
                                   deadlineIn(std::chrono::seconds(60)));
    if (!output)
        QSKIP("ansible-inventory is not installed");
    const Json truth = Json::parse(output->out);
    const auto list = readHosts(text);
    QVERIFY(list);
    const Json& variables = truth["_meta"]["hostvars"];
    std::set<std::string> names;
    for (const HostEntry& host : list->hosts) {
        names.insert(host.name);
        const Json values = variables.value(host.name, Json::object());
        const auto value = [&](const char* key) {
            const Json found = values.value(key, Json(""));
            return found.is_string() ? found.get<std::string>() : found.dump();
        };
        QCOMPARE(host.address.empty() ? host.name : host.address,
                 value("ansible_host").empty() ? host.name : value("ansible_host"));
        QCOMPARE(host.port == 0 ? std::string() : std::to_string(host.port), value("ansible_port"));
        if (value("ansible_user").find(' ') == std::string::npos)
            QCOMPARE(host.user, value("ansible_user"));
        for (const std::string& group : host.groups) {
            const Json members = truth.at(group).value("hosts", Json::array());
            const Json children = truth.at(group).value("children", Json::array());
            QVERIFY2(std::ranges::count(members, Json(host.name)) == 1 || !children.empty(), group.c_str());
        }
    }
    for (const auto& [group, content] : truth.items()) {
        if (group == "_meta" || group == "all" || group == "ungrouped")
            continue;
        for (const Json& name : content.value("hosts", Json::array()))
            QVERIFY2(std::ranges::count(hostNamed(*list, name.get<std::string>()).groups, group) == 1, group.c_str());
    }
    for (const auto& [name, values] : variables.items())
        QVERIFY2(names.contains(name), name.c_str());
}

} // namespace

class TestAnsibleInventory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void patterns()
    {
        QCOMPARE(expanded("web[01:03].x"), std::string("web01.x web02.x web03.x"));
        QCOMPARE(expanded("n[8:11]"), std::string("n8 n9 n10 n11"));
        QCOMPARE(expanded("n[0:10:5]"), std::string("n0 n5 n10"));
        QCOMPARE(expanded("db-[a:f:2]"), std::string("db-a db-c db-e"));
        QCOMPARE(expanded("db-[y:B]"), std::string("db-y db-z db-A db-B"));
        QCOMPARE(expanded("r[1:2]n[:1]"), std::string("r1n0 r1n1 r2n0 r2n1"));
        QCOMPARE(expanded("[::1]"), std::string("error: \"[::1]\" is not a range; write [01:50] or [a:f]"));
        QCOMPARE(expanded("[2001:db8::1]"), std::string("[2001:db8::1]"));
        QVERIFY(
            expanded("n[1:1000000]").starts_with("error: the range \"[1:1000000]\" expands to more than 65536 hosts"));
        QVERIFY(expanded("n[1:1000][1:1000]").starts_with("error: a pattern expands to more than 65536 hosts"));
        for (const char* bad : {"n[01:100]", "n[5:1]", "n[1:]", "n[1:5:0]", "n[1:x]", "n[-5:1]"})
            QVERIFY2(!expandInventoryPattern(bad), bad);
    }

    void variablesAndGroups()
    {
        const auto list = readHosts(ini);
        QVERIFY(list);
        QCOMPARE(list->hosts.size(), std::size_t(10));
        QCOMPARE(described(list->hosts[0]), std::string("common@loose||"));
        QCOMPARE(described(list->hosts[1]), std::string("common@198.51.100.9:2200||"));
        QCOMPARE(described(hostNamed(*list, "web02.lab")), std::string("www@10.0.0.2:22||web,lab"));
        QCOMPARE(described(hostNamed(*list, "db-c")), std::string("db-c:2201|~/my keys/id|web,lab"));
        QCOMPARE(described(hostNamed(*list, "gpu9")), std::string("gpu@gpu9:22||gpu,lab"));
        QStringList issues;
        for (const Issue& issue : list->issues)
            issues << QString::fromStdString(issueText(issue));
        QCOMPARE(issues.join("\n"),
                 QString("line 2: loose is reached by \"local\" in Ansible; here ssh is used\n"
                         "line 7: the user \"lab user\" of db-a cannot be used (2 times)\n"
                         "db-a has its own key file, ~/my keys/id; put it as IdentityFile into your ssh "
                         "configuration (2 times)"));
    }

    void yamlForm()
    {
        const auto list = readHosts(yaml);
        QVERIFY(list);
        QCOMPARE(list->format, HostFormat::AnsibleYaml);
        QCOMPARE(list->hosts.size(), std::size_t(8));
        QCOMPARE(described(hostNamed(*list, "jump")), std::string("common@198.51.100.9:2200||"));
        QCOMPARE(described(hostNamed(*list, "web03.lab")), std::string("www@web03.lab:2022||web,lab"));
        QCOMPARE(described(hostNamed(*list, "db")), std::string("common@db:2201||web,lab"));
        QCOMPARE(described(hostNamed(*list, "gpu10")), std::string("gpu@gpu10:2022||gpu,lab"));
        QVERIFY(list->issues.empty());
    }

    void loopsOfGroups()
    {
        const auto list = readHosts("[a]\nx\n[a:children]\nb\n[b:children]\nc\n[c:children]\na\nc\n");
        QVERIFY(list);
        QCOMPARE(join(list->hosts[0].groups, ","), std::string("a"));
        QCOMPARE(issueText(list->issues[0]),
                 std::string("line 8: the group a cannot be inside c, which is inside it (2 times)"));
    }

    void hostileInventories()
    {
        std::string groups;
        for (int i = 0; i < 2000; ++i)
            groups += "[g" + std::to_string(i) + "]\n";
        QCOMPARE(readHosts(groups + "a\n").error().text(), std::string("the inventory has more than 1024 groups"));
        std::string many = "[g]\n";
        for (int i = 0; i < 3000; ++i)
            many += "n[1:60000]\n";
        QElapsedTimer timer;
        timer.start();
        const auto list = readHosts(many);
        QVERIFY(list && hasErrors(list->issues));
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
        std::string laughs = "a0: &a0 {children: {x: {hosts: {h: }}}}\n";
        for (int i = 1; i < 30; ++i)
            laughs +=
                QString("a%1: &a%1 {children: {p%1: *a%2, q%1: *a%2, r%1: *a%2}}\n").arg(i).arg(i - 1).toStdString();
        timer.restart();
        QCOMPARE(readHosts(laughs, HostFormat::AnsibleYaml).error().text(),
                 std::string("the inventory has more than 200000 entries"));
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!readHosts(std::string(100'000, '['), HostFormat::AnsibleYaml));
        QVERIFY(!readHosts("- a\n- b\n", HostFormat::AnsibleYaml));
        QCOMPARE(readHosts("all:\n  hosts: {a: }}\n").error().code, ErrorCode::InvalidInput);
    }

    void ansibleSaysTheSameOfIni() { compareWithAnsible(ini, "hosts"); }
    void ansibleSaysTheSameOfYaml() { compareWithAnsible(yaml, "hosts.yml"); }
};

QTEST_APPLESS_MAIN(TestAnsibleInventory)
#include "tst_ansible_inventory.moc"

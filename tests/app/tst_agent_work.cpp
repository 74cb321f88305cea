// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "program_agent.h"
#include "tests/core/impair/namespace_pair.h"

#include <QtTest>
#include <csignal>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

Result<std::unique_ptr<NodeAgent>> startIn(Record& record, const fs::path& folder,
                                           const std::vector<std::string>& prefix = {})
{
    LocalHost host("node", prefix);
    Command command = serveCommand();
    command.argv.insert(command.argv.end(), {"--folder", folder.string()});
    return NodeAgent::start(host, command, "test", record.events(), soon());
}

std::vector<std::string> namesIn(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

std::string bootId()
{
    return std::string(trim(*readFile("/proc/sys/kernel/random/boot_id")));
}

std::string hostName()
{
    std::array<char, 256> name{};
    (void)::gethostname(name.data(), name.size() - 1);
    return name.data();
}

std::string network()
{
    return fs::read_symlink("/proc/self/ns/net").string();
}

/// A work folder as an agent leaves it.
fs::path leave(const fs::path& base, const std::string& name, const std::string& lock)
{
    const fs::path folder = base / ("run-" + name);
    fs::create_directories(folder / "sub");
    std::ofstream(folder / "sub" / "data") << "data";
    std::ofstream(folder / ".millrace-lock") << lock;
    return folder;
}

} // namespace

class TestAgentWork : public QObject
{
    Q_OBJECT

private:
    std::optional<TemporaryFolder> m_folder;

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }
    void init() { m_folder.emplace(*TemporaryFolder::make("millrace-work")); }
    void cleanup() { m_folder.reset(); }

    void filesGoThereAndBack()
    {
        Record record;
        auto agent = startIn(record, m_folder->path());
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        QCOMPARE(namesIn(m_folder->path()).size(), std::size_t(0));
        const auto folder = (*agent)->openWork("", soon());
        QVERIFY2(folder, folder ? "" : folder.error().text().c_str());
        QCOMPARE(*(*agent)->openWork("/elsewhere", soon()), *folder);
        struct stat state
        {
        };
        QVERIFY(::stat(folder->c_str(), &state) == 0);
        QCOMPARE(state.st_mode & 07777, 0700U);
        std::string bytes(9'000'001, '\0');
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<char>(i * 31 + i / 251);
        const auto put = (*agent)->putFile("a/b/large", bytes, false, soon());
        QVERIFY2(put, put ? "" : put.error().text().c_str());
        QVERIFY((*agent)->putFile("empty", "", false, soon()));
        QVERIFY((*agent)->putFile("run.sh", "#!/bin/sh\necho from $(pwd)\n", true, soon()));
        QVERIFY((*agent)->putFile("run.sh", "#!/bin/sh\necho again from $(pwd)\n", true, soon()));
        QVERIFY(*(*agent)->readFile("a/b/large", 10'000'000, soon()) == bytes);
        QCOMPARE(*(*agent)->readFile("empty", 10, soon()), std::string());
        QCOMPARE((*agent)->readFile("a/b/large", 100, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE((*agent)->readFile("absent", 100, soon()).error().code, ErrorCode::NotFound);
        const auto block = (*agent)->readFileBlock("a/b/large", 9'000'000, 100, soon());
        QVERIFY(block && block->bytes == bytes.substr(9'000'000) && block->fileBytes == bytes.size());
        const auto files = (*agent)->listFiles(soon());
        QCOMPARE(files->size(), std::size_t(3));
        const auto large = std::ranges::find(*files, "a/b/large", &WorkFile::path);
        QVERIFY(large != files->end() && large->bytes == bytes.size());
        QVERIFY(std::chrono::abs(large->modified - wallNow()) < 20s);

        Command command{{"../../run.sh"}, {}, "a/b"};
        QVERIFY((*agent)->startProcess(command, soon()));
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QCOMPARE(record.lines.front().text, "again from " + *folder + "/a/b");
        QVERIFY((*agent)->close(soon()));
        QCOMPARE(namesIn(m_folder->path()).size(), std::size_t(0));
    }

    void pathsStayInTheFolder()
    {
        Record record;
        auto agent = startIn(record, m_folder->path());
        const auto folder = (*agent)->openWork("", soon());
        fs::create_symlink("/etc", fs::path(*folder) / "link");
        fs::create_symlink("/etc/passwd", fs::path(*folder) / "file");
        for (const char* path : {"", "/etc/passwd", "../x", "a/../../x", "a/..", "link/passwd", "file",
                                 ".millrace-lock", ".millrace-undo-eth0.json", ".millrace/x"}) {
            const auto written = (*agent)->putFile(path, "x", false, soon());
            QVERIFY2(!written && written.error().code == ErrorCode::InvalidInput, path);
            const auto read = (*agent)->readFile(path, 10'000, soon());
            QVERIFY2(!read && read.error().code == ErrorCode::InvalidInput, path);
        }
        QCOMPARE((*agent)->startProcess({{"pwd"}, {}, "../.."}, soon()).error().code, ErrorCode::InvalidInput);
        for (const auto& [offset, hash] : {std::pair(5, std::string()), std::pair(0, std::string(64, '0'))}) {
            const auto written = (*agent)->client().request(
                "file.write",
                {{"path", "x"}, {"offset", offset}, {"data", "eHg="}, {"mode", 0600}, {"last", true}, {"sha256", hash}},
                soon());
            QVERIFY(!written);
        }
        QCOMPARE((*agent)->listFiles(soon())->size(), std::size_t(0));
        QVERIFY((*agent)->close(soon()));
        QVERIFY(fs::exists("/etc/passwd"));
    }

    void aFullDiskIsSaid()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        Record record;
        const std::string mount = fmt::format(
            "mount --make-rprivate / && mount -t tmpfs -o size=2m none {} && exec \"$@\"", m_folder->path().string());
        auto agent = startIn(record, m_folder->path(), {"unshare", "--mount", "sh", "-c", mount, "sh"});
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        QVERIFY((*agent)->putFile("small", std::string(1'000'000, 'x'), false, soon()));
        const auto written = (*agent)->putFile("large", std::string(1'500'000, 'x'), false, soon());
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::DiskFull);
        QVERIFY2(written.error().what.find("is full") != std::string::npos
                     && written.error().what.find("while large was written") != std::string::npos,
                 written.error().what.c_str());
        QVERIFY((*agent)->putFile("fits", std::string(500'000, 'x'), false, soon()));
        QVERIFY((*agent)->close(soon()));
    }

    void recordingsLieInTheFolder()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        Record record;
        impair::NamespacePair pair;
        auto agent = startIn(record, m_folder->path(), pair.first.prefix());
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        const auto capture = (*agent)->startCapture({}, soon());
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        pair.first("ping -c 3 -i 0.1 10.9.0.2");
        const auto status = (*agent)->stopCapture(*capture, soon());
        QVERIFY(status && status->files.size() == 1);
        QVERIFY(status->files.front().string().starts_with(m_folder->path().string() + "/run-"));
        QCOMPARE((*agent)->listFiles(soon())->size(), std::size_t(1));
        QVERIFY((*agent)->close(soon()));
        QCOMPARE(namesIn(m_folder->path()).size(), std::size_t(0));
    }

    void theNextAgentCleansUpAfterDeadOnes()
    {
        const std::string here = "host " + hostName() + "\n";
        const std::string now = "boot " + bootId() + "\n";
        const std::string line = "network " + network() + "\n";
        leave(m_folder->path(), "crashed", "token 1111111111111111\nboot other\n" + here + line);
        leave(m_folder->path(), "killed", "token 2222222222222222\n" + now + here + line);
        leave(m_folder->path(), "elsewhere", "token 3333333333333333\n" + now + "host another\n" + line);
        leave(m_folder->path(), "damaged", "nonsense");
        const fs::path living = leave(m_folder->path(), "living", "token 4444444444444444\n" + now + here + line);
        const fs::path network =
            leave(m_folder->path(), "network", "token 5555555555555555\n" + now + here + "network net:[1]\n");
        std::ofstream(network / ".millrace-undo-e0.json") << "{}";
        const fs::path unreadable =
            leave(m_folder->path(), "unreadable", "token 6666666666666666\n" + now + here + line);
        std::ofstream(unreadable / ".millrace-undo-e0.json") << "{}";
        fs::create_directories(m_folder->path() / "others" / "run-x");
        const UniqueFd held(::open((living / ".millrace-lock").c_str(), O_RDWR | O_CLOEXEC));
        QVERIFY(::flock(held.get(), LOCK_EX | LOCK_NB) == 0);
        auto marked = ChildProcess::start({{"sleep", "300"}, {{"MILLRACE_PROCESS", "2222222222222222:1;"}}, {}});
        QVERIFY(marked);

        Record record;
        auto agent = startIn(record, m_folder->path());
        QVERIFY((*agent)->openWork("", soon()));
        QVERIFY((*agent)->close(soon()));
        QVERIFY((namesIn(m_folder->path())
                 == std::vector<std::string>{"others", "run-damaged", "run-elsewhere", "run-living", "run-network",
                                             "run-unreadable"}));
        QVERIFY(!isAlive(marked->pid()));
        leave(m_folder->path(), "by-hand", "token 7777777777777777\n" + now + here + line);
        Command byHand = serveCommand();
        byHand.argv = {byHand.argv.front(), "clean-up", "--folder", m_folder->path().string()};
        const auto said = runCommand(byHand, soon());
        QVERIFY(said && said->succeeded());
        QVERIFY2(said->out.find("run-by-hand was left by a killed agent; put in order\n") != std::string::npos
                     && said->out.find("run-elsewhere belongs to the machine 'another' and stays\n")
                         != std::string::npos
                     && said->out.find("run-unreadable could not be put in order: ") != std::string::npos,
                 said->out.c_str());
        QVERIFY(said->out.find("run-living") == std::string::npos);
        QCOMPARE(namesIn(m_folder->path()).size(), std::size_t(6));
        QVERIFY(fs::exists(living / "sub" / "data"));
    }

    void impairmentsComeAndGoWithTheAgent()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        impair::NamespacePair pair;
        const std::string dump = "tc qdisc show dev e0; nft list ruleset; ethtool -k e0; "
                                 "ip -d link show e0 | grep -o 'gso_max_segs [0-9]*'";
        const std::string before = pair.first(dump);
        for (const bool ordered : {true, false}) {
            Record record;
            auto prefix = pair.first.prefix();
            // As under sshd, by which this agent was started from another node, and by sudo, which forgets that.
            prefix.insert(prefix.end(),
                          {"env", "SSH_CONNECTION=10.9.0.7 40000 10.9.0.1 2222", "sh", "-c",
                           "env -u SSH_CONNECTION \"$@\"; exit $?", "sh"});
            auto agent = startIn(record, m_folder->path(), prefix);
            QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
            const auto ability = (*agent)->impairAbility(soon());
            QVERIFY(ability && ability->canLose() && ability->canRate());
            QVERIFY((*agent)->impairmentStatus(soon())->interface.empty());
            impair::ImpairSpec spec;
            spec.peers.resize(2);
            spec.peers[0].address = "10.9.0.2";
            spec.peers[0].loss = 1;
            spec.peers[1].address = "10.9.0.7";
            spec.peers[1].bitsPerSecond = 1e6;
            const auto report = (*agent)->applyImpairment(spec, soon());
            QVERIFY2(report, report ? "" : report.error().text().c_str());
            QVERIFY(report->interface == "e0" && report->peers.at(0).loss == 1);
            QVERIFY(std::ranges::any_of(report->warnings, [](const std::string& words) {
                return words.starts_with("10.9.0.7 is a peer and the end of an ssh connection");
            }));
            QVERIFY(pair.first("nft list ruleset").find("2222") != std::string::npos);
            pair.first("ping -c 2 -i 0.1 -W 1 10.9.0.2");
            auto status = (*agent)->impairmentStatus(soon());
            QVERIFY(status && status->inForce);
            QCOMPARE(status->peers.at(0).lostPackets, std::uint64_t(2));
            // Again, with other values: the old ones go.
            spec.peers.pop_back();
            spec.peers[0].loss = 0.25;
            QVERIFY((*agent)->applyImpairment(spec, soon()));
            status = (*agent)->impairmentStatus(soon());
            QVERIFY(status && status->peers.size() == 1);
            // What cannot be leaves nothing in force.
            spec.peers[0].address = "127.0.0.1";
            QVERIFY(!(*agent)->applyImpairment(spec, soon()));
            QCOMPARE(pair.first(dump), before);
            QVERIFY(!(*agent)->restoreImpairment(soon())->changed);
            spec.peers[0].address = "10.9.0.2";
            QVERIFY((*agent)->applyImpairment(spec, soon()));
            if (ordered)
                QVERIFY((*agent)->restoreImpairment(soon())->changed);
            QVERIFY((*agent)->close(soon()));
            QCOMPARE(pair.first(dump), before);
            QCOMPARE(namesIn(m_folder->path()).size(), std::size_t(0));
        }
    }
};

QTEST_APPLESS_MAIN(TestAgentWork)
#include "tst_agent_work.moc"

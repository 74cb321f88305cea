// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster.h"
#include "core/cluster/slurm_options.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::cluster;

class TestSlurmOptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void known()
    {
        for (const char* option : {"--partition=gpu", "--constraint=a&b", "--exclusive", "--exclusive=user", "--mem=4G",
                                   "--gres=gpu:2", "--oversubscribe", "--nodelist=n[1-4]"})
            QVERIFY2(whyNoSlurmOption(option).empty(), option);
    }

    /// salloc takes its first word without a dash for a command, and an option without '=' takes the next word.
    void others()
    {
        for (const char* option : {"",
                                   "touch",
                                   "/tmp/canary",
                                   "-",
                                   "--",
                                   "-p",
                                   "gpu",
                                   "--wrap=id",
                                   "--wrap",
                                   "--mem",
                                   "--mem=",
                                   "--chdir=/",
                                   "--uid=0",
                                   "--prolog=/x",
                                   "--task-prolog=/x",
                                   "--bcast",
                                   "--export=ALL",
                                   "--output=/etc/x",
                                   "--get-user-env",
                                   "--bb=x",
                                   "--bbf=/x",
                                   "--partition=a\n--wrap=id",
                                   "--no-shell",
                                   "--x11",
                                   "--contiguou"})
            QVERIFY2(!whyNoSlurmOption(option).empty(), option);
        QVERIFY(whyNoSlurmOption("touch").find("\"touch\"") != std::string::npos);
    }

    void theFieldIsNamed()
    {
        Cluster cluster;
        cluster.name = "c";
        cluster.kind = ClusterKind::Remote;
        cluster.nodes.resize(1);
        cluster.nodes.front().name = "a";
        cluster.nodes.front().nics.resize(1);
        cluster.access.slurm.emplace();
        cluster.access.slurm->options = {"--exclusive", "touch", "/tmp/x"};
        QStringList fields;
        for (const Issue& issue : validate(cluster))
            fields << QString::fromStdString(issue.where);
        QCOMPARE(fields.join(' '), QString("access.slurm.options[1] access.slurm.options[2]"));
    }
};

QTEST_GUILESS_MAIN(TestSlurmOptions)
#include "tst_slurm_options.moc"

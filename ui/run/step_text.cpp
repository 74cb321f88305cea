// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/step_text.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct Words
{
    const char* code;
    const char* kind;
    const char* remedy;
};

constexpr Words words[] = {
    {"peer-failed", QT_TRANSLATE_NOOP("RunFailureText", "A process failed"),
     QT_TRANSLATE_NOOP(
         "RunFailureText",
         "Read what the process wrote last, below and in the log. A process that a signal killed often ran "
         "out of memory: fewer nodes, or a smaller model, help. Then retry the run.")},
    {"timeout", QT_TRANSLATE_NOOP("RunFailureText", "Timeout"),
     QT_TRANSLATE_NOOP("RunFailureText",
                       "A worker waited longer than its deadline. Check the log for the worker that was silent; if the "
                       "network is meant to be that slow, increase the deadline of the workload.")},
    {"gate-not-met", QT_TRANSLATE_NOOP("RunFailureText", "The conditions were not met"),
     QT_TRANSLATE_NOOP(
         "RunFailureText",
         "The network did not do what was asked of it, so the run does not count. Other work on this "
         "machine disturbs the emulation: end it and retry the run. If it fails every time, allow a wider "
         "tolerance in the grid.")},
    {"denied", QT_TRANSLATE_NOOP("RunFailureText", "A right is missing"),
     QT_TRANSLATE_NOOP("RunFailureText",
                       "Emulated clusters need root, or a system that allows users to create namespaces. The page of "
                       "the cluster shows what is missing here.")},
    {"disk-full", QT_TRANSLATE_NOOP("RunFailureText", "The disk is full"),
     QT_TRANSLATE_NOOP("RunFailureText", "Make room where the store is, then resume the campaign.")},
    {"unreachable", QT_TRANSLATE_NOOP("RunFailureText", "A node does not answer"),
     QT_TRANSLATE_NOOP(
         "RunFailureText",
         "Check the links of the cluster: a loss near 100 % or a delay beyond the deadline cuts a node off.")},
    {"unsupported", QT_TRANSLATE_NOOP("RunFailureText", "Not possible here"),
     QT_TRANSLATE_NOOP("RunFailureText", "Change the workload or the cluster as described.")},
    {"interrupted", QT_TRANSLATE_NOOP("RunFailureText", "Interrupted"),
     QT_TRANSLATE_NOOP("RunFailureText", "Millrace ended during this run. Resume the campaign.")},
    {"internal", QT_TRANSLATE_NOOP("RunFailureText", "A fault of Millrace"),
     QT_TRANSLATE_NOOP("RunFailureText", "Please report it with the copied details.")},
};

const Words* find(std::string_view code)
{
    for (const Words& each : words)
        if (code == each.code)
            return &each;
    return nullptr;
}

} // namespace

QString stepText(run::RunStep step)
{
    const auto text = [](const char* source) { return QCoreApplication::translate("RunStep", source); };
    switch (step) {
    case run::RunStep::MakeCluster: return text(QT_TRANSLATE_NOOP("RunStep", "making the cluster"));
    case run::RunStep::StartAgents: return text(QT_TRANSLATE_NOOP("RunStep", "starting the agents"));
    case run::RunStep::MeasureConditions: return text(QT_TRANSLATE_NOOP("RunStep", "measuring the conditions"));
    case run::RunStep::StartCaptures: return text(QT_TRANSLATE_NOOP("RunStep", "starting the recordings"));
    case run::RunStep::StartWorkers: return text(QT_TRANSLATE_NOOP("RunStep", "starting the workers"));
    case run::RunStep::Run: return text(QT_TRANSLATE_NOOP("RunStep", "training"));
    case run::RunStep::Collect: return text(QT_TRANSLATE_NOOP("RunStep", "collecting"));
    case run::RunStep::Judge: return text(QT_TRANSLATE_NOOP("RunStep", "judging"));
    case run::RunStep::CleanUp: return text(QT_TRANSLATE_NOOP("RunStep", "cleaning up"));
    }
    return {};
}

QString remedyText(std::string_view errorCode)
{
    const Words* found = find(errorCode);
    return QCoreApplication::translate(
        "RunFailureText",
        found != nullptr ? found->remedy
                         : QT_TRANSLATE_NOOP("RunFailureText", "Read the log of the run, then retry it."));
}

QString failureKindText(std::string_view errorCode)
{
    const Words* found = find(errorCode);
    return QCoreApplication::translate(
        "RunFailureText", found != nullptr ? found->kind : QT_TRANSLATE_NOOP("RunFailureText", "The run failed"));
}

} // namespace millrace::ui

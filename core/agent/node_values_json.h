// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/base/wire.h"

namespace millrace::agent {

/// Runs `read`, which reads JSON of the protocol; what Json throws becomes a Protocol error that names `what`.
template <typename T, typename Read>
[[nodiscard]] Result<T> readJson(const char* what, Read read)
{
    try {
        return Result<T>(read());
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, std::string("the agent's ") + what + " cannot be read: " + exception.what());
    }
}

} // namespace millrace::agent

namespace millrace {

template <>
struct WireForm<Command>
{
    using T = Command;
    static constexpr const char* what = "the agent's command";
    static constexpr std::tuple fields{wire("argv", &T::argv), wireOptional("environment", &T::environment),
                                       wireOptional("folder", &T::folder)};
};

template <>
struct WireForm<agent::StartedProcess>
{
    using T = agent::StartedProcess;
    static constexpr const char* what = "the agent's started process";
    static constexpr std::tuple fields{wire("process", &T::process), wire("pid", &T::pid)};
};

template <>
struct WireForm<ExitStatus>
{
    using T = ExitStatus;
    static constexpr const char* what = "the agent's exit status";
    static constexpr std::tuple fields{wire("exit_code", &T::exitCode), wire("signal", &T::signal)};
};

template <>
struct WireNames<agent::OutputStream>
{
    static constexpr int count = 2;
    static constexpr std::string_view name(agent::OutputStream stream)
    {
        return stream == agent::OutputStream::Output ? "out" : "err";
    }
};

template <>
struct WireForm<agent::ProcessLine>
{
    using T = agent::ProcessLine;
    static constexpr const char* what = "the agent's line";
    static constexpr const char* event = "process.line";
    static constexpr std::tuple fields{wire("process", &T::process), wire("stream", &T::stream), wire("text", &T::text),
                                       wire("mono_ns", &T::monotonic), wire("wall_ns", &T::wall)};
};

template <>
struct WireForm<agent::ProcessExit>
{
    using T = agent::ProcessExit;
    static constexpr const char* what = "the agent's exit of a process";
    static constexpr const char* event = "process.exit";
    static constexpr std::tuple fields{
        wire("process", &T::process),   wireInside(&T::status),
        wire("cpu_ns", &T::cpu),        wire("peak_resident_bytes", &T::peakResidentBytes),
        wire("mono_ns", &T::monotonic), wire("wall_ns", &T::wall)};
};

template <>
struct WireForm<counters::PortRange>
{
    using T = counters::PortRange;
    static constexpr const char* what = "the agent's range of ports";
    static constexpr std::tuple fields{wire("first", &T::first), wire("last", &T::last)};
};

template <>
struct WireForm<agent::SamplingSpec>
{
    using T = agent::SamplingSpec;
    static constexpr const char* what = "the agent's sampling";
    static constexpr std::tuple fields{
        wire("interval_ns", &T::interval), wire("interfaces", &T::interfaces), wire("tcp", &T::tcp),
        wire("processes", &T::processes),  wire("machine", &T::machine),       wire("ports", &T::ports)};
};

/// Counters are lists without keys: a node sends thousands of samples.
template <>
struct WireForm<agent::Sample>
{
    static constexpr const char* what = "the agent's sample";
    static Json write(const agent::Sample& sample);
    static agent::Sample read(const Json& json);
};

template <>
struct WireForm<agent::SampleBatch>
{
    using T = agent::SampleBatch;
    static constexpr const char* what = "the agent's samples";
    static constexpr const char* event = "sample";
    static constexpr std::tuple fields{wire("sampling", &T::sampling), wire("missed", &T::missed),
                                       wire("samples", &T::samples)};
};

template <>
struct WireForm<agent::SamplingEnd>
{
    using T = agent::SamplingEnd;
    static constexpr const char* what = "the agent's end of a sampling";
    static constexpr std::tuple fields{wire("taken", &T::taken), wire("missed", &T::missed), wire("cpu_ns", &T::cpu)};
};

template <>
struct WireForm<agent::WorkFile>
{
    using T = agent::WorkFile;
    static constexpr const char* what = "the agent's file of a folder";
    static constexpr std::tuple fields{wire("path", &T::path), wire("bytes", &T::bytes),
                                       wire("modified_ns", &T::modified)};
};

template <>
struct WireForm<agent::AgentHealth>
{
    using T = agent::AgentHealth;
    static constexpr const char* what = "the agent's health";
    static constexpr std::tuple fields{wire("cpu_ns", &T::cpu), wire("resident_bytes", &T::residentBytes),
                                       wire("processes", &T::processes), wire("samplings", &T::samplings),
                                       wire("waiting_bytes", &T::waitingBytes)};
};

} // namespace millrace

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/framework_log_parser.h"

#include "core/base/text.h"
#include "core/monitor/builtin_log_parser.h"
#include "core/monitor/hivemind_reader.h"
#include "core/monitor/iperf_reader.h"
#include "core/monitor/keras_reader.h"
#include "core/monitor/kungfu_log_parser.h"
#include "core/monitor/launcher_reader.h"
#include "core/monitor/log_line.h"
#include "core/monitor/pattern_reader.h"
#include "core/monitor/plain_step_reader.h"
#include "core/monitor/row_reader.h"
#include "core/monitor/torch_reader.h"
#include "core/monitor/worker_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::monitor {
namespace {

template <typename... Readers>
std::vector<std::unique_ptr<LineReader>> readersOf()
{
    std::vector<std::unique_ptr<LineReader>> readers;
    (readers.push_back(std::make_unique<Readers>()), ...);
    return readers;
}

using MakeReaders = std::vector<std::unique_ptr<LineReader>> (*)();

struct Framework
{
    std::string_view name;
    MakeReaders readers; ///< specific ones before general ones
    MakeReaders own; ///< of lines that only this framework prints; they identify it
};

/// Every framework includes the lines of our own scripts. On a tie recogniseFramework() takes the first.
constexpr Framework frameworks[] = {
    {"pytorch-ddp", readersOf<WorkerJsonReader, TorchReader, KungFuLineReader, RowReader, LauncherReader>,
     readersOf<WorkerJsonReader, TorchReader>},
    {"pytorch-elastic", readersOf<WorkerJsonReader, TorchReader, KungFuLineReader, RowReader, LauncherReader>,
     readersOf<WorkerJsonReader, TorchReader>},
    {"tensorflow", readersOf<WorkerJsonReader, RowReader, KerasReader, KungFuLineReader, LauncherReader>,
     readersOf<RowReader, KerasReader>},
    {"kungfu", readersOf<WorkerJsonReader, KungFuLineReader, RowReader, KerasReader, LauncherReader>,
     readersOf<KungFuLineReader>},
    {"hivemind", readersOf<WorkerJsonReader, HivemindReader, RowReader, TorchReader, KungFuLineReader, LauncherReader>,
     readersOf<HivemindReader>},
    {"horovod", readersOf<WorkerJsonReader, KungFuLineReader, TorchReader, RowReader, KerasReader, LauncherReader>,
     readersOf<KungFuLineReader>},
    {"command",
     readersOf<WorkerJsonReader, KungFuLineReader, TorchReader, RowReader, KerasReader, HivemindReader, IperfReader,
               PlainStepReader, LauncherReader>,
     readersOf<>},
};

/// Whether the worker's JSON lines already report the event; its human-readable lines repeat it.
bool isReported(const LogEvent& event)
{
    if (const auto* phase = std::get_if<PhaseEvent>(&event))
        return phase->phase == "warmup" || phase->phase == "benchmark" || phase->phase == "init";
    if (const auto* setting = std::get_if<SettingEvent>(&event))
        return setting->group == "workload";
    return std::holds_alternative<IterationEvent>(event) || std::holds_alternative<ResultEvent>(event);
}

/// Counts the events that a parser finds, without messages. A result that names the parser's framework weighs most.
std::uint64_t knowledge(LogParser& parser, std::string_view name, std::span<const std::string> lines)
{
    constexpr std::uint64_t weight = 1000;
    std::uint64_t telling = 0;
    const auto isNamed = [&](const LogEvent& event) {
        const auto* result = std::get_if<ResultEvent>(&event);
        return result != nullptr && std::ranges::any_of(result->settings, [&](const auto& setting) {
                   return setting.first == "framework" && setting.second == name;
               });
    };
    for (const std::string& line : lines)
        for (auto event = parser.parse(line, Stream::Out, {}); event; event = parser.more())
            telling += isNamed(*event) ? weight : std::holds_alternative<MessageEvent>(*event) ? 0 : 1;
    return telling;
}

} // namespace

LogParser::Outcome FrameworkLogParser::interpret(std::string_view line, Stream stream, const Arrival& arrival)
{
    LogLine normal = normaliseLine(line, stream, arrival, m_source);
    Outcome outcome = ask(normal.body, normal.origin);
    if (std::holds_alternative<Unknown>(outcome) && normal.body.empty())
        return Silent{};
    if (std::holds_alternative<Unknown>(outcome) && takeDoubtfulPrefix(normal))
        return ask(normal.body, normal.origin);
    return outcome;
}

LogParser::Outcome FrameworkLogParser::ask(std::string_view body, const EventOrigin& origin)
{
    Outcome result = Unknown{};
    for (std::size_t i = 0; i < m_readers.size(); ++i) {
        Outcome outcome = m_readers[i]->read(body, origin);
        if (std::holds_alternative<Unknown>(outcome))
            continue;
        if (std::holds_alternative<Damaged>(outcome)) {
            result = std::move(outcome);
            continue;
        }
        if (const auto* event = std::get_if<LogEvent>(&outcome)) {
            const bool isJson = i == 0;
            if (m_hasJson && !isJson && isReported(*event))
                return Silent{};
            m_hasJson |= isJson;
        }
        return outcome;
    }
    return result;
}

/// Those whose workers are millrace-worker.
constexpr std::string_view ownFrameworks[] = {"builtin", "elastic"};

const std::vector<std::string>& logParserNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all(std::begin(ownFrameworks), std::end(ownFrameworks));
        for (const Framework& framework : frameworks)
            all.emplace_back(framework.name);
        return all;
    }();
    return names;
}

Result<std::unique_ptr<LogParser>> makeLogParser(std::string_view framework, LogSource source)
{
    std::unique_ptr<LogParser> parser;
    const auto known = std::ranges::find(frameworks, framework, &Framework::name);
    if (std::ranges::find(ownFrameworks, framework) != std::end(ownFrameworks))
        parser = std::make_unique<BuiltinLogParser>(std::move(source));
    else if (known != std::end(frameworks))
        parser = std::make_unique<FrameworkLogParser>(std::move(source), known->readers());
    else
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the output of framework \"{}\" cannot be read; known are {}", framework,
                                join(logParserNames(), ", ")));
    return parser;
}

std::string recogniseFramework(std::span<const std::string> lines)
{
    if (std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with(R"({"event":)"); }))
        return "builtin";
    std::string best = "command";
    std::uint64_t most = 0;
    for (const Framework& framework : frameworks) {
        FrameworkLogParser parser({}, framework.own());
        const std::uint64_t known = knowledge(parser, framework.name, lines);
        if (known > most) {
            most = known;
            best = framework.name;
        }
    }
    return best;
}

Result<std::unique_ptr<LogParser>> makePatternLogParser(std::span<const PatternSpec> specs, LogSource source)
{
    MR_TRY(patterns, PatternReader::make(specs));
    std::vector<std::unique_ptr<LineReader>> readers = readersOf<WorkerJsonReader>();
    readers.push_back(std::make_unique<PatternReader>(std::move(patterns)));
    readers.push_back(std::make_unique<LauncherReader>());
    return std::unique_ptr<LogParser>(std::make_unique<FrameworkLogParser>(std::move(source), std::move(readers)));
}

} // namespace millrace::monitor

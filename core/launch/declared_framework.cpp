// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/declared_framework.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/launch/placement.h"
#include "core/launch/script_adapter.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::launch {

namespace {

constexpr std::size_t largestSource = std::size_t(4) << 20;
const std::vector<std::string> perNames = {"rank", "node", "once"};
const std::vector<std::string> eventNames = {"step",    "warmup", "phase",   "result",
                                             "failure", "finish", "message", "ignore"};

class Reader
{
public:
    Reader(const Json& json, std::filesystem::path folder, Issues& issues)
        : m_fields(json, "", issues), m_issues(issues), m_folder(std::move(folder))
    {
    }

    DeclaredFramework run()
    {
        heading();
        names();
        options();
        processes();
        files();
        output();
        numbers();
        m_fields.reportUnknown();
        placeholders();
        return std::move(m_framework);
    }

private:
    void heading()
    {
        std::string format;
        int version = 1;
        m_fields.text("format", format);
        if (format != "millrace-framework")
            m_fields.problem("format", "write \"millrace-framework\"");
        m_fields.integer("version", version, 1, 1);
        std::string& name = m_framework.traits.name;
        m_fields.text("name", name);
        const bool plain = std::ranges::all_of(name, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        });
        if (name.empty() || !plain)
            m_fields.problem("name", "use a name of lowercase letters, digits, '-', '_' and '.'");
        m_fields.text("summary", m_framework.traits.summary);
    }

    void names()
    {
        FrameworkTraits& traits = m_framework.traits;
        m_fields.texts("backends", traits.backends);
        m_fields.texts("strategies", traits.strategies);
        m_fields.texts("optimizers", traits.optimizers);
        traits.hasStrategy = !traits.strategies.empty();
        traits.ignoredFactors = simulatedFactors(!traits.hasStrategy);
        const Json* models = m_fields.find("models");
        if (models == nullptr)
            return;
        if (!models->is_object()) {
            m_fields.texts("models", traits.models);
            return;
        }
        for (const auto& [model, parameters] : models->items()) {
            traits.models.push_back(model);
            if (parameters.is_number_integer() && parameters.get<std::int64_t>() > 0)
                m_framework.parameters[model] = parameters.get<std::int64_t>();
            else if (!parameters.is_null())
                m_fields.problem("models." + model,
                                 fmt::format("{} is not a number of parameters, nor null", briefJson(parameters)));
        }
    }

    void options()
    {
        const Json* options = m_fields.object("options");
        if (options == nullptr)
            return;
        for (const auto& [name, value] : options->items()) {
            m_framework.traits.options.push_back(name);
            m_framework.defaults[name] = value.is_string() ? value.get<std::string>() : value.dump();
            if (value.is_structured() || value.is_null())
                m_fields.problem("options." + name, "the default must be a text or a number");
            if (unknownPlaceholders({"{" + name + "}"}, {name}).empty() && filled("{" + name + "}", {{name, ""}}) == "")
                continue;
            m_fields.problem("options." + name, "use a name of lowercase letters, digits and '_'");
        }
    }

    void processes()
    {
        const Json* list = m_fields.array("processes");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            process((*list)[i], fmt::format("processes[{}]", i));
        const auto works = [](const DeclaredProcess& process) { return process.purpose == Purpose::Work; };
        if (std::ranges::none_of(m_framework.processes, works))
            m_fields.problem("processes", "name at least one process that is not a service: the run ends with it");
    }

    void process(const Json& json, const std::string& path)
    {
        JsonFields fields(json, path, m_issues);
        DeclaredProcess process;
        std::size_t per = 0;
        bool service = false;
        fields.choice("per", per, perNames);
        process.per = static_cast<Per>(per);
        process.label = process.per == Per::Rank ? "worker {rank}" : process.per == Per::Node ? "launcher {node}" : "";
        fields.text("label", process.label);
        fields.texts("command", process.command);
        fields.text("folder", process.folder);
        fields.boolean("service", service);
        process.purpose = service ? Purpose::Service : Purpose::Work;
        fields.text("ready", process.ready);
        if (const Json* variables = fields.object("environment"))
            for (const auto& [name, value] : variables->items()) {
                process.environment.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
                if (value.is_structured() || value.is_null() || name.empty())
                    fields.problem("environment." + name, "give a text");
            }
        fields.reportUnknown();
        if (process.command.empty() || process.command.front().empty())
            fields.problem("command", "name the program to start, for example [\"python3\", \"train.py\"]");
        if (process.label.empty())
            process.label = process.command.empty() ? "process" : process.command.front();
        label(process, fields);
        m_framework.processes.push_back(std::move(process));
    }

    void label(const DeclaredProcess& process, JsonFields& fields)
    {
        const bool ofRank = process.label.find("{rank}") != std::string::npos;
        const bool ofNode = process.label.find("{node}") != std::string::npos;
        if ((process.per == Per::Rank && !ofRank) || (process.per == Per::Node && !ofRank && !ofNode))
            fields.problem("label",
                           process.per == Per::Rank ? "must contain {rank}, so that each worker has its own"
                                                    : "must contain {node}, so that each node has its own");
        if (!m_labels.insert(process.label).second)
            fields.problem("label", fmt::format("{} is taken already", briefJson(Json(process.label))));
    }

    void files()
    {
        const Json* list = m_fields.array("files");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            placedFile((*list)[i], fmt::format("files[{}]", i));
    }

    void placedFile(const Json& json, const std::string& path)
    {
        JsonFields fields(json, path, m_issues);
        PlacedFile file;
        std::string source;
        fields.text("path", file.path);
        fields.text("source", source);
        fields.text("content", file.content);
        fields.boolean("executable", file.executable);
        fields.boolean("filled", file.filled);
        fields.reportUnknown();
        const std::filesystem::path place = file.path;
        if (file.path.empty() || place.is_absolute() || std::ranges::find(place, "..") != place.end())
            fields.problem("path", "use a path below the run's folder, without \"..\"");
        if (source.empty() == file.content.empty())
            fields.problem("source", "give either the name of a file next to this one, or its content");
        if (!source.empty()) {
            auto text = readFile(m_folder / source, largestSource);
            if (text)
                file.content = *std::move(text);
            else
                fields.problem("source", text.error().what);
        }
        m_framework.files.push_back(std::move(file));
    }

    void output()
    {
        m_fields.text("parser", m_framework.parser);
        m_fields.text("traffic", m_framework.traffic);
        if (!m_framework.traffic.empty()
            && std::ranges::find(trafficNames(), m_framework.traffic) == trafficNames().end())
            m_fields.problem("traffic",
                             fmt::format("{} is unknown; available: {}", briefJson(Json(m_framework.traffic)),
                                         join(trafficNames(), ", ")));
        const Json* list = m_fields.array("lines");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            JsonFields fields((*list)[i], fmt::format("lines[{}]", i), m_issues);
            LogPattern pattern;
            std::size_t event = 0;
            fields.text("pattern", pattern.pattern);
            fields.choice("event", event, eventNames);
            fields.text("metric", pattern.metric);
            fields.text("unit", pattern.unit);
            fields.number("factor", pattern.factor, 1e-30, 1e30);
            fields.reportUnknown();
            pattern.event = eventNames[event];
            if (pattern.pattern.empty())
                fields.problem("pattern", "give the line, for example \"step {step:d} took {seconds:f} s\"");
            m_framework.lines.push_back(std::move(pattern));
        }
        if (!m_framework.parser.empty() && !m_framework.lines.empty())
            m_fields.problem("parser", "\"lines\" already defines how the output is read; remove one of the two");
    }

    void numbers()
    {
        m_fields.integer("port", m_framework.port, 1, 65535);
        m_framework.lastPort = 0;
        m_fields.integer("last_port", m_framework.lastPort, m_framework.port, 65535);
    }

    void placeholders()
    {
        std::vector<std::string> known = placeholderNames();
        known.insert(known.end(), {"command", "options"});
        known.insert(known.end(), m_framework.traits.options.begin(), m_framework.traits.options.end());
        const auto check = [&](const std::vector<std::string>& texts, const std::string& where) {
            for (const std::string& name : unknownPlaceholders(texts, known)) {
                const std::string near = nearest(name, known);
                m_fields.problem(where,
                                 fmt::format("unknown placeholder {{{}}}; {}", name,
                                             near.empty() ? "use one of {" + join(known, "} {") + "}"
                                                          : "did you mean {" + near + "}?"));
            }
        };
        for (std::size_t i = 0; i < m_framework.processes.size(); ++i) {
            const DeclaredProcess& process = m_framework.processes[i];
            check(process.command, fmt::format("processes[{}].command", i));
            for (const auto& [name, value] : process.environment)
                check({value}, fmt::format("processes[{}].environment.{}", i, name));
            m_framework.traits.takesCommand |= std::ranges::find(process.command, "{command}") != process.command.end();
        }
        m_framework.traits.needsCommand = m_framework.traits.takesCommand;
        for (std::size_t i = 0; i < m_framework.files.size(); ++i)
            if (m_framework.files[i].filled)
                check({m_framework.files[i].content}, fmt::format("files[{}].content", i));
    }

    JsonFields m_fields;
    Issues& m_issues;
    std::filesystem::path m_folder;
    DeclaredFramework m_framework;
    std::set<std::string> m_labels;
};

} // namespace

const std::vector<std::string>& trafficNames()
{
    static const std::vector<std::string> names = {"ring", "parameter-server", "butterfly"};
    return names;
}

DeclaredFramework readFramework(const std::string& text, const std::filesystem::path& file, Issues& issues)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) {
        issues.push_back(
            {"framework", Severity::Error, 1, "this is not a JSON object; check its commas and brackets", ""});
        return {};
    }
    DeclaredFramework framework = Reader(json, file.parent_path(), issues).run();
    framework.traits.file = file;
    return framework;
}

} // namespace millrace::launch

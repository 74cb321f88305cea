// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/node/preflight_facts.h"

#include <algorithm>
#include <cstdlib>
#include <future>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::node {

namespace {

/// A program and its version option; without arguments only its presence is checked, because the query takes seconds.
struct KnownTool
{
    const char* name;
    const char* argument;
};
constexpr KnownTool knownTools[] = {{"ip", "-V"},
                                    {"tc", "-V"},
                                    {"ss", "-V"},
                                    {"nft", "--version"},
                                    {"tcpdump", "--version"},
                                    {"ethtool", "--version"},
                                    {"ping", "-V"},
                                    {"mpirun", "--version"},
                                    {"horovodrun", ""},
                                    {"kungfu-run", ""},
                                    {"torchrun", ""},
                                    {"nvidia-smi", ""}};

/// Versions from the metadata of the installed packages: importing them would take seconds.
constexpr const char* packageScript = R"(
import importlib.util, json
try:
    import importlib.metadata as metadata
except ImportError:
    metadata = None
names = ["torch", "torchvision", "horovod", "tensorflow", "kungfu", "hivemind", "numpy"]
found = {}
for name in names:
    try:
        if importlib.util.find_spec(name) is None:
            continue
    except Exception:
        continue
    found[name] = ""
    try:
        found[name] = metadata.version(name)
    except Exception:
        pass
print(json.dumps(found))
)";
const std::vector<std::string> packageNames = {"torch",  "torchvision", "horovod", "tensorflow",
                                               "kungfu", "hivemind",    "numpy"};

/// Returns the first word of a line that begins with a digit: "6.1.0" of "tc utility, iproute2-6.1.0, libbpf 1.1.0".
std::string versionIn(std::string_view text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    for (std::size_t at = 0; at < line.size(); ++at) {
        const bool digit = line[at] >= '0' && line[at] <= '9';
        const bool begins = at == 0 || line[at - 1] == ' ' || line[at - 1] == '-' || line[at - 1] == 'v'
            || line[at - 1] == '/' || line[at - 1] == '(';
        if (!digit || !begins)
            continue;
        const std::string_view version = line.substr(at, line.find_first_of(" ,;)\t\r", at) - at);
        if (version.find('.') != std::string_view::npos || version.size() > 3)
            return std::string(version);
    }
    return std::string(trim(line.substr(0, 60)));
}

cluster::ToolFacts askTool(const std::string& name, const std::string& argument, const JobContext& job)
{
    cluster::ToolFacts tool{name, false, {}};
    const std::string program = findProgram(name);
    tool.found = !program.empty();
    if (tool.found && !argument.empty())
        tool.version = versionIn(printed({program, argument}, job));
    return tool;
}

/// Folders can be executed, too.
bool isProgram(const std::string& file)
{
    struct stat state
    {
    };
    return ::stat(file.c_str(), &state) == 0 && S_ISREG(state.st_mode) && ::access(file.c_str(), X_OK) == 0;
}

void addPackages(cluster::NodeFacts& facts, const std::string& python, const JobContext& job)
{
    const std::string text = printed({python, "-c", packageScript}, job);
    const Json found = Json::parse(text, nullptr, false);
    for (const std::string& name : packageNames) {
        const bool there = found.is_object() && found.contains(name);
        facts.packages.push_back(
            {name, there, there && found[name].is_string() ? found[name].get<std::string>() : std::string()});
    }
}

void addGpus(cluster::NodeFacts& facts, const JobContext& job)
{
    const std::string program = findProgram("nvidia-smi");
    if (program.empty())
        return;
    const std::string text = printed(
        {program, "--query-gpu=name,driver_version,memory.total,utilization.gpu", "--format=csv,noheader,nounits"},
        job);
    for (const std::string_view line : split(text, '\n')) {
        const auto fields = split(line, ',');
        if (fields.size() != 4 || facts.gpus.size() >= 64)
            continue;
        cluster::GpuFacts gpu;
        gpu.name = trim(fields[0]);
        gpu.driver = trim(fields[1]);
        gpu.memoryBytes = static_cast<std::uint64_t>(parseInteger(trim(fields[2])).value_or(0)) << 20;
        gpu.busyShare = parseDouble(trim(fields[3])).value_or(0) / 100;
        facts.gpus.push_back(std::move(gpu));
    }
}

} // namespace

std::string printed(const std::vector<std::string>& argv, const JobContext& job)
{
    const Command command{argv, {{"LC_ALL", "C"}}, {}};
    const auto output = runCommand(command, deadlineIn(std::chrono::seconds(3)), {}, job);
    if (!output)
        return {};
    return output->out.empty() ? output->err : output->out;
}

std::string findProgram(const std::string& name)
{
    if (name.find('/') != std::string::npos)
        return isProgram(name) ? name : std::string();
    const char* path = std::getenv("PATH");
    const std::string folders =
        std::string(path == nullptr ? "" : path) + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    for (const std::string_view folder : split(folders, ':')) {
        const std::string file = std::string(folder) + "/" + name;
        if (!folder.empty() && isProgram(file))
            return file;
    }
    return {};
}

void addTools(cluster::NodeFacts& facts, const cluster::PreflightQuestion& question, const JobContext& job)
{
    std::vector<std::future<cluster::ToolFacts>> asked;
    const auto ask = [&](const std::string& name, const std::string& argument) {
        asked.push_back(std::async(std::launch::async, askTool, name, argument, std::cref(job)));
    };
    for (const KnownTool& tool : knownTools)
        ask(tool.name, tool.argument);
    ask(question.python, "--version");
    for (std::size_t i = 0; i < std::min<std::size_t>(question.tools.size(), 64); ++i)
        if (std::ranges::find(knownTools, question.tools[i], [](const KnownTool& t) { return std::string(t.name); })
            == std::end(knownTools))
            ask(question.tools[i], "");
    addPackages(facts, question.python, job);
    addGpus(facts, job);
    for (auto& tool : asked)
        facts.tools.push_back(tool.get());
}

} // namespace millrace::node

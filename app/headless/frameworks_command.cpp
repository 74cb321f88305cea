// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/exit_code.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/launch/frameworks.h"
#include "core/launch/workload_scripts.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

Json frameworkJson(const launch::FrameworkTraits& traits)
{
    return {{"name", traits.name},
            {"summary", traits.summary},
            {"backends", traits.backends},
            {"strategies", traits.strategies},
            {"models", traits.models},
            {"optimizers", traits.optimizers},
            {"options", traits.options},
            {"needs_command", traits.needsCommand},
            {"takes_command", traits.takesCommand},
            {"file", traits.file.empty() ? Json() : Json(traits.file.string())}};
}

void print(const launch::FrameworkTraits& traits)
{
    fmt::print("{:<16} {}\n", traits.name, traits.summary);
    const auto list = [](const char* what, const std::vector<std::string>& values) {
        if (!values.empty())
            fmt::print("{:<16} {}: {}\n", "", what, join(values, ", "));
    };
    list("backends", traits.backends);
    list("strategies", traits.strategies);
    list("options", traits.options);
    if (!traits.file.empty())
        fmt::print("{:<16} described in {}\n", "", traits.file.string());
}

Result<void> writeTexts(std::span<const EmbeddedText> files, const std::filesystem::path& folder)
{
    for (const EmbeddedText& file : files) {
        const std::filesystem::path path = folder / file.name;
        std::error_code failure;
        std::filesystem::create_directories(path.parent_path(), failure);
        if (failure)
            return failErrno("creating " + path.parent_path().string(), failure.value());
        MR_CHECK(writeFileAtomically(path, file.text));
    }
    return {};
}

Result<void> writeTorchPackage(const std::filesystem::path& folder)
{
    MR_CHECK(writeTexts(launch::torchPackage(), folder));
    const std::string whole = std::filesystem::absolute(folder).string();
    fmt::print("{0}/millrace_torch is written; a script that uses the backend millrace is started with\n"
               "PYTHONPATH={0}:{0}/millrace_torch/site\n",
               whole);
    return {};
}

} // namespace

CommandBody addFrameworksCommand(CLI::App& app)
{
    CLI::App* command =
        app.add_subcommand("frameworks", "List the frameworks that can be started, your own among them");
    const auto folder = std::make_shared<std::string>();
    command
        ->add_option(
            "--torch-package", *folder,
            "Write the Python package millrace_torch, with the backend \"millrace\" of torch.distributed, into "
            "this folder instead")
        ->type_name("FOLDER");
    const auto scripts = std::make_shared<std::string>();
    command
        ->add_option("--scripts", *scripts,
                     "Write the training scripts and export_graph.py, which writes graphs of models, into this folder "
                     "instead")
        ->type_name("FOLDER");
    return [folder, scripts](const Environment& environment) {
        if (!scripts->empty()) {
            const auto written = writeTexts(launch::workloadScripts(), *scripts);
            return written ? int(Success) : complain(written.error());
        }
        if (!folder->empty()) {
            const auto written = writeTorchPackage(*folder);
            return written ? int(Success) : complain(written.error());
        }
        Json list = Json::array();
        for (const launch::FrameworkTraits& traits : environment.frameworks.all())
            list.push_back(frameworkJson(traits));
        if (environment.json)
            fmt::print("{}\n", list.dump(2));
        else
            for (const launch::FrameworkTraits& traits : environment.frameworks.all())
                print(traits);
        return int(Success);
    };
}

} // namespace millrace::headless

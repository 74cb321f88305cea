// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/runtime.h"

#include "app/graphs/service.h"
#include "app/graphs/tensors.h"
#include "core/base/version.h"

#include <cstdlib>
#include <fstream>
#include <torch/version.h>
#include <unistd.h>

namespace millrace::graphs {

namespace {

/// File that is mapped as BLAS. Debian's alternatives give every implementation the name libblas.so.3, in its own
/// folder.
std::string blasFile()
{
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (const auto path = line.find('/'); path != std::string::npos && line.find("blas.so") != std::string::npos)
            return line.substr(path);
    return "";
}

} // namespace

void useThreads(int threads, char** arguments)
{
    const std::string number = std::to_string(threads);
    bool changed = false;
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
        const char* const value = std::getenv(name);
        if (value && number == value)
            continue;
        changed = setenv(name, number.c_str(), 1) == 0 || changed;
    }
    if (!changed)
        return;
    // Threads that wait for each other would keep other programs from the processor.
    setenv("OMP_WAIT_POLICY", "passive", 0);
    execv("/proc/self/exe", arguments);
}

Json readyLine()
{
    const std::string blas = blasFile();
    Json json{{"event", "ready"},
              {"protocol", protocolVersion},
              {"version", programVersion},
              {"libtorch", TORCH_VERSION},
              {"blas", blas}};
    if (blas.find("/blas/") != std::string::npos)
        json["note"] = "libtorch uses the reference BLAS; with libopenblas0-pthread trainings take a sixth of the time";
    return json;
}

} // namespace millrace::graphs

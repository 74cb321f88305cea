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

void prepareProcess(int threads, char** arguments)
{
    const std::string number = std::to_string(threads);
    bool changed = false;
    const auto set = [&changed](const char* name, const std::string& value, bool replace) {
        const char* const before = std::getenv(name);
        if (before && (!replace || value == before))
            return;
        changed = setenv(name, value.c_str(), 1) == 0 || changed;
    };
    set("OMP_NUM_THREADS", number, true);
    set("OPENBLAS_NUM_THREADS", number, true);
    // Threads that wait for each other would keep other programs from the processor.
    set("OMP_WAIT_POLICY", "passive", false);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        set("OPENBLAS_CORETYPE", "ZEN", false);
        set("ATEN_CPU_CAPABILITY", "avx2", false);
        set("DNNL_MAX_CPU_ISA", "AVX2", false);
    }
#endif
    if (changed)
        execv("/proc/self/exe", arguments);
}

Json readyLine()
{
    const std::string blas = blasFile();
    Json json{{"event", "ready"},          {"protocol", protocolVersion},      {"version", programVersion},
              {"libtorch", TORCH_VERSION}, {"threads", at::get_num_threads()}, {"blas", blas}};
    if (blas.find("/blas/") != std::string::npos)
        json["note"] = "libtorch uses the reference BLAS; with libopenblas0-pthread trainings take a sixth of the time";
    return json;
}

} // namespace millrace::graphs

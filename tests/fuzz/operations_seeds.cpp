// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/chakra_trace.h"
#include "core/operations/goal_text.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace millrace::operations;

/// operations_seeds FOLDER: writes small schedules, from which the fuzzer starts.
int main(int count, char** arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: operations_seeds FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    int number = 0;
    const auto add = [&](const std::string& bytes, char files) {
        std::ofstream(folder / ("seed" + std::to_string(number++)), std::ios::binary) << bytes << files;
    };
    constexpr const char* texts[] = {
        "num_ranks 2\nrank 0 {\nl1: calc 100 cpu 1\nl2: send 800b to 1 tag 3\nl2 requires l1\n}\n"
        "rank 1 {\nl1: recv 800b from 0 tag 3\nl2: calc 5\nl2 irequires l1\n}\n",
        "num_ranks 1 // one\nrank 0 { /* none */ }\n",
        "num_ranks 2\nrank 0 {\nl1: send 5000b to 1\nl2: recv 9b from 1\n}\nrank 1 {\nl1: recv 5000b from 0\n"
        "l2: send 9b to 0\nl2 requires l1\n}\n"};
    for (const char* text : texts) {
        add(text, 0);
        const auto read = parseGoal(text);
        if (!read)
            return 1;
        std::vector<std::string> traces = chakraTraces(*read);
        std::size_t longest = 0;
        for (const std::string& trace : traces)
            longest = std::max(longest, trace.size());
        // Parts are of one length; what follows the last message is an error, which is a start, too.
        std::string all;
        for (std::string& trace : traces) {
            trace.resize(longest);
            all += trace;
        }
        add(all, static_cast<char>(traces.size()));
        add(traces.front(), 1);
    }
    return 0;
}

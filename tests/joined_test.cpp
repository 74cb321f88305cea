// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/joined_test.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace millrace::tests {

namespace {

std::map<std::string, JoinedTest::Run>& allTests()
{
    static std::map<std::string, JoinedTest::Run> all;
    return all;
}

} // namespace

JoinedTest::JoinedTest(const char* file, Run run)
{
    allTests()[std::filesystem::path(file).stem().string()] = run;
}

} // namespace millrace::tests

int main(int argc, char** argv)
{
    const auto& all = millrace::tests::allTests();
    const std::string name = std::filesystem::path(argv[0]).filename().string();
    if (const auto found = all.find(name); found != all.end()) {
        // ctest passes no arguments: packaging/test.sh names the functions to run again here.
        std::vector<char*> arguments(argv, argv + argc);
        const char* chosen = std::getenv("MILLRACE_TEST_FUNCTIONS");
        std::istringstream words(chosen ? chosen : "");
        std::vector<std::string> functions{std::istream_iterator<std::string>(words), {}};
        for (std::string& each : functions)
            arguments.push_back(each.data());
        arguments.push_back(nullptr);
        return found->second(static_cast<int>(arguments.size()) - 1, arguments.data());
    }
    std::fprintf(stderr, "%s is called by the name of one of its tests:\n", name.c_str());
    for (const auto& [test, run] : all)
        std::fprintf(stderr, "  %s\n", test.c_str());
    return 2;
}

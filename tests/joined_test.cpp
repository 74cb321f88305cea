// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/joined_test.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

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
    if (const auto found = all.find(name); found != all.end())
        return found->second(argc, argv);
    std::fprintf(stderr, "%s is called by the name of one of its tests:\n", name.c_str());
    for (const auto& [test, run] : all)
        std::fprintf(stderr, "  %s\n", test.c_str());
    return 2;
}

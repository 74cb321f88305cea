// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QtTest/QtTest>

namespace millrace::tests {

/// One test class of a program that holds those of a whole folder. The program runs the one that it is called by: each
/// has a link of its name.
class JoinedTest
{
public:
    using Run = int (*)(int argc, char** argv);

    /// `file`: whose name without folder and ending is the name of the test.
    JoinedTest(const char* file, Run run);
};

} // namespace millrace::tests

// What QTEST_MAIN, QTEST_GUILESS_MAIN and QTEST_APPLESS_MAIN are made of.
#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(TestObject, ...)                                                                            \
    static const ::millrace::tests::JoinedTest joinedTest(__FILE__, [](int argc, char** argv) {                        \
        QTest::Internal::callInitMain<TestObject>();                                                                   \
        __VA_ARGS__                                                                                                    \
        TestObject tc;                                                                                                 \
        QTEST_SET_MAIN_SOURCE_PATH                                                                                     \
        return QTest::qExec(&tc, argc, argv);                                                                          \
    });

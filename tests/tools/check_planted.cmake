# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DTOOLS=… -DSCRATCH=… -DLUPDATE=… -DNAMES=… -DNM=… -DCXX=… -P check_planted.cmake
# Proves the checks of this folder: each accepts a small clean tree and rejects the tree with one planted violation, for
# the right reason.
cmake_minimum_required(VERSION 3.25)

set(spdx "// SPDX-FileCopyrightText: 2026 Millrace contributors\n// SPDX-License-Identifier: GPL-3.0-or-later\n")
set(root ${SCRATCH}/tree)
set(case_count 0)
set(forbidden_names "libQt|libtorch" "libc\\.so")
set(forbidden_results "^$" "loads libc\\.so")

function(write_source path text)
  file(WRITE ${root}/${path} "${spdx}${text}")
endfunction()

function(clean_tree)
  file(REMOVE_RECURSE ${SCRATCH})
  write_source(core/base/a.h "#pragma once\n#include <string>\n")
  write_source(core/grid/b.cpp "#include \"core/grid/b.h\"\n\n#include \"core/base/a.h\"\n")
  write_source(core/grid/b.h "#pragma once\n")
  write_source(core/project/c.h "#include \"core/grid/b.h\"\n")
  write_source(ui/main/d.h "#include \"core/project/c.h\"\n#include <QObject>\n")
  write_source(ui/main/d.cpp "const auto text = QObject::tr(\"Open\");\nconst auto count = QObject::tr(\"%n run(s)\", nullptr, 2);\n")
  write_source(app/headless/main.cpp "#include \"core/project/c.h\"\n")
  write_source(app/desktop/main.cpp "#include \"ui/main/d.h\"\n#include <QApplication>\n")
  file(WRITE ${SCRATCH}/layers.txt "base:\ngrid:mr_base\nproject:mr_grid,mr_base\n")
  file(WRITE ${SCRATCH}/large_files.txt "# none\n")
  file(COPY ${TOOLS}/../../.clang-format DESTINATION ${root})
  set(plurals "    <message numerus=\"yes\">\n        <source>%n run(s)</source>\n        <translation>\n")
  string(APPEND plurals "            <numerusform>%n A</numerusform>\n            <numerusform>%n B</numerusform>\n")
  string(APPEND plurals "        </translation>\n    </message>\n")
  set(single "    <message>\n        <source>Open</source>\n        <translation>Öffnen</translation>\n    </message>\n")
  foreach(name de en)
    file(WRITE ${root}/translations/millrace_${name}.ts "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE TS>\n"
      "<TS version=\"2.1\" language=\"${name}\">\n<context>\n    <name>QObject</name>\n${single}${plurals}</context>\n</TS>\n")
    set(single)
  endforeach()
endfunction()

function(run_check check result_out output_out)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DROOT=${root} -DLAYERS=${SCRATCH}/layers.txt -DEXCEPTIONS=${SCRATCH}/large_files.txt
      -DLUPDATE=${LUPDATE} -DNAMES=${NAMES} -DSCRATCH=${SCRATCH}/lupdate ${options} -P ${TOOLS}/check_${check}.cmake
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \t\r\n]+" " " output "${output}")
  set(${result_out} ${result} PARENT_SCOPE)
  set(${output_out} "${output}" PARENT_SCOPE)
endfunction()

function(accepts check)
  clean_tree()
  run_check(${check} result output)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "check_${check} rejects a clean tree: ${output}")
  endif()
endfunction()

# The current tree must be rejected with these words; then it is made clean again.
function(rejects check words)
  run_check(${check} result output)
  string(FIND "${output}" "${words}" place)
  if(result EQUAL 0)
    message(SEND_ERROR "check_${check} lets pass what it should reject with: ${words}")
  elseif(place EQUAL -1)
    message(SEND_ERROR "check_${check} does not say \"${words}\" but: ${output}")
  endif()
  clean_tree()
  math(EXPR case_count "${case_count} + 1")
  set(case_count ${case_count} PARENT_SCOPE)
endfunction()

accepts(layers)
foreach(planted IN ITEMS
    "core/grid/x.h|\"core/project/c.h\"|grid may not include core/project/"
    "core/grid/x.h|\"ui/main/d.h\"|core may not include ui/"
    "core/grid/x.cpp|\"app/headless/command.h\"|core may not include app/"
    "core/grid/x.cpp|\"tests/fakes/fake_host.h\"|may not include tests/"
    "ui/main/x.cpp|\"tests/fakes/fake_host.h\"|may not include tests/"
    "ui/main/x.cpp|\"app/desktop/options.h\"|ui may not include app/"
    "ui/main/x.cpp|\"core/agent/agent_client.h\"|ui may not include core/agent/"
    "core/base/x.h|<QString>|no Qt here"
    "core/base/x.cpp|<QtCore/QString>|no Qt here"
    "core/base/x.cpp|\"qstring.h\"|no Qt here"
    "app/headless/x.cpp|<QCoreApplication>|no Qt here"
    "app/agent/x.cpp|<QtCore>|no Qt here"
    "app/worker/x.cpp|<QFile>|no Qt here"
    "app/worker/x.cpp|\"core/store/store.h\"|app/worker may not include core/store/"
    "app/agent/x.cpp|\"core/run/runner.h\"|app/agent may not include core/run/"
    "app/headless/x.cpp|\"core/trainer/model.h\"|app/headless may not include core/trainer/"
    "core/lost/x.h|<string>|core/lost is not built"
    "core/grid/x.cpp|\"b.h\"|spell includes from the root"
    "core/grid/x.cpp|\"../base/a.h\"|spell includes from the root")
  string(REPLACE "|" ";" planted "${planted}")
  list(POP_FRONT planted path include words)
  write_source(${path} "#pragma once\n  #  include ${include}\n")
  rejects(layers "${words}")
endforeach()
function(study_tree)
  write_source(core/studies/old_road/study.h "#pragma once\n")
  write_source(core/studies/registry.h "#include \"core/studies/old_road/study.h\"\n")
  write_source(core/analysis/a.cpp "// quantile of a sample, studious\n")
  file(APPEND ${SCRATCH}/layers.txt "analysis:mr_base\nimporters:mr_analysis\nstudies:mr_importers\n")
endfunction()
study_tree()
run_check(layers result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "check_layers rejects a registered study: ${output}")
endif()
foreach(planted IN ITEMS
    "core/studies/audit.cpp|#include \"core/studies/old_road/study.h\"|only core/studies/registry.h may include the study core/studies/old_road/"
    "core/studies/other/x.cpp|#include \"core/studies/old_road/study.h\"|only core/studies/registry.h may include the study"
    "core/analysis/x.h|// as in this study|names a study (study)"
    "core/importers/old_road_log.h|#pragma once|names a study (old[-_ ]?road)"
    "core/importers/x.cpp|struct OldRoadLog|names a study"
    "core/importers/README.md|rows of Old-Road|names a study")
  string(REPLACE "|" ";" planted "${planted}")
  list(POP_FRONT planted path text words)
  string(REGEX REPLACE " \\(old.*" "" words "${words}")
  study_tree()
  write_source(${path} "${text}\n")
  rejects(layers "${words}")
endforeach()
file(APPEND ${SCRATCH}/layers.txt "cluster:mr_grid\n")
rejects(layers "cluster may not depend on grid")
file(APPEND ${SCRATCH}/layers.txt "cluster:mr_project\n")
rejects(layers "cluster may not depend on project")
file(APPEND ${SCRATCH}/layers.txt "novelty:mr_base\n")
rejects(layers "core/novelty: has no level")
file(REMOVE_RECURSE ${root}/core ${root}/ui ${root}/app)
rejects(layers "looked at nothing")

accepts(sizes)
string(REPEAT "//\n" 498 lines)
write_source(ui/main/long.cpp "${lines}")
run_check(sizes result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "check_sizes rejects 500 lines: ${output}")
endif()
write_source(ui/main/long.cpp "${lines}//\n")
rejects(sizes "ui/main/long.cpp: 501 lines")
file(WRITE ${SCRATCH}/large_files.txt "core/base/a.h: a table that cannot be split\n")
rejects(sizes "core/base/a.h is not too long")
file(WRITE ${root}/core/base/README.md "${lines}")
rejects(sizes "core/base/README.md: 498 lines, more than 40")

accepts(words)
file(WRITE ${root}/core/base/x.h "#pragma once\n")
rejects(words "core/base/x.h: the two SPDX lines are missing")
file(WRITE ${root}/packaging/x.sh "#!/bin/sh\n# SPDX-License-Identifier: GPL-3.0-or-later\n")
rejects(words "packaging/x.sh: the two SPDX lines are missing")
set(mark "TO")
write_source(core/base/x.h "// ${mark}DO later\n")
rejects(words "core/base/x.h: a left-over mark")
set(home "/home")
write_source(core/base/x.h "auto file = \"${home}/anna/x\";\n")
rejects(words "core/base/x.h: a path of somebody's machine")

# Words of the field. Folders that are not listed, addresses and parts of longer words do not count.
set(options -DPARTIAL=ON)
write_source(core/base/x.h "auto text = \"ssh://node, a plain text\";\n/// Standard bystanders.\n")
write_source(lost/x.h "/// Stands beside it.\n")
run_check(language result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "check_language rejects a clean tree: ${output}")
endif()
foreach(planted IN ITEMS
    "tests/e2e/x.py|# told by ssh|tests/e2e/x.py: \"told\" is not"
    "resources/workloads/x.py|\"\"\"Buffers beside it.\"\"\"|resources/workloads/x.py: \"beside\" is not"
    "tests/bench/x.c|// made anew|tests/bench/x.c: \"anew\" is not"
    ".ci/run|# its last words, as told|.ci/run: \"told\" is not"
    "packaging/x.sh|# what it comes to|packaging/x.sh: \"comes to\" is not"
    "CHANGELOG.md|Grids that stood still.|CHANGELOG.md: \"stood\" is not"
    "core/base/x.h|/// Stands for a node.|core/base/x.h: \"Stands\" is not a word of the field"
    "core/grid/x.cpp|#endif // told by ssh|core/grid/x.cpp: \"told\" is not"
    "core/project/CMakeLists.txt|# made anew|core/project/CMakeLists.txt: \"anew\" is not"
    "core/run/README.md|The file beside it.|core/run/README.md: \"beside\" is not"
    "core/DECISIONS.md|What it comes to.|core/DECISIONS.md: \"comes to\" is not"
    "resources/manual/grids.md|a text that is to be mended|resources/manual/grids.md: \"mended\" is not"
    "core/store/x.h|/// Lists of study C, 8.1.|core/store/x.h: \"study C\" is not"
    "core/store/x.h|/// The generators (B3.3).|core/store/x.h: \"(B3.3\" is not"
    "core/monitor/x.cpp|fail(\"the agent was told to end\")|core/monitor/x.cpp: \"told\" is not"
    "ui/figures/x.cpp|tr(\"as in study A\")|ui/figures/x.cpp: \"study A\" is not"
    "ui/run/x.cpp|// Never with its default limit (A-14).|ui/run/x.cpp: \"(A-14)\" is not")
  string(REPLACE "|" ";" planted "${planted}")
  list(POP_FRONT planted path text words)
  clean_tree()
  file(WRITE ${root}/${path} "${text}\n")
  rejects(language "${words}")
endforeach()
set(options)
rejects(language "packaging: no file found")
file(REMOVE_RECURSE ${root}/core ${root}/ui ${root}/app)
rejects(language "looked at nothing")

accepts(format)
run_check(format result output)
if(NOT output MATCHES "SKIP: ")
  write_source(core/base/x.h "#pragma once\nint  f( );\n")
  rejects(format "core/base/x.h")
endif()

accepts(translations)
write_source(ui/main/e.cpp "const auto other = QObject::tr(\"Close\");\n")
rejects(translations "millrace_de.ts: behind the sources")
file(REMOVE ${root}/ui/main/d.cpp)
rejects(translations "millrace_de.ts: lupdate found no text in the sources")
file(READ ${root}/translations/millrace_de.ts text)
string(REPLACE "<translation>Öffnen<" "<translation type=\"unfinished\"><" text "${text}")
file(WRITE ${root}/translations/millrace_de.ts "${text}")
rejects(translations "millrace_de.ts: has texts without a translation")

# Names, by the sources. The first of each pair is in core, the second in ui, as differently spelled as it may be.
set(begin "namespace millrace::grid {\n")
write_source(core/grid/x.h "${begin}class Row;\nclass Row\n{\n    int m_a{1};\n};\nint rows(const Row& row, int most = 3);\n}\n")
write_source(core/grid/x.cpp "${begin}namespace {\nstruct Part\n{\n};\n}\nint rows(const Row& row, int most)\n{\n    return most;\n}\n}\n")
write_source(ui/main/x.h "${begin}namespace {\nstruct Part\n{\n};\n}\nstatic int rows(const Row&)\n{\n    return 1;\n}\n}\n")
write_source(app/headless/x.h "struct Options\n{\n};\n")
write_source(app/desktop/x.h "struct Options\n{\n};\n")
run_check(names result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "check_names rejects a clean tree: ${output}")
endif()
clean_tree()
foreach(planted IN ITEMS
    "struct Row { int a@ }@|class Row final : public QObject { Q_OBJECT }@|grid::Row is defined in core/grid/x.h:4 and in ui/main/x.cpp:4"
    "enum class Kind : int { A }@|enum class Kind { B }@|grid::Kind is defined in"
    "template <typename T> struct Box { T t@ }@|template <class U> class Box { }@|grid::Box is defined in"
    "struct Page::State { }@|struct Page::State { int a@ }@|grid::Page::State is defined in"
    "inline int size(const grid::Row& row, int most = 3) { return 3@ }|int size(const Row& r, int m) { return 4@ }|grid::size(const Row &,int) is defined in"
    "Row::Row(int a) : m_a{a} { f()@ }|Row::Row(int b) : m_a(b) { }|grid::Row::Row(int) is defined in"
    "inline constexpr int most = 3@|inline const int most{4}@|grid::most is defined in")
  string(REPLACE "|" ";" planted "${planted}")
  list(POP_FRONT planted one other words)
  string(REPLACE "@" ";" one "${one}")
  string(REPLACE "@" ";" other "${other}")
  write_source(core/grid/x.h "${begin}${one}\n}\n")
  write_source(ui/main/x.cpp "namespace millrace {\nnamespace grid { ${other} } }\n")
  rejects(names "${words}")
endforeach()
write_source(ui/main/x.cpp "void f() {\n")
rejects(names "ui/main/x.cpp: the braces do not fit")
file(REMOVE_RECURSE ${root}/core ${root}/ui ${root}/app)
rejects(names "0 names in 0 files")

# Names, by the symbols: the class of a widget with its own destructor, and a struct whose destructor the compiler makes.
function(symbols_of texts result_out output_out)
  set(objects)
  foreach(text IN LISTS texts)
    list(LENGTH objects number)
    file(WRITE ${SCRATCH}/symbols/${number}.cpp "#include <string>\n${text}")
    execute_process(COMMAND ${CXX} -std=c++20 -O0 -c ${number}.cpp -o ${number}.o WORKING_DIRECTORY ${SCRATCH}/symbols
      COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND objects ${SCRATCH}/symbols/${number}.o)
  endforeach()
  list(JOIN objects "\n" objects)
  file(WRITE ${SCRATCH}/objects.txt "${objects}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DOBJECTS=${SCRATCH}/objects.txt -DPROGRAM=tree -DNM=${NM}
    -P ${TOOLS}/check_symbols.cmake RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \t\r\n]+" " " output "${output}")
  set(${result_out} ${result} PARENT_SCOPE)
  set(${output_out} "${output}" PARENT_SCOPE)
endfunction()

string(ASCII 59 end)
set(record "struct Row { std::string a${end} }${end} void f() { Row row${end} }\n")
set(widget "struct Row { virtual ~Row()${end} }${end} Row::~Row() { }\n")
foreach(case IN ITEMS "record|record|^$" "record|widget|_ZN3RowD" "widget|widget|_ZN3RowD")
  string(REPLACE "|" ";" case "${case}")
  list(POP_FRONT case one other words)
  string(REPLACE "${end}" "\\;" first "${${one}}")
  string(REPLACE "${end}" "\\;" second "${${other}}")
  string(REPLACE "f()" "g()" second "${second}")
  symbols_of("${first};${second}" result output)
  if(words STREQUAL "^$")
    if(NOT result EQUAL 0 OR NOT output MATCHES "looked at [1-9]")
      message(SEND_ERROR "check_symbols rejects one class in two objects: ${output}")
    endif()
  elseif(result EQUAL 0 OR NOT output MATCHES "${words}[0-9A-Za-z]* is defined in .* rename one")
    message(SEND_ERROR "check_symbols with ${one} and ${other} ended with ${result}: ${output}")
  endif()
  math(EXPR case_count "${case_count} + 1")
endforeach()

# The linkage check has no tree: cmake itself is the program that must be accepted and rejected.
foreach(forbidden expected IN ZIP_LISTS forbidden_names forbidden_results)
  execute_process(COMMAND ${CMAKE_COMMAND} -DPROGRAMS=${CMAKE_COMMAND} -DFORBIDDEN=${forbidden} -P ${TOOLS}/check_linkage.cmake
    RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \t\r\n]+" " " output "${output}")
  if(NOT output MATCHES "${expected}" OR (forbidden STREQUAL "libc\\.so" AND result EQUAL 0))
    message(SEND_ERROR "check_linkage with ${forbidden} ended with ${result}: ${output}")
  endif()
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -DPROGRAMS=${CMAKE_COMMAND} -DBARE=${CMAKE_COMMAND} -DREADELF=${READELF}
  -DFORBIDDEN=libQt -P ${TOOLS}/check_linkage.cmake RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "carry all its")
  message(SEND_ERROR "check_linkage lets a program pass that needs libraries: ${output}")
endif()

message(STATUS "${case_count} planted violations were tried")

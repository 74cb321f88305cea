# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DROOT=… -P check_format.cmake
# clang-format 14, the one version that the sources are formatted with.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/sources.cmake)

find_program(formatter NAMES clang-format-14 clang-format)
set(version "none")
if(formatter)
  execute_process(COMMAND ${formatter} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT version MATCHES "version 14\\.")
  message(STATUS "SKIP: clang-format 14 is not installed (found: ${version})")
  return()
endif()

project_sources(files)
list(FILTER files INCLUDE REGEX "\\.(h|cpp)$")
if(NOT files)
  message(SEND_ERROR "no source was found under ${ROOT}; the check looked at nothing")
  return()
endif()
execute_process(COMMAND ${formatter} --dry-run -Werror --style=file ${files} WORKING_DIRECTORY ${ROOT}
  RESULT_VARIABLE result ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  string(REGEX MATCHALL "[^\n]+: error: [^\n]+" places "${output}")
  list(TRANSFORM places REPLACE "^\n|:[0-9]+:[0-9]+: error: .*" "")
  list(REMOVE_DUPLICATES places)
  list(JOIN places "\n  " places)
  message(SEND_ERROR "not formatted; run ${formatter} -i on:\n  ${places}")
endif()
list(LENGTH files count)
message(STATUS "looked at ${count} files")

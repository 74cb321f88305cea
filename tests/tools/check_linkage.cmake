# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DPROGRAMS=a,b -DFORBIDDEN=regex -P check_linkage.cmake
# The programs load no library, directly or through another one, whose name matches FORBIDDEN.
cmake_minimum_required(VERSION 3.25)

string(REPLACE "," ";" PROGRAMS "${PROGRAMS}")
if(NOT PROGRAMS)
  message(FATAL_ERROR "no program was named; the check looked at nothing")
endif()
foreach(program IN LISTS PROGRAMS)
  if(NOT EXISTS ${program})
    message(SEND_ERROR "${program} is not built")
    continue()
  endif()
  execute_process(COMMAND ldd ${program} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR NOT output MATCHES "libc\\.so")
    message(SEND_ERROR "${program}: ldd cannot read it: ${output}")
    continue()
  endif()
  string(REGEX MATCHALL "[^ \t\n]+\\.so[^ \t\n]*" libraries "${output}")
  list(FILTER libraries INCLUDE REGEX "${FORBIDDEN}")
  if(libraries)
    list(JOIN libraries ", " libraries)
    message(SEND_ERROR "${program}: loads ${libraries}")
  endif()
  message(STATUS "${program} is free of ${FORBIDDEN}")
endforeach()

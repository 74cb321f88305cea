# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DPROGRAMS=a,b -DBARE=c,d -DREADELF=… -DFORBIDDEN=regex -P check_linkage.cmake
# The programs load no library, directly or through another one, whose name matches FORBIDDEN. Those of BARE load none at
# all and name no loader: they are copied to machines of other distributions.
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

string(REPLACE "," ";" BARE "${BARE}")
foreach(program IN LISTS BARE)
  execute_process(COMMAND ${READELF} --wide --dynamic --program-headers ${program} OUTPUT_VARIABLE output
    ERROR_VARIABLE error RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR NOT output MATCHES "LOAD")
    message(SEND_ERROR "${program}: readelf cannot read it: ${error}")
  elseif(output MATCHES "\\(NEEDED\\)[^\n]*|INTERP[^\n]*")
    message(SEND_ERROR "${program}: does not carry all its libraries in itself: ${CMAKE_MATCH_0}")
  endif()
endforeach()

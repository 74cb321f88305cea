# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DOBJECTS=list.txt -DPROGRAM=name -DNM=nm -P check_symbols.cmake
# OBJECTS lists the archives and object files that PROGRAM is linked from, one a line. No symbol of C++ is defined in two
# of their objects, unless in all of them as an inline one: the linker takes the first of an archive and is silent about
# the others.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${OBJECTS} objects)
list(FILTER objects EXCLUDE REGEX "\\.(gch|pch)$") # precompiled headers stand among the objects of a program
foreach(object IN LISTS objects)
  if(NOT EXISTS ${object})
    message(STATUS "SKIP: ${object} is not built")
    return()
  endif()
endforeach()
find_program(awk NAMES mawk gawk awk REQUIRED)
# Lines are "archive:object: address type symbol"; W, V and u are inline ones.
set(program [=[
NF >= 3 {
  type = $(NF - 1); symbol = $NF
  if (symbol !~ /^_Z/ || type !~ /^[TDBRWVu]$/) next
  seen++
  place = $1; sub(/^.*\//, "", place); sub(/:[0-9a-f]*$/, "", place)
  strong = type ~ /[TDBR]/
  if (symbol in first && first[symbol] != place && (strong || hard[symbol]) && !(symbol in told)) {
    printf "%s %s %s\n", symbol, first[symbol], place
    told[symbol] = 1
  }
  if (!(symbol in first)) first[symbol] = place
  if (strong) hard[symbol] = 1
}
END { printf "seen %d\n", seen }
]=])
execute_process(COMMAND ${NM} --defined-only --print-file-name ${objects} COMMAND ${awk} "${program}"
  OUTPUT_VARIABLE output ERROR_VARIABLE problems RESULTS_VARIABLE results)
if(NOT output MATCHES "seen ([0-9]+)" OR CMAKE_MATCH_1 EQUAL 0 OR NOT results STREQUAL "0;0")
  message(FATAL_ERROR "${PROGRAM}: nm gave no symbols; the check looked at nothing: ${problems}")
endif()
set(count ${CMAKE_MATCH_1})
string(REPLACE "\n" ";" lines "${output}")
foreach(line IN LISTS lines)
  if(line MATCHES "^(_Z[^ ]+) ([^ ]+) ([^ ]+)$")
    message(SEND_ERROR "${PROGRAM}: ${CMAKE_MATCH_1} is defined in ${CMAKE_MATCH_2} and in ${CMAKE_MATCH_3}; rename one")
  endif()
endforeach()
message(STATUS "${PROGRAM}: looked at ${count} symbols")

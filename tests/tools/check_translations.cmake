# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DROOT=… -DLUPDATE=… -DSCRATCH=… -P check_translations.cmake
# Runs lupdate on copies of the .ts files and fails when that changes one, when a text is not translated, or when no text
# was found at all, as happens when lupdate looks in the wrong folder.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/../../translations/sources.cmake)
mr_translated_sources(${ROOT} sources options)
file(GLOB catalogues ${ROOT}/translations/*.ts)
list(LENGTH catalogues count)
if(count LESS 2 OR NOT sources)
  message(FATAL_ERROR "found ${count} catalogues and sources \"${sources}\"; the check looked at nothing")
endif()

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
foreach(catalogue IN LISTS catalogues)
  get_filename_component(name ${catalogue} NAME)
  file(COPY ${catalogue} DESTINATION ${SCRATCH})
  set(plural)
  if(name STREQUAL "millrace_en.ts")
    set(plural -pluralonly)
  endif()
  execute_process(
    COMMAND ${LUPDATE} ${options} ${plural} ${sources} -ts ${SCRATCH}/${name}
    RESULT_VARIABLE result ERROR_VARIABLE output OUTPUT_VARIABLE output)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "lupdate failed on ${name}: ${output}")
  endif()
  file(READ ${catalogue} before)
  file(READ ${SCRATCH}/${name} after)
  string(REGEX MATCHALL "<source>" texts "${after}")
  list(LENGTH texts text_count)
  if(text_count EQUAL 0)
    message(SEND_ERROR "${name}: lupdate found no text in the sources")
  endif()
  if(NOT before STREQUAL after)
    message(SEND_ERROR "${name}: behind the sources; build the target update_translations and translate what is new")
  endif()
  if(after MATCHES "type=\"unfinished\"" OR after MATCHES "<translation></translation>|<numerusform></numerusform>")
    message(SEND_ERROR "${name}: has texts without a translation")
  endif()
  message(STATUS "${name}: ${text_count} texts")
endforeach()

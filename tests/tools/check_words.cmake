# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DROOT=… -P check_words.cmake
# Two SPDX lines on top of every source; no left-over marks, no paths of somebody's machine anywhere.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/sources.cmake)

project_sources(sources)
foreach(file IN LISTS sources)
  file(STRINGS ${ROOT}/${file} top LIMIT_COUNT 3)
  if(NOT top MATCHES "SPDX-FileCopyrightText: 20[0-9][0-9] Millrace contributors"
      OR NOT top MATCHES "SPDX-License-Identifier: GPL-3\\.0-or-later")
    message(SEND_ERROR "${file}: the two SPDX lines are missing on top")
  endif()
endforeach()

# Spelled in pieces, so that this file passes its own check.
set(marks "TO" "FIX" "XX")
set(ends "DO" "ME" "X")
set(words)
foreach(mark end IN ZIP_LISTS marks ends)
  list(APPEND words "${mark}${end}")
endforeach()
list(JOIN words "|" words)
set(mark_pattern "(^|[^A-Za-z])(${words})([^A-Za-z]|$)")
set(path_pattern "(^|[^A-Za-z0-9_.-])/(home|work|root|Users)/[A-Za-z]")

project_files(files)
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} hits REGEX "${mark_pattern}")
  foreach(hit IN LISTS hits)
    message(SEND_ERROR "${file}: a left-over mark: ${hit}")
  endforeach()
  file(STRINGS ${ROOT}/${file} hits REGEX "${path_pattern}")
  foreach(hit IN LISTS hits)
    message(SEND_ERROR "${file}: a path of somebody's machine: ${hit}")
  endforeach()
endforeach()
if(NOT sources)
  message(SEND_ERROR "no source was found under ${ROOT}; the check looked at nothing")
endif()
list(LENGTH files count)
message(STATUS "looked at ${count} files")

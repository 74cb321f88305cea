# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later

cmake_minimum_required(VERSION 3.25)

# cmake -DOUTPUT=FILE -DFOLDER=FOLDER -DSOURCES="A.cpp;B.cpp" -P includes_of.cmake: writes all includes of these files,
# each once, without those of moc. Files that are compiled together, each in a namespace of its own, read them first.
set(text "#pragma once\n")
set(seen "")
foreach(source IN LISTS SOURCES)
  file(STRINGS ${FOLDER}/${source} lines REGEX "^#include ")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[^\"]*\"(.*)\".*" "\\1" name "${line}")
    if(EXISTS ${FOLDER}/${name})
      string(REPLACE "${name}" "${FOLDER}/${name}" line "${line}")
    endif()
    if(NOT line MATCHES "\\.moc\"" AND NOT line IN_LIST seen)
      list(APPEND seen "${line}")
      string(APPEND text "${line}\n")
    endif()
  endforeach()
endforeach()
file(WRITE ${OUTPUT}.new "${text}")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)

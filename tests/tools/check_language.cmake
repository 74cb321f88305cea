# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DROOT=… [-DPARTIAL=ON] -P check_language.cmake
# Comments, manual and messages use the words of the field: rejects the listed words in comments of the listed folders, in
# Markdown and Python below them, in the listed pages, and in all texts in quotes of core, app and ui. PARTIAL: ROOT has
# only some of the folders.
cmake_minimum_required(VERSION 3.25)

set(folders
  app
  core
  ui
  packaging
  resources/manual
  resources/recipes
  resources/torch
  resources/workloads
  tests
  .ci)
set(pages README.md CONTRIBUTING.md CHANGELOG.md)
# The two files that hold the words themselves.
set(excluded tests/tools/check_language.cmake tests/tools/check_planted.cmake)

# Each word with the usual replacement.
set(words
  "stands=is, is at"
  "stood=was"
  "stand for=is, represents"
  "lies=is in"
  "tells=reports, returns, has"
  "told=reported"
  "beside=next to, in addition to, vs"
  "whom=the field's noun"
  "of ours=of Millrace, our own"
  "comes to=is, results in"
  "came to=was, result"
  "came about=cause"
  "mend=fix"
  "mended=fixed"
  "anew=again, restart"
  "manieth=index"
  "heard of=output, heartbeat"
  "wished=requested"
  "under way=current, active, in progress"
  "became of=result, outcome"
  "puts back=restores")

# References to documents that are not in the repository: "study C, 2.2", "B3.7", "A-23".
set(code_patterns "[Ss]tudy [A-E]([^A-Za-z]|$)" "(^|[^A-Za-z0-9.-])[A-C][0-9]\\.[0-9]" "[(, ][A-D]-[0-9]+[a-z]?[),.:;]")

set(patterns)
foreach(entry IN LISTS words)
  string(REGEX REPLACE "=.*" "" word "${entry}")
  string(SUBSTRING "${word}" 0 1 first)
  string(SUBSTRING "${word}" 1 -1 rest)
  string(TOUPPER "${first}" upper)
  list(APPEND patterns "[${first}${upper}]${rest}")
endforeach()
list(JOIN patterns "|" patterns)
set(word_pattern "(^|[^A-Za-z])(${patterns})([^A-Za-z]|$)")

set(files)
foreach(folder IN LISTS folders)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${folder}/*)
  list(FILTER found INCLUDE REGEX "\\.(h|c|cpp|cmake|sh|py|md|json)$|(^|/)CMakeLists\\.txt$|^\\.ci/")
  if(NOT found AND NOT PARTIAL)
    message(SEND_ERROR "${folder}: no file found; correct the list of folders")
  endif()
  list(APPEND files ${found})
endforeach()
foreach(page IN LISTS pages)
  if(EXISTS ${ROOT}/${page})
    list(APPEND files ${page})
  endif()
endforeach()
list(REMOVE_ITEM files ${excluded})

foreach(file IN LISTS files)
  if(file MATCHES "\\.(md|py|json|json)$")
    set(begin "^")
  elseif(file MATCHES "\\.(h|c|cpp)$")
    set(begin "(^|[^:\"])//")
  else()
    set(begin "(^|[ \t])#")
  endif()
  set(patterns_of_file ${word_pattern} ${code_patterns})
  if(file MATCHES "\\.json$") # publications name their experiments so
    set(patterns_of_file ${word_pattern})
  endif()
  foreach(pattern IN LISTS patterns_of_file)
    file(STRINGS ${ROOT}/${file} hits REGEX "${pattern}" ENCODING UTF-8)
    foreach(hit IN LISTS hits)
      # Only the comment of a source line counts.
      string(REGEX MATCH "${begin}.*$" comment "${hit}")
      if(comment MATCHES "${pattern}")
        string(REGEX REPLACE "^[^A-Za-z(]+|[^A-Za-z0-9)]+$" "" match "${CMAKE_MATCH_0}")
        string(STRIP "${hit}" hit)
        message(SEND_ERROR "${file}: \"${match}\" is not a word of the field: ${hit}")
      endif()
    endforeach()
  endforeach()
endforeach()
# Texts in quotes: what users read. A word alone may be an identifier.
set(sources)
foreach(folder app core ui)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.h)
  list(APPEND sources ${found})
endforeach()
foreach(file IN LISTS sources)
  foreach(pattern IN LISTS word_pattern code_patterns)
    file(STRINGS ${ROOT}/${file} hits REGEX "${pattern}" ENCODING UTF-8)
    foreach(hit IN LISTS hits)
      string(REPLACE "\\\"" "'" plain "${hit}")
      string(REGEX REPLACE "^([^\"]*)//.*$" "\\1" plain "${plain}")
      string(REGEX MATCHALL "\"[^\"]*\"" texts "${plain}")
      foreach(text IN LISTS texts)
        if(text MATCHES " " AND text MATCHES "${pattern}")
          string(REGEX REPLACE "^[^A-Za-z(]+|[^A-Za-z0-9)]+$" "" match "${CMAKE_MATCH_0}")
          message(SEND_ERROR "${file}: \"${match}\" is not a word of the field: ${text}")
        endif()
      endforeach()
    endforeach()
  endforeach()
endforeach()
list(APPEND files ${sources})
list(REMOVE_DUPLICATES files)
if(NOT files)
  message(SEND_ERROR "no file was found under ${ROOT}; the check looked at nothing")
endif()
list(LENGTH files count)
message(STATUS "looked at ${count} files")

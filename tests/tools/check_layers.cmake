# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DROOT=… -DLAYERS=… -P check_layers.cmake
# LAYERS is a file with one line for each core module, "name:mr_a,mr_b", as the build wrote it. Fails on a dependency that
# does not point to a lower level, and on any include that the lists do not allow. A study (a folder of core/studies) is
# included by itself, by core/studies/registry.h and by programs and window; analysis and importers name none.
cmake_minimum_required(VERSION 3.25)

set(levels
  "base"
  "cluster counters probe crosstraffic capture collective elastic exposition impair"
  "cost failures policy operations scaling"
  "agent remote emulate hosts launch analysis simulate trainer"
  "agentless monitor node grid predict plan planner"
  "store importers project"
  "report run"
  "studies replay")
set(number 0)
foreach(names IN LISTS levels)
  string(REPLACE " " ";" names "${names}")
  foreach(name IN LISTS names)
    set(level_${name} ${number})
  endforeach()
  math(EXPR number "${number} + 1")
endforeach()

# What the window and a program may not reach, whatever their CMake files link.
set(closed_to_agent agentless hosts project predict operations plan simulate store importers studies report run replay)
set(closed_to_worker agent node cluster counters probe grid simulate crosstraffic capture impair remote emulate launch analysis
  monitor project plan store importers studies report run replay)
set(closed_to_headless agent agentless node remote trainer)
set(closed_to_desktop ${closed_to_headless})
set(closed_to_ui ${closed_to_headless})

set(problems 0)
macro(problem text)
  message(SEND_ERROR "${text}")
  math(EXPR problems "${problems} + 1")
endmacro()

# The lists themselves.
file(STRINGS ${LAYERS} lines)
set(modules)
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([a-z_]+):(.*)$" matched "${line}")
  set(module ${CMAKE_MATCH_1})
  string(REPLACE "," ";" depends "${CMAKE_MATCH_2}")
  list(FILTER depends INCLUDE REGEX "^mr_")
  list(TRANSFORM depends REPLACE "^mr_" "")
  list(APPEND modules ${module})
  set(allowed_${module} base ${module} ${depends})
  if(NOT DEFINED level_${module})
    problem("core/${module}: has no level; add it to the table of the architecture and of check_layers.cmake")
    continue()
  endif()
  foreach(other IN LISTS depends)
    if(NOT DEFINED level_${other} OR NOT level_${other} LESS level_${module})
      problem("core/${module}/CMakeLists.txt: ${module} may not depend on ${other}, which is on no lower level")
    endif()
  endforeach()
endforeach()

function(sources_of folder out)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
  set(${out} ${found} PARENT_SCOPE)
endfunction()

set(qt_include "[<\"](Q[A-Z]|Qt[A-Z]|q[a-z]+\\.h)")
set(include_count 0)
set(unbuilt)

sources_of(core core_files)
sources_of(ui ui_files)
sources_of(app app_files)
foreach(file IN LISTS core_files ui_files app_files)
  string(REGEX MATCH "^([a-z]+)/([a-z_]+)/" matched "${file}")
  set(layer ${CMAKE_MATCH_1})
  set(module ${CMAKE_MATCH_2})
  if(layer STREQUAL "core" AND NOT module IN_LIST modules)
    if(NOT module IN_LIST unbuilt)
      list(APPEND unbuilt ${module})
      problem("core/${module} is not built; add mr_core_module to core/${module}/CMakeLists.txt")
    endif()
    continue()
  endif()
  file(STRINGS ${ROOT}/${file} includes REGEX "^[ \t]*#[ \t]*include")
  foreach(include IN LISTS includes)
    math(EXPR include_count "${include_count} + 1")
    if(include MATCHES "${qt_include}" AND (layer STREQUAL "core" OR file MATCHES "^app/(headless|agent|worker)/"))
      problem("${file}: no Qt here: ${include}")
    endif()
    if(include MATCHES "\"tests/")
      problem("${file}: may not include tests/: ${include}")
    elseif(include MATCHES "\"(ui|app|translations)/" AND layer STREQUAL "core")
      problem("${file}: core may not include ${CMAKE_MATCH_1}/: ${include}")
    elseif(include MATCHES "\"app/" AND layer STREQUAL "ui")
      problem("${file}: ui may not include app/: ${include}")
    elseif(include MATCHES "\"core/remote/prompts.h\"" AND file MATCHES "^(ui|app/headless)/")
      # What programs answer to sessions; the sessions themselves are reached through core/run.
    elseif(include MATCHES "\"core/([a-z_]+)/")
      set(other ${CMAKE_MATCH_1})
      if(layer STREQUAL "core" AND NOT other IN_LIST allowed_${module})
        problem("${file}: ${module} may not include core/${other}/, which its CMake file does not name")
      elseif(layer STREQUAL "app" AND other IN_LIST closed_to_${module})
        problem("${file}: app/${module} may not include core/${other}/")
      elseif(layer STREQUAL "ui" AND other IN_LIST closed_to_ui)
        problem("${file}: ui may not include core/${other}/")
      endif()
      if(layer STREQUAL "core" AND include MATCHES "\"(core/studies/[a-z_]+/)" AND NOT file STREQUAL "core/studies/registry.h")
        set(study ${CMAKE_MATCH_1})
        if(NOT file MATCHES "^${study}")
          problem("${file}: only core/studies/registry.h may include the study ${study}")
        endif()
      endif()
    elseif(include MATCHES "\"" AND NOT include MATCHES "\"(core|ui|app|translations)/|\\.moc\"|\"moc_|\"ui_")
      problem("${file}: spell includes from the root: ${include}")
    endif()
  endforeach()
endforeach()

# Names of studies, as they may be spelled, in modules that are for any data.
set(studies "stud(y|ies)")
file(GLOB study_folders LIST_DIRECTORIES true RELATIVE ${ROOT}/core/studies ${ROOT}/core/studies/*)
foreach(folder IN LISTS study_folders)
  if(IS_DIRECTORY ${ROOT}/core/studies/${folder} AND NOT folder STREQUAL "files")
    string(REPLACE "_" "[-_ ]?" folder "${folder}")
    list(APPEND studies "${folder}")
  endif()
endforeach()
list(JOIN studies "|" studies)
set(study_pattern "(^|[^a-z])(${studies})([^a-z]|$)")
foreach(module analysis importers)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/core/${module}/*)
  foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} text)
    string(REGEX REPLACE "([a-z])([A-Z])" "\\1 \\2" words "${text}") # OneName
    string(TOLOWER "${file} ${text} ${words}" text)
    string(REPLACE "core/studies" "" text "${text}") # where to look for them
    string(REPLACE "_" " " text "${text}")
    if(text MATCHES "${study_pattern}")
      problem("${file}: names a study (${CMAKE_MATCH_2}), which belongs to core/studies/")
    endif()
  endforeach()
endforeach()

if(include_count EQUAL 0)
  problem("no include was found under ${ROOT}; the check looked at nothing")
endif()
if(problems EQUAL 0)
  list(LENGTH modules module_count)
  message(STATUS "${include_count} includes and ${module_count} core modules are in order")
endif()

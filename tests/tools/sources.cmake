# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later

# Every text file of the project that people write, relative to ROOT; build folders and the like are left out.
function(project_files out)
  set(found)
  foreach(folder core ui app tests packaging resources translations .ci)
    file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${folder}/*)
    list(APPEND found ${files})
  endforeach()
  file(GLOB files RELATIVE ${ROOT} ${ROOT}/CMakeLists.txt ${ROOT}/CMakePresets.json ${ROOT}/README.md
    ${ROOT}/CONTRIBUTING.md ${ROOT}/CHANGELOG.md ${ROOT}/.editorconfig ${ROOT}/.clang-*)
  list(APPEND found ${files})
  list(FILTER found EXCLUDE REGEX "^tests/(data|golden)/|\\.(png|svg|zst|gz|mrdb|pcap|ttf|qm)$")
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Those that are programs or scripts.
function(project_sources out)
  project_files(files)
  list(FILTER files INCLUDE REGEX "\\.(h|cpp|cmake|sh|sql)$|(^|/)CMakeLists\\.txt$|^\\.ci/|^\\.clang-tidy$")
  set(${out} ${files} PARENT_SCOPE)
endfunction()

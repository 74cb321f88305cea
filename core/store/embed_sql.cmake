# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DOUTPUT=… -DFOLDER=… -P embed_sql.cmake: writes the migrations NNNN_*.sql of a folder as a C++ source.
file(GLOB scripts ${FOLDER}/[0-9][0-9][0-9][0-9]_*.sql)
list(SORT scripts)
set(entries "")
set(expected 1)
foreach(script IN LISTS scripts)
  get_filename_component(name ${script} NAME)
  string(REGEX MATCH "^[0-9]+" digits ${name})
  math(EXPR version "1${digits} - 10000")
  if(NOT version EQUAL expected)
    message(FATAL_ERROR "${script}: migration ${expected} is missing")
  endif()
  math(EXPR expected "${expected} + 1")
  file(READ ${script} text)
  string(APPEND entries "    Migration {${version}, R\"sql(${text})sql\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"core/store/migrations.h\"

#include <array>

namespace millrace::store {

namespace {

constexpr std::array migrations = {
${entries}};

} // namespace

std::span<const Migration> builtInMigrations() noexcept { return migrations; }

} // namespace millrace::store
")

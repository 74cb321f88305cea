# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes the files of a folder as a C++ source with one string literal each, so that the programs need no data files:
# cmake -DOUTPUT=… -DFOLDER=… -DENDING=json -DHEADER=core/x/y.h -DNAMESPACE=x -DFUNCTION=… -P embed_texts.cmake
# makes the function `std::span<const EmbeddedText> FUNCTION()`, in the order of the names. With -DLIST=file instead of
# FOLDER and ENDING, the list has a line "name=path" for each file.
set(entries "")
if(LIST)
  file(STRINGS ${LIST} files)
else()
  file(GLOB files ${FOLDER}/*.${ENDING})
  list(SORT files)
endif()
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  if(file MATCHES "^([^=]+)=(.+)$")
    set(name ${CMAKE_MATCH_1})
    set(file ${CMAKE_MATCH_2})
  endif()
  file(READ ${file} text)
  string(APPEND entries "        EmbeddedText{\"${name}\", R\"text(${text})text\"sv},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

#include <array>

namespace millrace::${NAMESPACE} {

std::span<const EmbeddedText> ${FUNCTION}() noexcept
{
    using namespace std::string_view_literals; // lengths that a compiler need not count
    static constexpr std::array texts = {
${entries}    };
    return texts;
}

} // namespace millrace::${NAMESPACE}
")

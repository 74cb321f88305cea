# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes the files of a folder as a C++ source with one string literal each, so that the programs need no data files:
# cmake -DOUTPUT=… -DFOLDER=… -DENDING=json -DHEADER=core/x/y.h -DNAMESPACE=x -DFUNCTION=… -P embed_texts.cmake
# makes the function `std::span<const EmbeddedText> FUNCTION()`, in the order of the names.
file(GLOB files ${FOLDER}/*.${ENDING})
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "        EmbeddedText{\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

#include <array>

namespace millrace::${NAMESPACE} {

std::span<const EmbeddedText> ${FUNCTION}() noexcept
{
    static constexpr std::array texts = {
${entries}    };
    return texts;
}

} // namespace millrace::${NAMESPACE}
")

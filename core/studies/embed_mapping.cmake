# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DOUTPUT=… -DINPUT=… -P embed_mapping.cmake: writes the shipped mapping of the multi-cloud study as a C++ source.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"core/studies/multi_cloud_mapping.h\"

namespace millrace::studies {

std::string_view shippedMultiCloudMapping() noexcept
{
    return R\"json(${text})json\";
}

} // namespace millrace::studies
")

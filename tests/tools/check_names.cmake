# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DROOT=… -DNAMES=… -P check_names.cmake
# No two sources of core, ui and one program define a class, a function or an inline variable of one qualified name.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NAMES} ${ROOT} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
  message(STATUS "${output}")
else()
  message(SEND_ERROR "${output}")
endif()

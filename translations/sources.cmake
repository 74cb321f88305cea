# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later

# mr_translated_sources(ROOT SOURCES OPTIONS): the input and options of lupdate. Core has no Qt; its texts that the window shows
# are marked by MR_TEXT (core/base/text_marks.h).
macro(mr_translated_sources root sources options)
  file(GLOB_RECURSE ${sources}
    ${root}/ui/*.h ${root}/ui/*.cpp ${root}/app/desktop/*.h ${root}/app/desktop/*.cpp
    ${root}/core/analysis/flow_columns.cpp ${root}/core/crosstraffic/*.h ${root}/core/grid/*.h ${root}/core/launch/*.h
    ${root}/core/report/*.h ${root}/core/report/*.cpp ${root}/core/project/*.h ${root}/core/project/*.cpp
    ${root}/core/cost/*.h ${root}/core/planner/*.h ${root}/core/predict/sample.h ${root}/core/store/metric_kinds.h ${root}/core/store/series_kinds.h)
  set(${options} -silent -no-obsolete -locations none -I ${root} -tr-function-alias QT_TRANSLATE_NOOP+=MR_TEXT)
endmacro()

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/files/study.h"
#include "core/studies/flumen/study.h"
#include "core/studies/kungfu/study.h"
#include "core/studies/multi_cloud/study.h"
#include "core/studies/pollux/study.h"
#include "core/studies/tum/study.h"
#include "core/studies/vtrain/study.h"

#include <array>

namespace millrace::studies {

/// All studies, in the order in which a folder is checked for them; files of no study come last.
inline constexpr std::array registeredStudies = {multi_cloud::study, flumen::study, kungfu::study, tum::study,
                                                 pollux::study,      vtrain::study, files::study};

} // namespace millrace::studies

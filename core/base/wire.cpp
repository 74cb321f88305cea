// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/wire.h"

namespace millrace::wire_detail {

Error unreadable(std::string_view what, std::string_view why)
{
    std::string text(what);
    text += " cannot be read: ";
    text += why;
    return fail(ErrorCode::Protocol, std::move(text));
}

} // namespace millrace::wire_detail

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/failure_signature.h"

namespace millrace::run {

std::string failureSignature(std::string_view code, std::string_view text)
{
    std::string signature(code);
    signature += ' ';
    bool inNumber = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        // "1.5" and "17" are one number each; the full stop of "node1." is kept.
        const bool point =
            inNumber && text[i] == '.' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
        if (digit && !inNumber)
            signature += '#';
        else if (!digit && !point)
            signature += text[i];
        inNumber = digit || point;
    }
    return signature;
}

} // namespace millrace::run

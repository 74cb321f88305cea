// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impair_spec.h"

#include <fmt/format.h>

namespace millrace::impair {

namespace {

std::string missingPrograms(const ImpairAbility& ability)
{
    if (!ability.ip || !ability.tc)
        return "the programs 'ip' and 'tc' are missing; install the package iproute2";
    return {};
}

} // namespace

std::string ImpairAbility::sentence() const
{
    if (!reason.empty())
        return "impairments are not possible: " + reason;
    if (const std::string missing = missingPrograms(*this); !missing.empty())
        return "impairments are not possible: " + missing;
    if (!rights)
        return "impairments are not possible: this user may not change the network; log in as root or allow sudo "
               "without a password";
    if (!htb || !u32)
        return fmt::format("impairments are not possible: this kernel has no {}; load the module {}",
                           htb ? "u32 classifier" : "HTB queue", htb ? "cls_u32" : "sch_htb");
    if (!tbf)
        return "impairments are not possible: this kernel has no TBF queue; load the module sch_tbf";
    std::string text = netem ? "delay, jitter and rate can be imposed by netem" : "rate can be imposed by TBF";
    if (canLose())
        text += ", loss by nftables";
    else if (!nft)
        text += ", no loss: install the package nftables";
    else
        text +=
            ", no loss: this kernel has no random choice of nftables on arriving packets; load nf_tables, nft_numgen";
    if (netem)
        return text;
    return text + ", no delay: this kernel has no netem; load the module sch_netem or choose a kernel that has it";
}

std::string_view backendName(Backend backend) noexcept
{
    switch (backend) {
    case Backend::Nothing: return "none";
    case Backend::Netem: return "netem";
    case Backend::TbfAndNft: return "tbf+nft";
    }
    return "none";
}

} // namespace millrace::impair

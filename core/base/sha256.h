// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace millrace {

/// Incremental SHA-256.
class Sha256
{
public:
    Sha256();
    void add(std::string_view bytes);
    /// Returns 64 hexadecimal digits. Must be the last call.
    [[nodiscard]] std::string finish();

private:
    struct Freer
    {
        void operator()(evp_md_ctx_st* context) const noexcept;
    };
    std::unique_ptr<evp_md_ctx_st, Freer> m_context;
};

/// Returns the SHA-256 of a whole file, in 64 hexadecimal digits. Errors: NotFound, Io, …, Cancelled.
[[nodiscard]] Result<std::string> sha256OfFile(const std::filesystem::path& file, const JobContext& job = {});

} // namespace millrace

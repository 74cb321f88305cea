// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/sha256.h"

#include "core/base/unique_fd.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <fmt/format.h>
#include <openssl/evp.h>

namespace millrace {

void Sha256::Freer::operator()(evp_md_ctx_st* context) const noexcept
{
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : m_context(EVP_MD_CTX_new())
{
    EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr);
}

void Sha256::add(std::string_view bytes)
{
    EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size());
}

std::string Sha256::finish()
{
    std::array<unsigned char, 32> digest{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(m_context.get(), digest.data(), &size);
    std::string text;
    for (const unsigned char byte : digest)
        text += fmt::format("{:02x}", byte);
    return text;
}

Result<std::string> sha256OfFile(const std::filesystem::path& file, const JobContext& job)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return failErrno("reading " + file.string());
    Sha256 hash;
    std::string buffer(1 << 20, '\0');
    for (;;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "Reading " + file.string() + " was cancelled.");
        const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
        if (got < 0)
            return failErrno("reading " + file.string());
        if (got == 0)
            return hash.finish();
        hash.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
    }
}

} // namespace millrace

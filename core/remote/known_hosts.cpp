// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/known_hosts.h"

#include "core/base/base64.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/unique_fd.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

std::string hmacSha1(std::string_view key, std::string_view text)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
             text.size(), digest.data(), &length)
        == nullptr)
        return {};
    return {reinterpret_cast<const char*>(digest.data()), length};
}

bool matchesHashed(std::string_view word, std::string_view keyName)
{
    const auto parts = split(word, '|');
    if (parts.size() != 4 || parts[1] != "1")
        return false;
    const auto salt = parseBase64(parts[2]);
    const auto hash = parseBase64(parts[3]);
    return salt && hash && !hash->empty() && hmacSha1(*salt, keyName) == *hash;
}

/// Matches a pattern with * and ?; linear in the text for each star.
bool matchesPattern(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
        const auto end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

std::string hashedName(std::string_view keyName)
{
    std::string salt(20, '\0');
    if (::getrandom(salt.data(), salt.size(), 0) != static_cast<ssize_t>(salt.size()))
        return std::string(keyName);
    return fmt::format("|1|{}|{}", toBase64(salt), toBase64(hmacSha1(salt, keyName)));
}

} // namespace

bool matchesKnownHost(std::string_view names, std::string_view keyName)
{
    if (names.starts_with('|'))
        return matchesHashed(names, keyName);
    bool matches = false;
    for (std::string_view pattern : split(names, ',')) {
        const bool negated = pattern.starts_with('!');
        if (negated)
            pattern.remove_prefix(1);
        if (pattern.empty() || !matchesPattern(lowerCase(pattern), keyName))
            continue;
        if (negated)
            return false;
        matches = true;
    }
    return matches;
}

std::vector<KnownKey> knownKeys(std::string_view text, std::string_view keyName, const std::filesystem::path& file)
{
    std::vector<KnownKey> keys;
    int number = 0;
    for (const std::string_view line : split(text, '\n')) {
        ++number;
        auto words = wordsOf(trim(line));
        if (words.empty() || words.front().starts_with('#'))
            continue;
        const bool revoked = words.front() == "@revoked";
        if (words.front().starts_with('@') && !revoked)
            continue;
        if (revoked)
            words.erase(words.begin());
        if (words.size() < 3 || !matchesKnownHost(words[0], keyName))
            continue;
        keys.push_back({std::string(words[1]), std::string(words[2]), revoked, file, number});
    }
    return keys;
}

Result<std::vector<KnownKey>> knownKeysIn(const std::vector<std::filesystem::path>& files, std::string_view keyName)
{
    std::vector<KnownKey> keys;
    for (const std::filesystem::path& file : files) {
        const auto text = readFile(file, 64 << 20);
        if (!text && text.error().code == ErrorCode::NotFound)
            continue;
        if (!text)
            return within("reading known host keys", text.error());
        auto more = knownKeys(*text, keyName, file);
        keys.insert(keys.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return keys;
}

HostKeyVerdict judgeHostKey(const std::vector<KnownKey>& known, std::string_view type, std::string_view key)
{
    HostKeyVerdict verdict;
    for (const KnownKey& entry : known) {
        const bool same = entry.key == key;
        if (same && entry.revoked)
            return {HostKeyState::Revoked, entry};
        if (same) {
            verdict = {HostKeyState::Known, entry};
        } else if (!entry.revoked && verdict.state != HostKeyState::Known) {
            // A line of the same type explains best what has changed.
            if (!verdict.known || (verdict.known->type != type && entry.type == type))
                verdict = {HostKeyState::Changed, entry};
        }
    }
    return verdict;
}

std::string fingerprintOf(std::string_view key)
{
    const auto blob = parseBase64(key);
    if (!blob)
        return {};
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (EVP_Digest(blob->data(), blob->size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
        return {};
    std::string text = toBase64({reinterpret_cast<const char*>(digest.data()), length});
    while (text.ends_with('='))
        text.pop_back();
    return "SHA256:" + text;
}

Result<void> rememberHostKey(const std::filesystem::path& file, std::string_view keyName, std::string_view type,
                             std::string_view key, bool hashed)
{
    std::error_code ignored;
    if (!file.parent_path().empty() && std::filesystem::create_directories(file.parent_path(), ignored))
        std::filesystem::permissions(file.parent_path(), std::filesystem::perms::owner_all, ignored);
    const UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (!fd)
        return failErrno("remembering a host key in " + file.string());
    // A single write, so that lines of several sessions do not mix; an unterminated last line is terminated first.
    std::string line;
    char last = '\n';
    const off_t size = ::lseek(fd.get(), 0, SEEK_END);
    if (size > 0 && ::pread(fd.get(), &last, 1, size - 1) == 1 && last != '\n')
        line = "\n";
    line += fmt::format("{} {} {}\n", hashed ? hashedName(keyName) : std::string(keyName), type, key);
    if (::write(fd.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        return failErrno("remembering a host key in " + file.string());
    return {};
}

} // namespace millrace::remote

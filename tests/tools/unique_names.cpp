// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// unique_names ROOT
//
// Fails when two sources that can be linked into one program define a class, an enumeration, a function or an inline
// variable of one qualified name. The linker silently keeps one of two such classes, and objects of the other one are
// destroyed by its destructor. Anonymous namespaces are left out: the compiler sees their clashes.
//
// Reads tokens, not C++: scopes are namespaces; the bodies of classes and functions are skipped.

#include "tests/tools/source_tokens.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Place
{
    std::string file;
    int line = 0;
};

using Definitions = std::map<std::string, std::vector<Place>>;

bool isOneOf(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, text) != words.end();
}

class Scanner
{
public:
    Scanner(Tokens tokens, std::string file, Definitions& found)
        : m_tokens(std::move(tokens)), m_file(std::move(file)), m_found(found)
    {
    }

    /// False when the braces do not fit: something was misread.
    bool scan()
    {
        while (m_at < m_tokens.size()) {
            const std::string& text = m_tokens[m_at].text;
            if (text == "{")
                openBrace();
            else if (text == "}" && m_scopes.empty())
                return false;
            else if (text == "}")
                closeScope();
            else if (text == ";")
                endStatement();
            else
                m_statement.push_back(m_tokens[m_at++]);
        }
        return m_scopes.empty() && !m_isBroken;
    }

private:
    void closeScope()
    {
        m_scopes.pop_back();
        m_statement.clear();
        ++m_at;
    }

    void endStatement()
    {
        recordInlineVariable();
        m_statement.clear();
        ++m_at;
    }

    void openBrace()
    {
        const auto space = outermost({"namespace"}, 0);
        const auto equals = assignment();
        if (space < m_statement.size())
            return enterNamespace(space);
        if (m_statement.size() >= 2 && m_statement[0].text == "extern" && m_statement[1].text == "\"")
            return enter("");
        if (parenthesisDepth() > 0 || equals < m_statement.size() || isMemberInitializer())
            return skipBraces(); // and the statement goes on
        const auto keyword = outermost({"class", "struct", "union", "enum"}, 0);
        const auto call = outermost({"("}, 0);
        if (keyword < m_statement.size() && outermost({"("}, keyword) == m_statement.size()) {
            recordType(keyword);
            return skipBraces();
        }
        if (call == m_statement.size())
            return skipBraces();
        recordFunction(call);
        skipBraces();
        m_statement.clear();
    }

    void enter(std::string scope)
    {
        m_scopes.push_back(std::move(scope));
        m_statement.clear();
        ++m_at;
    }

    void enterNamespace(std::size_t at)
    {
        std::string name;
        for (++at; at < m_statement.size(); ++at)
            if (!isOneOf(m_statement[at].text, {"inline"}))
                name += m_statement[at].text;
        enter(name.empty() ? "(anonymous)" : name + "::");
    }

    /// Behind the brace that closes the one here.
    void skipBraces()
    {
        int depth = 0;
        do {
            depth += m_tokens[m_at].text == "{" ? 1 : m_tokens[m_at].text == "}" ? -1 : 0;
            ++m_at;
        } while (depth > 0 && m_at < m_tokens.size());
        m_isBroken = m_isBroken || depth > 0;
        m_statement.push_back({"{}", m_at < m_tokens.size() ? m_tokens[m_at].line : 0});
    }

    [[nodiscard]] int parenthesisDepth() const
    {
        int depth = 0;
        for (const Token& token : m_statement)
            depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0;
        return depth;
    }

    /// The first of these tokens from `from` on that is outside parentheses and template<…>.
    [[nodiscard]] std::size_t outermost(std::initializer_list<std::string_view> words, std::size_t from) const
    {
        int depth = 0, angles = 0;
        for (std::size_t i = from; i < m_statement.size(); ++i) {
            const std::string& text = m_statement[i].text;
            if (text == "<" && (angles > 0 || (i > 0 && m_statement[i - 1].text == "template")))
                ++angles;
            else if (text == ">" && angles > 0)
                --angles;
            else if (depth == 0 && angles == 0 && isOneOf(text, words))
                return i;
            if (angles == 0)
                depth += isOneOf(text, {"(", "[["}) ? 1 : isOneOf(text, {")", "]]"}) ? -1 : 0;
        }
        return m_statement.size();
    }

    /// The sign of an initialisation, not the one of "operator=".
    [[nodiscard]] std::size_t assignment() const
    {
        const std::size_t at = outermost({"="}, 0);
        const bool isOperator = at > 0 && at < m_statement.size() && m_statement[at - 1].text == "operator";
        return isOperator ? m_statement.size() : at;
    }

    /// "Foo::Foo() : m_a{…}": the brace is not the one of the body.
    [[nodiscard]] bool isMemberInitializer() const
    {
        const auto call = outermost({"("}, 0);
        if (call == m_statement.size() || outermost({":"}, call) == m_statement.size())
            return false;
        const std::string& last = m_statement.back().text;
        return isWordStart(last.front()) || last == ">";
    }

    [[nodiscard]] bool isInternal() const { return std::ranges::find(m_scopes, "(anonymous)") != m_scopes.end(); }

    [[nodiscard]] std::string scope() const
    {
        std::string all;
        for (const std::string& each : m_scopes)
            all += each;
        return all;
    }

    void record(const std::string& name, int line)
    {
        if (!isInternal())
            m_found[scope() + name].push_back({m_file, line});
    }

    void recordType(std::size_t at)
    {
        const int line = m_statement[at].line;
        ++at;
        std::string name;
        int brackets = 0;
        for (; at < m_statement.size(); ++at) {
            const std::string& text = m_statement[at].text;
            brackets += isOneOf(text, {"[[", "("}) ? 1 : isOneOf(text, {"]]", ")"}) ? -1 : 0;
            if (brackets > 0 || isOneOf(text, {"class", "struct", "]]", ")", "alignas"}))
                continue;
            if (isOneOf(text, {":", "final"}))
                break;
            name += text;
        }
        if (!name.empty())
            record(name, line);
    }

    /// `call`: the parenthesis that opens the parameters.
    void recordFunction(std::size_t call)
    {
        if (outermost({"static"}, 0) < m_statement.size())
            return;
        std::string name;
        std::size_t at = outermost({"operator"}, 0);
        if (at < call) {
            for (std::size_t i = at; i < call; ++i)
                name += m_statement[i].text;
            if (m_statement[call - 1].text == "operator") { // operator()(…)
                name += "()";
                call += 2;
            }
        } else if (call > 0 && isWordPart(m_statement[call - 1].text.front())) {
            at = call - 1;
            name = m_statement[at].text;
        }
        for (; at >= 2 && !name.empty() && m_statement[at - 1].text == "::"; at -= 2)
            name = m_statement[at - 2].text + "::" + name;
        if (!name.empty())
            record(name + parameters(call), m_statement[call].line);
    }

    /// "(const RunId &,int)": types only, without the namespaces that they may or may not be spelled with.
    [[nodiscard]] std::string parameters(std::size_t call) const
    {
        std::string all = "(";
        std::vector<std::string> one;
        int depth = 0, angles = 0;
        bool isDefault = false;
        for (std::size_t i = call + 1; i < m_statement.size(); ++i) {
            const std::string& text = m_statement[i].text;
            if (depth == 0 && angles == 0 && (text == ")" || text == ",")) {
                all += typeOf(one) + text;
                one.clear();
                isDefault = false;
                if (text == ")")
                    break;
                continue;
            }
            depth += text == "(" ? 1 : text == ")" ? -1 : 0;
            angles += isDefault ? 0 : text == "<" ? 1 : text == ">" ? -1 : 0;
            isDefault = isDefault || (text == "=" && depth == 0);
            if (isDefault)
                continue;
            if (text == "::" && !one.empty())
                one.pop_back();
            else if (text != "::")
                one.push_back(text);
        }
        for (std::size_t i = call; i < m_statement.size(); ++i) // a const member function is another one
            if (m_statement[i].text == ")" && i + 1 < m_statement.size() && m_statement[i + 1].text == "const")
                return all + "const";
        return all;
    }

    [[nodiscard]] static std::string typeOf(std::vector<std::string> tokens)
    {
        const auto isPart = [](const std::string& text) {
            return isOneOf(text, {"const", "unsigned", "signed", "long", "short", "int", "char", "double", "volatile"});
        };
        const bool isNamed = tokens.size() >= 2 && isWordStart(tokens.back().front()) && !isPart(tokens.back())
            && !std::all_of(tokens.begin(), tokens.end() - 1, [](const auto& text) { return text == "const"; });
        if (isNamed)
            tokens.pop_back();
        std::string all;
        for (const std::string& text : tokens)
            all += (all.empty() ? "" : " ") + text;
        return all;
    }

    void recordInlineVariable()
    {
        if (m_statement.size() < 3 || outermost({"inline"}, 0) == m_statement.size()
            || outermost({"template", "namespace", "using"}, 0) < m_statement.size())
            return;
        const auto end = outermost({"=", "{}", "["}, 0);
        if (outermost({"("}, 0) < end || end == 0)
            return;
        record(m_statement[end - 1].text, m_statement[end - 1].line);
    }

    Tokens m_tokens;
    std::string m_file;
    Definitions& m_found;
    std::size_t m_at = 0;
    bool m_isBroken = false; ///< a brace is not closed
    Tokens m_statement; ///< since the last one ended
    std::vector<std::string> m_scopes;
};

/// What is linked into every program is "", what belongs to one program is its folder.
std::string programOf(const std::string& file)
{
    return file.starts_with("app/") ? file.substr(0, file.find('/', 4)) : std::string();
}

bool areLinkedTogether(const Place& one, const Place& other)
{
    const std::string a = programOf(one.file), b = programOf(other.file);
    return one.file != other.file && (a.empty() || b.empty() || a == b);
}

int report(const Definitions& found)
{
    int clashes = 0;
    for (const auto& [name, places] : found)
        for (std::size_t i = 1; i < places.size(); ++i)
            if (areLinkedTogether(places[0], places[i])) {
                std::printf("%s is defined in %s:%d and in %s:%d; rename one\n", name.c_str(), places[0].file.c_str(),
                            places[0].line, places[i].file.c_str(), places[i].line);
                ++clashes;
            }
    return clashes;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::puts("usage: unique_names ROOT");
        return 2;
    }
    const fs::path root(argv[1]);
    Definitions found;
    int files = 0, problems = 0;
    for (const char* layer : {"core", "ui", "app"}) {
        if (!fs::exists(root / layer))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
            if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp")
                continue;
            std::ifstream input(entry.path(), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(input), {}};
            const std::string file = entry.path().lexically_relative(root).generic_string();
            ++files;
            if (!Scanner(tokensOf(text), file, found).scan()) {
                std::printf("%s: the braces do not fit; the scan is not to be trusted\n", file.c_str());
                ++problems;
            }
        }
    }
    problems += report(found);
    std::printf("%zu names in %d files\n", found.size(), files);
    return files == 0 || found.empty() || problems > 0 ? 1 : 0;
}

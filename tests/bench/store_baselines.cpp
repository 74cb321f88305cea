// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/store_baselines.h"

#include "core/base/statistics.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sqlite3.h>
#include <string>
#include <zstd.h>

namespace millrace::bench {

namespace {

constexpr std::size_t chunk = 4096;

struct Connection
{
    explicit Connection(const std::filesystem::path& file)
    {
        check(sqlite3_open(file.c_str(), &handle));
        run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536; PRAGMA "
            "mmap_size=1073741824");
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { sqlite3_close_v2(handle); }

    void check(int code) const
    {
        if (code == SQLITE_OK || code == SQLITE_DONE)
            return;
        std::fprintf(stderr, "bench_store: %s\n", sqlite3_errmsg(handle));
        std::exit(1);
    }
    void run(const char* sql) const { check(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr)); }
    [[nodiscard]] sqlite3_stmt* prepare(const char* sql) const
    {
        sqlite3_stmt* statement = nullptr;
        check(sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr));
        return statement;
    }
    sqlite3* handle = nullptr;
};

void removeDatabase(const std::filesystem::path& file)
{
    for (const char* suffix : {"", "-wal", "-shm"})
        std::filesystem::remove(file.string() + suffix);
}

std::size_t putVarint(std::uint8_t* out, std::uint64_t value)
{
    std::size_t size = 0;
    for (; value >= 128; value >>= 7)
        out[size++] = static_cast<std::uint8_t>(value | 128);
    out[size++] = static_cast<std::uint8_t>(value);
    return size;
}

std::size_t codeTimes(std::vector<std::uint8_t>& out, const std::int64_t* times, std::size_t count)
{
    std::size_t size = 0;
    std::int64_t before = times[0];
    std::int64_t step = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t difference = times[i] - before;
        const std::int64_t second = difference - step;
        size += putVarint(out.data() + size,
                          (static_cast<std::uint64_t>(second) << 1) ^ static_cast<std::uint64_t>(second >> 63));
        step = difference;
        before = times[i];
    }
    return size;
}

void decodeTimes(std::int64_t* times, std::size_t count, std::int64_t first, const std::uint8_t* in)
{
    std::int64_t step = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            value |= static_cast<std::uint64_t>(*in & 127) << shift;
            if ((*in++ & 128) == 0)
                break;
        }
        step += static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
        times[i] = first += step;
    }
}

void writeChunks(const Connection& connection, const Columns& data)
{
    connection.run("CREATE TABLE c(series INTEGER, t0 INTEGER, n INTEGER, tb BLOB, vb BLOB, PRIMARY KEY(series, t0)) "
                   "WITHOUT ROWID; BEGIN");
    sqlite3_stmt* insert = connection.prepare("INSERT INTO c VALUES(?, ?, ?, ?, ?)");
    ZSTD_CCtx* zstd = ZSTD_createCCtx();
    std::vector<std::uint8_t> plain(chunk * 10);
    std::vector<std::uint8_t> times(ZSTD_compressBound(plain.size()));
    std::vector<std::uint8_t> values(times.size());
    for (std::size_t at = 0; at < data.front().times.size(); at += chunk)
        for (std::size_t s = 0; s < data.size(); ++s) {
            const std::size_t count = std::min(chunk, data[s].times.size() - at);
            const std::size_t size = codeTimes(plain, data[s].times.data() + at, count);
            const std::size_t timeSize = ZSTD_compressCCtx(zstd, times.data(), times.size(), plain.data(), size, 1);
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(data[s].values.data() + at);
            for (std::size_t b = 0; b < 8; ++b)
                for (std::size_t i = 0; i < count; ++i)
                    plain[b * count + i] = bytes[i * 8 + b];
            const std::size_t valueSize =
                ZSTD_compressCCtx(zstd, values.data(), values.size(), plain.data(), count * 8, 1);
            sqlite3_bind_int64(insert, 1, static_cast<std::int64_t>(s));
            sqlite3_bind_int64(insert, 2, data[s].times[at]);
            sqlite3_bind_int64(insert, 3, static_cast<std::int64_t>(count));
            sqlite3_bind_blob64(insert, 4, times.data(), timeSize, SQLITE_STATIC);
            sqlite3_bind_blob64(insert, 5, values.data(), valueSize, SQLITE_STATIC);
            connection.check(sqlite3_step(insert));
            sqlite3_reset(insert);
        }
    sqlite3_finalize(insert);
    ZSTD_freeCCtx(zstd);
    connection.run("COMMIT");
}

analysis::Series readChunks(const Connection& connection, std::size_t series, std::size_t samples)
{
    analysis::Series out;
    out.times.resize(samples);
    out.values.resize(samples);
    std::vector<std::uint8_t> plain(chunk * 10);
    std::size_t at = 0;
    sqlite3_stmt* row = connection.prepare("SELECT t0, n, tb, vb FROM c WHERE series = ? ORDER BY t0");
    sqlite3_bind_int64(row, 1, static_cast<std::int64_t>(series));
    while (sqlite3_step(row) == SQLITE_ROW) {
        const auto count = static_cast<std::size_t>(sqlite3_column_int64(row, 1));
        ZSTD_decompress(plain.data(), plain.size(), sqlite3_column_blob(row, 2),
                        static_cast<std::size_t>(sqlite3_column_bytes(row, 2)));
        decodeTimes(out.times.data() + at, count, sqlite3_column_int64(row, 0), plain.data());
        ZSTD_decompress(plain.data(), plain.size(), sqlite3_column_blob(row, 3),
                        static_cast<std::size_t>(sqlite3_column_bytes(row, 3)));
        auto* bytes = reinterpret_cast<std::uint8_t*>(out.values.data() + at);
        for (std::size_t b = 0; b < 8; ++b)
            for (std::size_t i = 0; i < count; ++i)
                bytes[i * 8 + b] = plain[b * count + i];
        at += count;
    }
    sqlite3_finalize(row);
    return out;
}

void writeRows(const Connection& connection, const Columns& data)
{
    connection.run("CREATE TABLE m(run INTEGER, series INTEGER, t INTEGER, value REAL); BEGIN");
    sqlite3_stmt* insert = connection.prepare("INSERT INTO m VALUES(1, ?, ?, ?)");
    for (std::size_t s = 0; s < data.size(); ++s)
        for (std::size_t i = 0; i < data[s].times.size(); ++i) {
            sqlite3_bind_int64(insert, 1, static_cast<std::int64_t>(s));
            sqlite3_bind_int64(insert, 2, data[s].times[i]);
            sqlite3_bind_double(insert, 3, data[s].values[i]);
            connection.check(sqlite3_step(insert));
            sqlite3_reset(insert);
        }
    sqlite3_finalize(insert);
    connection.run("COMMIT; CREATE INDEX x ON m(run, series, t)");
}

analysis::Series readRows(const Connection& connection, std::size_t series, std::size_t samples)
{
    analysis::Series out;
    out.times.reserve(samples);
    out.values.reserve(samples);
    sqlite3_stmt* row = connection.prepare("SELECT t, value FROM m WHERE run = 1 AND series = ? ORDER BY t");
    sqlite3_bind_int64(row, 1, static_cast<std::int64_t>(series));
    while (sqlite3_step(row) == SQLITE_ROW) {
        out.times.push_back(sqlite3_column_int64(row, 0));
        out.values.push_back(sqlite3_column_double(row, 1));
    }
    sqlite3_finalize(row);
    return out;
}

template <typename Write, typename Read>
Figures measure(const std::filesystem::path& file, const Columns& data, std::size_t readSeries, Write write, Read read)
{
    removeDatabase(file);
    Figures figures;
    {
        const Connection connection(file);
        const Stopwatch watch;
        write(connection, data);
        figures.write = watch.stop();
    }
    figures.bytes = std::filesystem::file_size(file);
    {
        const Connection connection(file);
        const analysis::Series& expected = data[readSeries];
        figures.read = medianOf(5, [&] {
            const analysis::Series series = read(connection, readSeries, expected.times.size());
            figures.same = series.times == expected.times && series.values == expected.values;
        });
    }
    removeDatabase(file);
    return figures;
}

} // namespace

Times medianOf(int rounds, const std::function<void()>& work)
{
    std::vector<double> wall;
    std::vector<double> cpu;
    for (int i = 0; i < rounds; ++i) {
        const Stopwatch watch;
        work();
        const Times times = watch.stop();
        wall.push_back(times.wall);
        cpu.push_back(times.cpu);
    }
    return {median(wall), median(cpu)};
}

Figures chunkBaseline(const std::filesystem::path& file, const Columns& data, std::size_t readSeries)
{
    return measure(file, data, readSeries, writeChunks, readChunks);
}

Figures rowBaseline(const std::filesystem::path& file, const Columns& data, std::size_t readSeries)
{
    return measure(file, data, readSeries, writeRows, readRows);
}

} // namespace millrace::bench

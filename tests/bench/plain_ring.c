// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

/* The yardstick: a bare ring all-reduce (reduce-scatter, all-gather) over one TCP connection per neighbour, adding while
 * it receives; no headers, no checks, no deadlines. "plain_ring RANK RANKS HOST0,HOST1,… CASE…"; cases and output as in
 * bench_collective.cpp, the counts of a case one after another. The variable CC names the congestion control. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { base_port = 29700, piece = 1 << 18, warm_ups = 3, most_counts = 4096 };
static int to_next, from_last;
static char scratch[piece + sizeof(float)] __attribute__((aligned(64)));

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Receives a piece and adds its whole floats to target; the begun one stays at the front of scratch. */
static size_t receive_adding(float *target, size_t wanted, size_t *begun)
{
    ssize_t got = recv(from_last, scratch + *begun, smaller(wanted, piece), MSG_DONTWAIT);
    if (got == 0)
        die("peer closed");
    if (got < 0)
        return 0;
    size_t have = *begun + (size_t)got, whole = have / sizeof(float);
    const float *values = (const float *)scratch;
    for (size_t i = 0; i < whole; i++)
        target[i] += values[i];
    *begun = have - whole * sizeof(float);
    if (*begun)
        memmove(scratch, scratch + whole * sizeof(float), *begun);
    return (size_t)got;
}

/* Sends a shard and receives another at the same time. */
static void exchange(const char *out, size_t out_bytes, float *in, size_t in_bytes, int add)
{
    size_t got = 0, begun = 0;
    while (out_bytes || got < in_bytes) {
        size_t moved = 0;
        if (out_bytes) {
            ssize_t sent = send(to_next, out, smaller(out_bytes, piece), MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent > 0) {
                out += sent;
                out_bytes -= (size_t)sent;
                moved = (size_t)sent;
            }
        }
        if (got < in_bytes) {
            size_t received = 0;
            if (add) {
                received = receive_adding(in + (got - begun) / sizeof(float), in_bytes - got, &begun);
            } else {
                ssize_t r = recv(from_last, (char *)in + got, in_bytes - got, MSG_DONTWAIT);
                if (r == 0)
                    die("peer closed");
                received = r > 0 ? (size_t)r : 0;
            }
            got += received;
            moved += received;
        }
        struct pollfd p[2] = {{out_bytes ? to_next : -1, POLLOUT, 0}, {got < in_bytes ? from_last : -1, POLLIN, 0}};
        if (!moved && (out_bytes || got < in_bytes))
            poll(p, 2, -1);
    }
}

static void barrier(int rank)
{
    char token = 0;
    for (int round = 0; round < 2; round++) {
        if (rank && recv(from_last, &token, 1, MSG_WAITALL) != 1)
            die("barrier");
        if (send(to_next, &token, 1, MSG_NOSIGNAL) != 1)
            die("barrier");
        if (!rank && recv(from_last, &token, 1, MSG_WAITALL) != 1)
            die("barrier");
    }
}

static void all_reduce(float *x, size_t count, int rank, int ranks)
{
    size_t n = (size_t)ranks, shard = (count + n - 1) / n;
    for (int phase = 0; phase < 2; phase++) {
        for (int step = 0; step < ranks - 1; step++) {
            size_t out = (size_t)((rank - step + phase + ranks) % ranks), in = (out + n - 1) % n;
            size_t out_begin = smaller(out * shard, count), out_end = smaller(out_begin + shard, count);
            size_t in_begin = smaller(in * shard, count), in_end = smaller(in_begin + shard, count);
            exchange((const char *)(x + out_begin), (out_end - out_begin) * sizeof(float), x + in_begin,
                     (in_end - in_begin) * sizeof(float), phase == 0);
        }
    }
}

static void join_ring(int rank, int ranks, char *hosts)
{
    char *host[64];
    int count = 0, one = 1, next = (rank + 1) % ranks;
    for (char *h = strtok(hosts, ","); h && count < 64; h = strtok(NULL, ","))
        host[count++] = h;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons((unsigned short)(base_port + rank))};
    struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons((unsigned short)(base_port + next))};
    inet_pton(AF_INET, host[rank], &own.sin_addr);
    inet_pton(AF_INET, host[next], &peer.sin_addr);
    if (bind(listener, (struct sockaddr *)&own, sizeof own) || listen(listener, 8))
        die("listening");
    const char *cc = getenv("CC");
    for (int tries = 0;; tries++) {
        to_next = socket(AF_INET, SOCK_STREAM, 0);
        if (cc && setsockopt(to_next, IPPROTO_TCP, TCP_CONGESTION, cc, (socklen_t)strlen(cc)))
            die("choosing the congestion control");
        if (!connect(to_next, (struct sockaddr *)&peer, sizeof peer))
            break;
        close(to_next);
        if (tries > 600)
            die("connecting");
        usleep(20000);
    }
    from_last = accept(listener, NULL, NULL);
    setsockopt(to_next, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

/* All ranks run on one machine, so its clock gives them a common start: the next full 5 ms. */
static void start_together(void)
{
    const long period = 5000000;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec = (t.tv_nsec / period + 1) * period;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void run_case(char *text, int rank, int ranks)
{
    static size_t counts[most_counts];
    char *save = NULL, *name = strtok_r(text, ":", &save);
    int iterations = atoi(strtok_r(NULL, ":", &save)), tensors = 0;
    size_t total = 0;
    for (char *c = strtok_r(NULL, ",", &save); c && tensors < most_counts; c = strtok_r(NULL, ",", &save))
        total += counts[tensors++] = strtoul(c, NULL, 10);
    float *x = malloc(total * sizeof(float));
    double *times = malloc((size_t)iterations * sizeof(double)), cpu = 0;
    for (int i = 0; i < iterations + warm_ups; i++) {
        for (size_t k = 0; k < total; k++)
            x[k] = (float)(rank + 1);
        barrier(rank);
        start_together();
        double c0 = seconds_of(CLOCK_PROCESS_CPUTIME_ID), t0 = seconds_of(CLOCK_MONOTONIC);
        size_t begin = 0;
        for (int t = 0; t < tensors; begin += counts[t++])
            all_reduce(x + begin, counts[t], rank, ranks);
        double took = seconds_of(CLOCK_MONOTONIC) - t0;
        if (i >= warm_ups) {
            times[i - warm_ups] = took;
            cpu += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - c0;
        }
    }
    for (size_t k = 0; k < total; k++) {
        if (x[k] != (float)(ranks * (ranks + 1) / 2)) {
            fprintf(stderr, "plain_ring: the sum is wrong\n");
            exit(1);
        }
    }
    printf("{\"case\":\"%s\",\"rank\":%d,\"ranks\":%d,\"cpu\":%.6f,\"seconds\":[", name, rank, ranks, cpu / iterations);
    for (int i = 0; i < iterations; i++)
        printf("%s%.7f", i ? "," : "", times[i]);
    printf("]}\n");
    free(times);
    free(x);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    int rank = atoi(argv[1]), ranks = atoi(argv[2]);
    join_ring(rank, ranks, argv[3]);
    for (int i = 4; i < argc; i++)
        run_case(argv[i], rank, ranks);
    barrier(rank);
    return 0;
}

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

/* The same benchmark with MPI_Allreduce: "mpirun … mpi_collective CASE…"; cases and output as in bench_collective.cpp, the
 * counts of a case one after another. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { warm_ups = 3, most_counts = 4096 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
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
    float *in = malloc(total * sizeof(float)), *out = calloc(total, sizeof(float));
    double *times = malloc((size_t)iterations * sizeof(double)), cpu = 0;
    for (size_t k = 0; k < total; k++)
        in[k] = (float)(rank + 1);
    for (int i = 0; i < iterations + warm_ups; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        start_together();
        double c0 = cpu_seconds(), t0 = MPI_Wtime();
        size_t begin = 0;
        for (int t = 0; t < tensors; begin += counts[t++])
            MPI_Allreduce(in + begin, out + begin, (int)counts[t], MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        double took = MPI_Wtime() - t0;
        if (i >= warm_ups) {
            times[i - warm_ups] = took;
            cpu += cpu_seconds() - c0;
        }
    }
    for (size_t k = 0; k < total; k++) {
        if (out[k] != (float)(ranks * (ranks + 1) / 2)) {
            fprintf(stderr, "mpi_collective: the sum is wrong\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    char *line = malloc(256 + (size_t)iterations * 16);
    int at = sprintf(line, "{\"case\":\"%s\",\"rank\":%d,\"ranks\":%d,\"cpu\":%.6f,\"seconds\":[", name, rank, ranks,
                     cpu / iterations);
    for (int i = 0; i < iterations; i++)
        at += sprintf(line + at, "%s%.7f", i ? "," : "", times[i]);
    strcpy(line + at, "]}\n");
    fputs(line, stdout);
    fflush(stdout);
    free(line);
    free(times);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; i++)
        run_case(argv[i], rank, ranks);
    MPI_Finalize();
    return 0;
}

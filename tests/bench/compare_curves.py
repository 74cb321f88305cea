# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare_curves.py FOLDER WIDTH: what bench_studies measures, with Python alone: one CSV file for each run is read, and
each column of numbers is cut into WIDTH columns with their minimum, maximum and mean. Prints "what TAB milliseconds".
With pandas where that is installed."""

import csv
import pathlib
import sys
import time


def plain(files, width):
    lines = 0
    for file in files:
        with open(file, newline="") as stream:
            rows = csv.reader(stream)
            names = next(rows)
            columns = list(zip(*rows))
        times = [float(value) for value in columns[0]]
        step = (times[-1] - times[0]) / width or 1
        for index in range(1, len(names)):
            bins = {}
            for at, value in zip(times, map(float, columns[index])):
                bins.setdefault(int((at - times[0]) / step), []).append(value)
            lines += 1
            for values in bins.values():
                min(values), max(values), sum(values) / len(values)
    return lines


def frames(files, width, pandas):
    lines = 0
    for file in files:
        table = pandas.read_csv(file)
        step = (table["time"].iloc[-1] - table["time"].iloc[0]) / width or 1
        bins = ((table["time"] - table["time"].iloc[0]) / step).astype(int)
        table.drop(columns="time").groupby(bins).agg(["min", "max", "mean"])
        lines += len(table.columns) - 1
    return lines


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.csv"))
    width = int(sys.argv[2])
    begin = time.monotonic()
    lines = plain(files, width)
    print(f"python3, csv, {lines} lines\t{(time.monotonic() - begin) * 1e3:.1f}")
    try:
        import pandas
    except ImportError:
        return
    begin = time.monotonic()
    lines = frames(files, width, pandas)
    print(f"python3, pandas {pandas.__version__}, {lines} lines\t{(time.monotonic() - begin) * 1e3:.1f}")


main()

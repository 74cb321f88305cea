#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Prepares a fresh Debian 12 and builds Millrace in build/. A second run finds everything installed and does nothing.
# With CI=true it builds for one run of the tests: by Clang, in two thirds of the time, and warnings are errors.
# --help lists the options.
set -euo pipefail
cd "$(dirname "$0")/.."

build_packages=(
  g++ cmake ninja-build ccache mold pkgconf
  libfmt-dev nlohmann-json3-dev libcli11-dev libsqlite3-dev libzstd-dev zlib1g-dev libpcap-dev libssl-dev
  libboost-dev libfftw3-dev libssh-dev libyaml-cpp-dev libmuparser-dev libzip-dev libexpat1-dev libnlopt-dev
  libeigen3-dev libxgboost-dev
  libprotozero-dev
  qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools)
run_packages=(iproute2 fonts-dejavu-core libqt6svg6 openssh-client nftables ethtool tcpdump iputils-ping)
test_build_packages=(libtorch-dev libsimgrid-dev)
test_packages=(iperf3 debootstrap procps clang-format-14 xvfb openbox tshark tcptrace
  openssh-server openssl ansible-core slurm-wlm munge python3-torch python3-torchvision libopenblas0-pthread
  pybind11-dev python3-dev python3-prometheus-client)
# Reads the standard library of GCC 12, which Clang 14 cannot.
clang=clang++-16
# Installed for the tests, which start their own instances: the services themselves stay stopped.
test_services=(openssh-server:ssh slurm-wlm:slurmctld slurm-wlm:slurmd munge:munge)

usage() {
  cat <<'TEXT'
Usage: packaging/setup.sh [--tests] [--list-packages]
Installs the Debian 12 packages that Millrace needs (as root, or through sudo) and builds its programs in build/.
  --tests          also install what the tests need (PyTorch, OpenSSH's and Slurm's servers among it, which are not
                   left running), and build them
  --list-packages  print the packages and stop
TEXT
}

stop() {
  printf 'setup: %s\n' "$1" >&2
  exit 1
}

needed_to_build=("${build_packages[@]}")
needed_to_run=("${run_packages[@]}")
targets=(millrace millrace-cli millrace-agent millrace-worker millrace-graphs)
[[ ${CI:-} == true ]] && needed_to_build+=("${clang/++/}")
list_only=false
for option in "$@"; do
  case $option in
    --tests)
      needed_to_build+=("${test_build_packages[@]}")
      needed_to_run+=("${test_packages[@]}")
      targets=(all)
      ;;
    --list-packages) list_only=true ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; stop "unknown option $option." ;;
  esac
done
if $list_only; then
  printf '%s\n' "${needed_to_build[@]}" "${needed_to_run[@]}"
  exit 0
fi

check_distribution() {
  local ID='' VERSION_ID='' PRETTY_NAME='an unknown system'
  [[ -r /etc/os-release ]] && . /etc/os-release
  [[ $ID == debian && $VERSION_ID == 12 ]] && return
  stop "this script knows Debian 12 only, and this is $PRETTY_NAME. Install what packaging/setup.sh --list-packages \
names under its names here, then run: cmake --preset dev && cmake --build --preset dev"
}

missing_packages() {  # missing_packages PACKAGE...
  local installed package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' | sed -n 's/^installed //p' | tr -d ',' \
    | tr ' ' '\n' | sort -u)
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
  done
}

install_packages() {  # install_packages PACKAGE...
  local -a missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || stop "${#missing[@]} Debian packages are missing, and neither root's rights nor sudo \
are at hand; as root, run: apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  printf 'setup: installing %s\n' "${missing[*]}"
  "${as_root[@]}" update || stop 'the package lists cannot be fetched; check the network and the apt sources.'
  "${as_root[@]}" install -y --no-install-recommends "${missing[@]}" \
    || stop 'apt-get could not install the packages; see its message above.'
  quieten_services "${missing[@]}"
}

# Stops what an installation for the tests has just started.
quieten_services() {
  [[ -d /run/systemd/system ]] || return 0
  local -a as_root=()
  ((EUID != 0)) && as_root=(sudo)
  local entry
  for entry in "${test_services[@]}"; do
    [[ " $* " == *" ${entry%%:*} "* ]] || continue
    "${as_root[@]}" systemctl disable --now "${entry##*:}" >/dev/null 2>&1 || true
  done
}

build() {
  local warnings=OFF
  local -a once=()
  if [[ ${CI:-} == true ]]; then
    warnings=ON
    # No back traces are read there: line numbers cost a sixth of the time of a compilation.
    once=('-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -DNDEBUG' -DMR_QUICK=ON "-DCMAKE_CXX_COMPILER=${CXX:-$clang}")
  fi
  if [[ ! -f build/build.ninja ]] || ! grep -qx "MR_WARNINGS_AS_ERRORS:BOOL=$warnings" build/CMakeCache.txt; then
    cmake --preset dev -DMR_WARNINGS_AS_ERRORS=$warnings "${once[@]}" || stop 'cmake could not configure the build.'
  fi
  cmake --build --preset dev --target "${targets[@]}" || stop 'the build failed; see the first error above.'
}

check_distribution
install_packages "${needed_to_build[@]}"
if ((EUID == 0)) || sudo -n true 2>/dev/null; then
  # What only the finished programs need is installed while they are built.
  log=$(mktemp)
  install_packages "${needed_to_run[@]}" >"$log" 2>&1 &
  installing=$!
  trap 'wait; rm -f "$log"' EXIT
  build
  wait "$installing" || { cat "$log" >&2; exit 1; }
else
  install_packages "${needed_to_run[@]}"
  build
fi

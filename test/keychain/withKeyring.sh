#!/bin/sh
# Runs a command with a keyring of its own, fresh, unlocked and thrown away afterwards: `dbus-run-session -- sh withKeyring.sh <command>`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_DATA_HOME="$folder/data" XDG_RUNTIME_DIR="$folder/run" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache"
mkdir -m 700 -p "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
printf 'a test' | gnome-keyring-daemon --daemonize --unlock --components=secrets >/dev/null
"$@"

#!/bin/sh
# Starts the browser at $CHROMIUM without the lists that its address bar shows while somebody types: no test types there,
# and each window would start a process for them, half a second of work. Of two lists of features to leave out Chromium
# takes the last one, and the driver gives one of its own: ours joins it.
for argument do
  shift
  case $argument in
    --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"

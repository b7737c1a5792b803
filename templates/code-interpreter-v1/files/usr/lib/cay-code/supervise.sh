# Starts the server, and starts it anew whenever it ends, whoever ended it. Runs as root, so that what cells run as the user
# does not end it by mistake. Waits for its child and does nothing else, so it costs nothing while the server lives. Every server
# gets the listening socket, which is descriptor 3 here.
#
# Signals are caught, not ignored: what is ignored would be ignored by the server and by every kernel, too.
trap : HUP INT QUIT TERM
while :; do
  began=$SECONDS
  # Neither its variables nor packages in a home change what the server loads.
  python3 -E -s /usr/lib/cay-code/server.py
  # One that cannot live is not to take a whole processor with its attempts.
  if ((SECONDS - began < 5)); then sleep 1; fi
done

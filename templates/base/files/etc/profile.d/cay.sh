# Random generators of a Node that runs when its sandbox is saved are reseeded after every restore: see the file itself.
case " ${NODE_OPTIONS-} " in
  *" --require=/usr/lib/cay/reseed.cjs "*) ;;
  *) export NODE_OPTIONS="--require=/usr/lib/cay/reseed.cjs${NODE_OPTIONS:+ $NODE_OPTIONS}" ;;
esac

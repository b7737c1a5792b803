'use strict'
/**
 * Preloaded into every Node (NODE_OPTIONS, see /etc/profile.d/cay.sh). A process that was alive when its sandbox was saved
 * goes on with the same random generators in every sandbox that is restored from it. The daemon writes a new id into the
 * generation file after each restore; then this draws new seeds from the system: OpenSSL's, with all that node:crypto keeps
 * ahead, and Math.random. Until a restore it costs one inotify watch that keeps no process alive.
 * CAY_RESEED=off leaves the generators as they are.
 */
const generationFile = '/run/cay/generation'
/** The library of the sandbox's daemon that calls C functions. OpenSSL is a part of this program. */
const callsOfC = '/.cay/koffi.node'
/** How many values node:crypto keeps ahead. */
const uuidsAhead = 128
const integersAhead = 1024

if (process.env.CAY_RESEED !== 'off') reseedAfterRestores()

function reseedAfterRestores() {
  let draw = Math.random
  Math.random = function random() {
    return draw()
  }
  let generation
  const onChange = () => {
    const next = require('node:fs').readFileSync(generationFile, 'latin1')
    if (next === generation) return
    generation = next
    try {
      reseedOpenSsl()
    } catch (error) {
      process.emitWarning(`OpenSSL was not reseeded after a restore: ${error}`)
    }
    forgetDrawnAhead()
    draw = createDraw()
  }
  try {
    require('node:fs')
      .watch(generationFile, { persistent: false }, onChange)
      .on('error', () => undefined)
  } catch {
    // Not in a sandbox, or not allowed to watch (--permission): nothing is reseeded.
  }
}

function reseedOpenSsl() {
  const library = { exports: {} }
  process.dlopen(library, callsOfC)
  library.exports.load(null).func('int RAND_poll()')()
}

function forgetDrawnAhead() {
  const { randomInt, randomUUID } = require('node:crypto')
  for (let drawn = 0; drawn < uuidsAhead; drawn++) randomUUID()
  for (let drawn = 0; drawn < integersAhead; drawn++) randomInt(2)
}

/** Numbers in [0, 1) with 53 bits, of OpenSSL. */
function createDraw() {
  const { randomFillSync } = require('node:crypto')
  const words = new Uint32Array(1024)
  let used = words.length
  return () => {
    if (used === words.length) {
      randomFillSync(words)
      used = 0
    }
    const high = words[used++] >>> 5
    const low = words[used++] >>> 6
    return (high * 2 ** 26 + low) / 2 ** 53
  }
}

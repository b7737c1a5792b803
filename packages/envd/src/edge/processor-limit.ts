/**
 * Shows no more processors than a sandbox has: gVisor shows two where there is one. The affinity says what a program may
 * run on (`nproc`, `availableParallelism`), and it is inherited by all that the daemon starts; the files of the kernel say
 * what there is (`os.cpu_count()`, `os.cpus()`), and files of the daemon's own are mounted over them. How much processor
 * time a sandbox gets is decided outside of it; this is what its programs size themselves by, and its root can undo it.
 */

import { ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { cpuinfoPath, mountPoints, statPath } from '../dialect/proc-mounts.ts'
import {
  affinityMask,
  countProcessors,
  renderCpuinfo,
  renderOnline,
  renderStat,
} from '../dialect/processor-texts.ts'
import type { ProcessorLimit } from '../ports/identity.ts'
import { SystemCallError, schedSetaffinity } from './libc.ts'
import { mount } from './libc-files.ts'
import { textOfFile } from './regular-file.ts'

const online = '/sys/devices/system/cpu/online'
const renderers = { [online]: renderOnline, [cpuinfoPath]: renderCpuinfo, [statPath]: renderStat }
/** `MS_BIND`. */
const bind = 0x1000
const fileMode = 0o444

/**
 * Of the init of a sandbox only. It reads everything before anybody else runs: whatever root puts at the paths later is not
 * opened. The texts stay true: in gVisor the files hold no counter that counts.
 */
export function createProcessorLimit(directory: string): ProcessorLimit {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const all = countProcessors(readFileSync(online, 'utf8'))
  const files = Object.entries(renderers).map(([path, render]) => {
    const source = `${directory}/${path.slice(1).replaceAll('/', '-')}`
    return {
      path,
      render,
      source,
      text: readFileSync(path, 'utf8'),
      descriptor: openSync(source, 'w', fileMode),
    }
  })
  let shown = all
  const change = (count: number) => {
    for (const { render, text, descriptor } of files) overwrite(descriptor, render(text, count))
    limitAffinity(affinityMask(count))
    shown = count
  }
  /** Whatever is mounted there already, by us or by root, stays. */
  const cover = () => {
    const covered = mountPoints(textOfFile('/proc/self/mounts') ?? '')
    for (const { path, source } of files) if (!covered.has(path)) mount(source, path, null, bind, null)
  }
  return {
    limit(count) {
      try {
        if (Math.min(count, all) !== shown) change(Math.min(count, all))
        if (shown < all) cover()
        return undefined
      } catch (error) {
        return String(error)
      }
    },
  }
}

/** Of a daemon that is nobody's init: the processors of the machine are none of its business. */
export const noProcessorLimit: ProcessorLimit = { limit: () => undefined }

/** In place: it is mounted. */
function overwrite(descriptor: number, text: string): void {
  ftruncateSync(descriptor)
  writeSync(descriptor, text, 0)
}

/** Ourselves first, so that nothing new is started without it; then whoever runs already. */
function limitAffinity(mask: Uint8Array): void {
  schedSetaffinity(0, mask.length, mask)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const thread of orGone(() => readdirSync(`/proc/${pid}/task`)) ?? []) {
      orGone(() => schedSetaffinity(Number(thread), mask.length, mask))
    }
  }
}

function orGone<T>(task: () => T): T | undefined {
  try {
    return task()
  } catch (error) {
    const code = error instanceof SystemCallError ? error.code : (error as NodeJS.ErrnoException).code
    if (code !== 'ESRCH' && code !== 'ENOENT') throw error
    return undefined
  }
}

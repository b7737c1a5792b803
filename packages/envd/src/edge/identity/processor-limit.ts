/**
 * Shows programs no more processors than the sandbox has, because gVisor shows two where there is one. The affinity
 * determines what a program may run on (`nproc`, `availableParallelism`), and every process that the daemon starts
 * inherits it. Files of the kernel list the processors that exist (`os.cpu_count()`, `os.cpus()`), so the daemon
 * bind-mounts files of its own over them. The CPU time of a sandbox is limited from outside; programs only size
 * themselves by these values, and root in the sandbox can undo them.
 */

import { ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { cpuinfoPath, mountPoints, statPath } from '../../dialect/identity/proc-mounts.ts'
import {
  affinityMask,
  countProcessors,
  renderCpuinfo,
  renderOnline,
  renderStat,
} from '../../dialect/identity/processor-texts.ts'
import type { ProcessorLimit } from '../../ports/identity.ts'
import { mount } from '../filesystem/libc-files.ts'
import { textOfFile } from '../filesystem/regular-file.ts'
import { SystemCallError, schedSetaffinity } from '../libc.ts'

const online = '/sys/devices/system/cpu/online'
const renderers = { [online]: renderOnline, [cpuinfoPath]: renderCpuinfo, [statPath]: renderStat }
/** `MS_BIND`. */
const bind = 0x1000
const fileMode = 0o444

/**
 * Only for the init process of a sandbox. It reads all texts before any other process runs, so it never opens what
 * root may put at the paths later. The texts stay correct, because in gVisor these files contain no live counters.
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
  /** A path where anything is mounted already, by the daemon or by root, is left unchanged. */
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

/** For a daemon that is not the init process of a sandbox: it must not limit the processors of its machine. */
export const noProcessorLimit: ProcessorLimit = { limit: () => undefined }

/** The file is overwritten in place, because it is mounted. */
function overwrite(descriptor: number, text: string): void {
  ftruncateSync(descriptor)
  writeSync(descriptor, text, 0)
}

/** The daemon is limited first, so that no process is started without the limit; then the running processes are. */
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

/**
 * The list of paths beside a root file system: absolute paths in the order of their bytes, with a NUL behind each. Behind a
 * directory are two slashes and its modification time in nanoseconds. Older builds have lists without times, and their daemons
 * do not know them.
 */
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'

const listMsMax = 10 * 60_000
/** The beginning of a list with times: the root. */
const firstWithTimes = '///'

export async function tellsTimes(file: string): Promise<boolean> {
  await using list = await open(file)
  const first = Buffer.alloc(firstWithTimes.length)
  await list.read(first, 0, first.length, 0)
  return first.toString('latin1') === firstWithTimes
}

/** Writes the list of a tree on this machine. */
export async function writePathsFile(tree: string, file: string): Promise<void> {
  const found = `${file}.found`
  const told = ['(', '-type', 'd', '-fprintf', found, '/%P//%T@\\0', '-o', '-fprintf', found, '/%P\\0', ')']
  try {
    await run(['find', tree, ...told], { timeoutMs: listMsMax })
    const lines = (await readFile(found, 'latin1')).split('\0').slice(0, -1).map(parse)
    lines.sort((a, b) => (a.path < b.path ? -1 : 1))
    const texts = lines.map(({ path, time }) => `${path}${time}\0`)
    await writeFile(file, texts.join(''), 'latin1')
  } finally {
    await rm(found, { force: true })
  }
}

/** `find` writes seconds with a fraction of ten digits. */
function parse(line: string): { path: string; time: string } {
  const [whole, path, seconds, fraction] = /^(.*)\/\/(\d+)\.(\d{9})\d*$/s.exec(line) ?? []
  if (whole === undefined) return { path: line, time: '' }
  const ns = BigInt(seconds ?? 0) * 1_000_000_000n + BigInt(fraction ?? 0)
  return { path: path ?? '', time: `//${ns}` }
}

/** Completion in shells of Debian by `cay` itself; zsh and fish come out of their packages. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CayWorld, cayFile, type Outcome, startCayWorld } from '../support/cay-command.ts'
import { type UnpackedPackages, unpackPackages } from '../support/debian-packages.ts'
import { startHostileApi } from '../support/hostile-api.ts'
import { openWindow } from '../support/terminal-window.ts'

let shells: UnpackedPackages | undefined

beforeAll(async () => {
  try {
    shells = await unpackPackages('zsh', 'zsh-common', 'fish', 'fish-common', 'libpcre2-32-0')
  } catch (error) {
    console.warn(`skipped: the packages of zsh and fish cannot be had: ${String(error).split('\n')[0]}`)
  }
})
afterAll(() => shells?.[Symbol.asyncDispose]())

/** A script by which a shell finds `cay`, and its completion. */
async function writeScripts(
  { cay, env }: Pick<CayWorld, 'env'> & { readonly cay: (args: string[]) => Promise<Outcome> },
  shell: 'bash' | 'zsh' | 'fish',
): Promise<string> {
  const home = env.HOME ?? ''
  const program = `#!/bin/sh\nexec ${process.execPath} ${cayFile} "$@"\n`
  await writeFile(join(home, 'cay'), program, { mode: 0o755 })
  await writeFile(join(home, `completion.${shell}`), (await cay(['completion', shell])).stdout)
  return home
}

test('fish completes verbs, options and ids with what they are', async (context) => {
  if (shells === undefined) return context.skip()
  const world = await startCayWorld()
  const id = await world.world.create()
  const home = await writeScripts(world, 'fish')
  const libraries = join(shells.tree, 'usr/lib/x86_64-linux-gnu')
  const env = { ...world.env, PATH: `${home}:${world.env.PATH}`, LD_LIBRARY_PATH: libraries }
  const complete = async (line: string) => {
    const script = `source ${home}/completion.fish; complete -C "${line}"`
    return (await run([join(shells?.tree ?? '', 'usr/bin/fish'), '--no-config', '-c', script], { env }))
      .stdout
  }
  expect(await complete('cay sandbox pau')).toBe('pause\tPause a sandbox\n')
  expect(await complete('cay sandbox list --sta')).toBe('--state\tonly sandboxes in this state\n')
  expect(await complete(`cay sandbox info ${id.slice(0, 4)}`)).toMatch(new RegExp(`^${id}\trunning `))
})

test('zsh completes the id of a sandbox', async (context) => {
  if (shells === undefined) return context.skip()
  const world = await startCayWorld()
  const id = await world.world.create()
  const home = await writeScripts(world, 'zsh')
  // Its modules and functions are not where it looks for them.
  await writeFile(
    join(home, '.zshenv'),
    `module_path=(${shells.tree}/usr/lib/*/zsh/*)\nfpath=(${shells.tree}/usr/share/zsh/functions/**/*(/))\n`,
  )
  await writeFile(
    join(home, '.zshrc'),
    `autoload -U compinit; compinit -u -D; source ${home}/completion.zsh; PS1='ready> '\n`,
  )
  const env = { ...world.env, PATH: `${home}:${world.env.PATH}`, ZDOTDIR: home }
  const window = openWindow({ env, command: [join(shells.tree, 'bin/zsh'), '-d', '-i'] })
  await window.sees(/ready> /)
  window.type(`echo "[$(cay sandbox info -o name ${id.slice(0, 4)}\t`)
  await window.sees(new RegExp(id))
  window.type(')]"\r')
  await window.sees(new RegExp(`\\[${id}\\]`))
  window.type('exit\r')
  await window.ended
})

test('behind `cay --profile NAME` the ids of that installation are completed', async () => {
  const { cay, env, world } = await startCayWorld()
  const id = await world.create()
  const sandboxUrl = env.E2B_SANDBOX_URL ?? ''
  const added = await cay(['profile', 'add', 'office', '--url', world.url, '--sandbox-url', sandboxUrl], {
    input: env.E2B_API_KEY ?? '',
  })
  expect(added.exitCode).toBe(0)
  const elsewhere = { E2B_API_URL: 'http://127.0.0.1:1' }
  const words = ['sandbox', 'info', id.slice(0, 3)]
  const complete = (...before: string[]) => cay(['__complete', '--', ...before, ...words], { env: elsewhere })
  expect((await complete('--profile', 'office')).stdout).toMatch(new RegExp(`^${id}\t`))
  expect((await complete()).stdout).toBe('')
})

/** Each would write a file where a shell reads it. */
const commands = ['a$(touch ran)', 'b`touch ran`', 'c;touch ran', 'd|touch ran', 'e\ntouch ran', 'f$(>ran)']

test('bash runs nothing that stands in a name, and completes the names that are plain', async () => {
  const names = [...commands, 'good', '--force', 'h\u001b]0;x\u0007']
  const api = await startHostileApi(() => names.map((name) => ({ volumeID: 'v', name })))
  const home = await writeScripts({ env: api.env, cay: (args) => api.cay(...args) }, 'bash')
  const env = { ...api.env, PATH: `${home}:${api.env.PATH}`, PS1: 'ready> ' }
  const window = openWindow({ env, command: ['/usr/bin/bash', '--noprofile', '--norc', '-i'] })
  await window.sees(/ready> /)
  window.type(`cd ${home}; source completion.bash\r`)
  for (const { 0: letter } of commands) {
    window.type(`cay volume df ${letter}\t\r`)
    window.type(`echo typed-"${letter}"\r`)
    await window.sees(new RegExp(`typed-${letter}\r`))
  }
  window.type('cay volume df g\t')
  await window.sees(/volume df good/)
  window.type('; exit\r')
  await window.ended
  expect(existsSync(`${home}/ran`)).toBe(false)
  expect((await api.cay('__complete', '--', 'volume', 'rm', '')).stdout).toBe('good\tv\n')
})

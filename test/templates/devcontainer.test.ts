/** The template `devcontainer`: the calls of the official client for it, and the command `devcontainer`. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tarOf } from '@cay/builder/testing/tar.ts'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { buildBundledTemplate, firstBuildMsMax } from '../support/bundled-template.ts'
import { pointClientHere } from '../support/client.ts'
import { unpackPackages } from '../support/debian-packages.ts'

const folder = '/home/user/project'
const sizes = { cpuCount: 2, memoryMB: 2048 } as const

/** An image of busybox alone. The command line of dev containers wants to see what an image is built on, so `scratch` is none. */
let rootfs: Buffer
/** Holds `project`. */
let directory: string

beforeAll(async () => {
  pointClientHere()
  await using packages = await unpackPackages('busybox-static')
  const busybox = await readFile(`${packages.tree}/bin/busybox`)
  rootfs = tarOf([
    { name: 'bin/busybox', mode: 0o755, content: busybox.toString('latin1') },
    { name: 'bin/sh', type: '2', linkName: 'busybox' },
    { name: 'etc/passwd', content: 'root:x:0:0:root:/root:/bin/sh\n' },
    { name: 'root', type: '5', mode: 0o700 },
    { name: 'tmp', type: '5', mode: 0o1777 },
  ])
  directory = await mkdtemp(join(tmpdir(), 'cay-devcontainer-'))
  const project = `${directory}/project`
  await mkdir(`${project}/.devcontainer`, { recursive: true })
  await writeFile(`${project}/greeting`, 'of the project\n')
  await writeFile(`${project}/.devcontainer/rootfs.tar`, rootfs)
  await writeFile(
    `${project}/.devcontainer/Dockerfile`,
    'FROM plain\nRUN ["/bin/busybox", "--install", "-s", "/bin"]\n',
  )
  await writeFile(
    `${project}/.devcontainer/devcontainer.json`,
    JSON.stringify({
      build: { dockerfile: 'Dockerfile' },
      containerEnv: { PLACE: 'container' },
      postCreateCommand: 'echo created > /tmp/created',
    }),
  )
  await buildBundledTemplate(inject('installation').dataDir, 'devcontainer')
}, firstBuildMsMax)
afterAll(() => rm(directory, { recursive: true, force: true }))

/** The node looks at its templates every few seconds. */
async function create(name: string): Promise<Sandbox> {
  const made = await vi.waitFor(() => Sandbox.create(name, { timeoutMs: 1_200_000 }), {
    timeout: 60_000,
    interval: 1000,
  })
  onTestFinished(() => void made.kill())
  return made
}

async function run({ commands }: Sandbox, command: string): Promise<string> {
  return (await commands.run(command, { timeoutMs: 300_000 })).stdout
}

test('a dev container that the official client builds and starts runs in each sandbox of the template', async () => {
  const template = Template({ fileContextPath: directory })
    .fromTemplate('devcontainer')
    .copy('project', folder)
    .runCmd(`with-docker docker import ${folder}/.devcontainer/rootfs.tar plain`, { user: 'root' })
    .betaDevContainerPrebuild(folder)
    .betaSetDevContainerStart(folder)
  const lines: string[] = []
  const onBuildLogs = ({ message }: { message: string }) => void lines.push(message)
  const failure = await Template.build(template, 'own-devcontainer', { ...sizes, onBuildLogs }).catch(
    (error: unknown) => error,
  )
  expect(failure, lines.join('\n')).not.toBeInstanceOf(Error)
  const sandbox = await create('own-devcontainer')
  expect(await run(sandbox, '/devcontainer.sh sh -c "cat /tmp/created greeting; echo \\$PLACE"')).toBe(
    'created\nof the project\ncontainer\n',
  )
  expect(
    await run(
      sandbox,
      `devcontainer exec --workspace-folder ${folder} sh -c "echo new > made"; cat ${folder}/made`,
    ),
  ).toBe('new\n')
}, 900_000)

test('`devcontainer up` starts one from an image that is there, and `devcontainer exec` runs in it', async () => {
  const sandbox = await create('devcontainer')
  await sandbox.files.write('/tmp/rootfs.tar', new Blob([Uint8Array.from(rootfs)]))
  await sandbox.files.write(`${folder}/.devcontainer.json`, JSON.stringify({ image: 'small' }))
  await run(sandbox, 'docker import /tmp/rootfs.tar plain')
  await run(
    sandbox,
    `printf 'FROM plain\\nRUN ["/bin/busybox", "--install", "-s", "/bin"]\\n' | docker build -t small -`,
  )
  expect(await run(sandbox, `devcontainer up --workspace-folder ${folder}`)).toContain('"outcome":"success"')
  expect(await run(sandbox, `devcontainer exec --workspace-folder ${folder} sh -c "pwd; ls -a"`)).toContain(
    '/workspaces/project\n',
  )
}, 600_000)

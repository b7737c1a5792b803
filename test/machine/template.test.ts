/** What somebody finds in a sandbox of the base template, and what the template's builder does when it is asked again. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { baseTemplateId, copyBaseTemplate } from '../support/installation.ts'

const execute = promisify(execFile)
const builder = fileURLToPath(new URL('../../packages/orchestrator/src/build-template.ts', import.meta.url))

let sandbox: Sandbox

beforeAll(async () => {
  pointClientHere()
  sandbox = await Sandbox.create('base')
})
afterAll(async () => {
  await sandbox?.kill()
})

/** Standard output of a login shell's command, without the last newline. */
async function say(command: string, user?: 'root'): Promise<string> {
  const { stdout } = await sandbox.commands.run(command, user === undefined ? {} : { user })
  return stdout.trimEnd()
}

test.each([
  'bash --version',
  'bzip2 --help',
  'curl --version',
  'file --version',
  'git --version',
  'jq --version',
  'less --version',
  'node --version',
  'npm --version',
  'npx --version',
  'pip --version',
  'ps --version',
  'python --version',
  'python3 --version',
  'rg --version',
  'rsync --version',
  'ss --version',
  'ssh -V',
  'tar --version',
  'tput -V',
  'unzip -v',
  'wget --version',
  'xz --version',
  'zip -v',
])('%s answers', async (command) => {
  expect((await sandbox.commands.run(command)).exitCode).toBe(0)
})

test('node is the one the project runs on', async () => {
  expect(await say('node --version')).toBe(process.version)
})

test('the user is user, with the number, home, shell and groups that people expect', async () => {
  expect(await say('id')).toBe('uid=1000(user) gid=1000(user) groups=1000(user),27(sudo)')
  expect(await say('pwd; echo $HOME; getent passwd user | cut -d: -f7')).toBe(
    '/home/user\n/home/user\n/bin/bash',
  )
  expect(await say('stat -c "%U:%G %a" /home/user')).toMatch(/^user:user 7/)
})

test('sudo is there, and told to ask user for nothing', async () => {
  expect(await say('sudo -n -u user id -un', 'root')).toBe('user')
  expect(await say('cat /etc/sudoers.d/user; stat -c %a /etc/sudoers.d/user', 'root')).toBe(
    'user ALL=(ALL:ALL) NOPASSWD: ALL\n440',
  )
})

test('root is root, with its own home', async () => {
  expect(await say('id -un; echo $HOME', 'root')).toBe('root\n/root')
})

test.each(['user', 'root'] as const)('a login shell of %s starts no program', async (user) => {
  // bash counts the children it had: the number of a first child of the shell is the one after its own.
  const script = `import subprocess
parent = subprocess.run(['bash', '-l', '-c', 'times'], capture_output=True, text=True)
print(parent.stdout.splitlines()[1])`
  const result = await sandbox.commands.run(`python3 -c "${script.replaceAll('"', '\\"')}"`, { user })
  expect(result.stdout.trim()).toBe('0m0.000s 0m0.000s')
})

test('text is UTF-8 everywhere', async () => {
  expect(await say('echo $LANG')).toBe('C.UTF-8')
  expect(await say(`python3 -c "import sys; print(sys.getfilesystemencoding(), 'äöü')"`)).toBe('utf-8 äöü')
})

test('names: the loopback, the own name, and the helper of the sandbox', async () => {
  expect(await say('getent ahostsv4 localhost | head -1')).toMatch(/^127\.0\.0\.1 /)
  expect(await say('getent hosts events.e2b.local')).toMatch(/^192\.0\.2\.1 /)
  expect(await say('getent hosts "$(hostname)" | wc -l')).toBe('1')
})

test('apt knows where Debian comes from, and keeps no lists', async () => {
  const sources = await say(
    'apt-get indextargets --no-release-info --format \'$(RELEASE) $(COMPONENT)\' "Created-By: Packages"',
  )
  const codename = await say('. /etc/os-release; echo $VERSION_CODENAME')
  expect(sources.split('\n')).toContain(`${codename} main`)
  expect(await say('ls /var/lib/apt/lists | grep -c _Packages || true')).toBe('0')
})

test('user may install into /usr/local and /code, and not into the daemon', async () => {
  expect(await say('touch /usr/local/bin/mine /usr/local/lib/mine /code/mine && echo made')).toBe('made')
  expect(await say('for f in /.cay/node /.cay/envd.mjs /.cay; do test -w $f || echo closed; done')).toBe(
    'closed\nclosed\nclosed',
  )
})

test('writing to node in the image does not touch the Node of the daemon', async () => {
  expect(await say('echo broken > /usr/local/bin/node; wc -c < /usr/local/bin/node', 'root')).toBe('7')
  expect(await say('stat -c %s /.cay/node')).not.toBe('7')
})

test('the directories that programs rely on are there', async () => {
  expect(await say('stat -c "%n %a" /tmp /dev/shm')).toBe('/tmp 1777\n/dev/shm 1777')
  expect(await say('test -c /dev/null && test -r /proc/self/status && test -d /sys && echo there')).toBe(
    'there',
  )
  expect(await say('cat /etc/resolv.conf')).toContain('nameserver ')
})

test('/tmp lies on the disk, so that large files there cost no memory', async () => {
  expect(await say('grep -c " /tmp " /proc/mounts || true')).toBe('0')
})

test('every file of the image can be looked at, also those that had capabilities', async () => {
  expect(await say('find / -xdev -ls 2>&1 >/dev/null | head -5', 'root')).toBe('')
  expect(await say('ping -c 1 -W 5 127.0.0.1')).toContain('1 received')
})

test('a warm-up leaves no trace in the sandbox', async () => {
  expect(
    await say('ls -A /tmp /home/user/.bash_history 2>/dev/null | grep -v :', 'root').catch(() => ''),
  ).not.toContain('warm-up')
})

test('a second build finds the template ready and changes nothing', async () => {
  const { dataDir } = inject('installation')
  const builds = `${dataDir}/templates/${await baseTemplateId(`${dataDir}/templates`)}`
  const before = await readdir(builds)
  const { stdout } = await execute(process.execPath, [builder], {
    env: { ...process.env, CAY_DATA_DIR: dataDir },
  })
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((line) => !line.includes('removed ')),
  ).toEqual([expect.stringMatching(/template base \(\w{20}\) is up to date$/)])
  // One that an older version of the sources made goes.
  expect(before).toEqual(expect.arrayContaining(await readdir(builds)))
})

test('a damaged manifest is refused in plain words, and the template is built anew under its id', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-template-'))
  const run = () => execute(process.execPath, [builder], { env: { ...process.env, CAY_DATA_DIR: directory } })
  try {
    const { dataDir } = inject('installation')
    await copyBaseTemplate(dataDir, directory)
    await execute('cp', ['-al', `${dataDir}/cache`, directory])
    const templateId = await baseTemplateId(`${directory}/templates`)
    for (const buildId of await readdir(`${directory}/templates/${templateId}`)) {
      const manifest = `${directory}/templates/${templateId}/${buildId}/manifest.json`
      // Not written in place: the file is a link to the one of the shared installation.
      await rm(manifest)
      await writeFile(manifest, '{"formatVersion":')
    }
    const { stdout } = await run()
    expect(stdout).toContain('the template build cannot be used: its manifest is damaged: it is not JSON')
    expect(stdout).toContain(`template base (${templateId}) is built`)
    expect((await run()).stdout).toContain('is up to date')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('wrong settings are one line and exit code 78', async () => {
  const env = { ...process.env, CAY_DATA_DIR: 'relative/path' }
  await expect(execute(process.execPath, [builder], { env })).rejects.toMatchObject({
    code: 78,
    stderr: 'CAY_DATA_DIR="relative/path" is not valid: an absolute path\n',
  })
})

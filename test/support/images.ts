/**
 * Layers of images as distributions make them, as far as a sandbox sees of them: who lies where, which users there are, and
 * what is missing. Programs are those of the machine that the tests run on, and those of Debian's packages.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import type { TarPart } from '@cay/builder/testing/tar.ts'
import { unpackPackages } from './debian-packages.ts'

const execute = promisify(execFile)

/** A program and all that it needs, from the machine that the tests run on. */
export async function programs(...paths: string[]): Promise<TarPart[]> {
  const { stdout } = await execute('ldd', paths)
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path ?? '')
  return Promise.all([...new Set([...paths, ...libraries])].map((path) => program(path, path.slice(1))))
}

async function program(path: string, name: string): Promise<TarPart> {
  return { name, mode: 0o755, content: (await readFile(path)).toString('latin1') }
}

const text = (name: string, ...lines: string[]): TarPart => ({ name, content: `${lines.join('\n')}\n` })
const link = (name: string, linkName: string): TarPart => ({ name, type: '2', linkName })
const directory = (name: string, mode = 0o755): TarPart => ({ name, type: '5', mode })

/** The programs with everything of the system's below /usr. */
async function merged(...paths: string[]): Promise<TarPart[]> {
  const found = await programs(...paths)
  const below = found.map((part) => ({ ...part, name: part.name.replace(/^(bin|lib|lib64)\//, 'usr/$1/') }))
  return [...below, link('bin', 'usr/bin'), link('lib', 'usr/lib'), link('lib64', 'usr/lib64')]
}

const applets = ['ash', 'cat', 'grep', 'head', 'hostname', 'id', 'ls', 'mkdir', 'sh', 'sleep', 'stat']

/** musl and busybox, a program that needs musl's library, no bash, nobody but root, and certificates. */
export async function alpineLayer(): Promise<TarPart[]> {
  await using packages = await unpackPackages('busybox-static', 'musl', 'musl-dev', 'tcc')
  const { tree } = packages
  const loader = (await readdir(`${tree}/lib`)).find((name) => name.startsWith('ld-musl')) ?? ''
  return [
    await program(`${tree}/bin/busybox`, 'bin/busybox'),
    ...applets.map((name) => link(`bin/${name}`, '/bin/busybox')),
    await program(`${tree}/lib/${loader}`, `lib/${loader}`),
    link('usr/bin/ldd', `/lib/${loader}`),
    { name: 'usr/bin/of-musl', mode: 0o755, content: await programOfMusl(tree, loader) },
    ...alpineFiles,
  ]
}

const source = 'int puts(const char *); int main(int c, char **v) { return puts(v[c - 1]) < 0; }'

/** Says its last argument. Debian has no such program, but a compiler that is small enough to be fetched for one. */
async function programOfMusl(tree: string, loader: string): Promise<string> {
  const library = await realpath(`${tree}/lib/${loader}`)
  const start = `${tree}/usr/lib/${basename(dirname(library))}`
  const objects = ['crt1.o', 'crti.o', 'crtn.o'].map((name) => `${start}/${name}`)
  await writeFile(`${tree}/source.c`, source)
  const bare = ['-nostdinc', '-nostdlib', '-o', `${tree}/program`]
  await execute(`${tree}/usr/bin/tcc`, [...bare, ...objects, `${tree}/source.c`, library])
  const made = (await readFile(`${tree}/program`)).toString('latin1')
  // The compiler knows the loader of glibc alone; more slashes make the other one's path as long.
  return made.replace(
    /\/lib(64)?\/ld-linux-[\w.-]+/,
    (path) => `/lib${loader.padStart(path.length - 4, '/')}`,
  )
}

const alpineFiles: readonly TarPart[] = [
  text('etc/alpine-release', '3.22.1'),
  text('etc/os-release', 'ID=alpine', 'VERSION_ID=3.22.1'),
  text('etc/passwd', 'root:x:0:0:root:/root:/bin/sh', 'nobody:x:65534:65534:nobody:/:/sbin/nologin'),
  text('etc/group', 'root:x:0:root', 'wheel:x:10:root', 'nobody:x:65534:'),
  { ...text('etc/shadow', 'root:*::0:::::', 'nobody:!::0:::::'), mode: 0o640 },
  text(
    'etc/profile',
    'export PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"',
    ': "$' + '{HOSTNAME:=$(hostname)}"',
    'for script in /etc/profile.d/*.sh; do if [ -r "$script" ]; then . "$script"; fi; done',
  ),
  text('etc/ssl/certs/ca-certificates.crt', 'of the image'),
  link('etc/ssl/cert.pem', 'certs/ca-certificates.crt'),
  directory('root', 0o700),
  directory('tmp', 0o1777),
  directory('run'),
  link('var/run', '../run'),
]

const usual = ['bash', 'cat', 'id', 'ls', 'sleep', 'stat'].map((name) => `/usr/bin/${name}`)

/** Debian's layout; somebody has the number 1000 already, and names are resolved by a service that is not there. */
export async function ubuntuLayer(): Promise<TarPart[]> {
  return [
    ...(await merged(...usual)),
    link('usr/bin/sh', 'bash'),
    link('etc/os-release', '../usr/lib/os-release'),
    text('usr/lib/os-release', 'ID=ubuntu', 'ID_LIKE=debian', 'VERSION_ID="24.04"'),
    text('etc/passwd', 'root:x:0:0:root:/root:/bin/bash', 'ubuntu:x:1000:1000:Ubuntu:/home/ubuntu:/bin/bash'),
    text('etc/group', 'root:x:0:', 'adm:x:4:ubuntu', 'sudo:x:27:ubuntu', 'ubuntu:x:1000:'),
    { ...text('etc/shadow', 'root:*:19977:0:99999:7:::', 'ubuntu:!:19977:0:99999:7:::'), mode: 0o640 },
    link('etc/resolv.conf', '../run/systemd/resolve/stub-resolv.conf'),
    text(
      'var/lib/dpkg/diversions',
      '/usr/share/man/man1/sh.1.gz',
      '/usr/share/man/man1/sh.distrib.1.gz',
      'dash',
    ),
    { ...directory('home/ubuntu', 0o750), uid: 1000, gid: 1000 },
  ]
}

/** One directory for all programs, a root whom only capabilities let in, and sudo that asks for a password. */
export async function fedoraLayer(): Promise<TarPart[]> {
  return [
    ...(await merged(...usual)),
    link('usr/bin/sh', 'bash'),
    link('usr/sbin', 'bin'),
    link('sbin', 'usr/sbin'),
    text('etc/os-release', 'ID=fedora', 'VERSION_ID=42'),
    text('etc/passwd', 'root:x:0:0:Super User:/root:/bin/bash', 'bin:x:1:1:bin:/bin:/usr/sbin/nologin'),
    text('etc/group', 'root:x:0:', 'wheel:x:10:', 'users:x:100:'),
    { ...text('etc/shadow', 'root:!locked::0:99999:7:::', 'bin:*:20104:0:99999:7:::'), mode: 0 },
    { ...text('etc/sudoers', '%wheel ALL=(ALL) ALL', '#includedir /etc/sudoers.d'), mode: 0o440 },
    text('etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', 'of the image'),
    link('etc/pki/tls/certs/ca-bundle.crt', '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem'),
    link('etc/ssl/certs', '../pki/tls/certs'),
    directory('root', 0o550),
    link('var/run', '../run'),
    directory('run'),
  ]
}

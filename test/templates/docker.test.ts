/** The template `docker`: what works in a sandbox of it, what of it survives a fork, and that it opens nothing of the node. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { CommandExitError, Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { buildBundledTemplate, firstBuildMsMax } from '../support/bundled-template.ts'
import { pointClientHere } from '../support/client.ts'
import { HostileRegistries } from '../support/hostile-registries.ts'
import { OutsideHost } from '../support/outside-host.ts'

const execute = promisify(execFile)
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

/** An image of a shell and of Perl, with the libraries that they need, from the sandbox's own files. */
const makeImage = `set -e; mkdir -p /tmp/tree/bin /tmp/tree/tmp /tmp/tree/etc; cd /tmp/tree
cp /bin/bash-static bin/sh; echo root:x:0:0::/:/bin/sh > etc/passwd
tar -ch /usr/bin/perl $(ldd /usr/bin/perl | grep -o '/[^ ]*') /usr/lib/*/perl-base 2> /dev/null | tar -x
tar -c . | docker import - small`

const registryName = 'registry.test'
const registryPort = 8443

/** A fork interrupts `accept` (EINTR), as any signal may. */
const server = `$s = IO::Socket::INET->new(Listen => 5, LocalPort => 8081, ReuseAddr => 1) or die $!;
$| = 1; print "listening\\n";
while (1) { $c = $s->accept or next; $_ = <$c>; print $c "HTTP/1.0 200 OK\\r\\n\\r\\nfrom the container"; close $c }`

// Containers of a busy machine start in tens of seconds.
vi.setConfig({ testTimeout: 600_000 })

let sandbox: Sandbox

beforeAll(async () => {
  pointClientHere()
  await buildBundledTemplate(inject('installation').dataDir, 'docker')
  // The node looks at its templates every few seconds.
  const create = () => Sandbox.create('docker', { timeoutMs: 3_600_000 })
  sandbox = await vi.waitFor(create, { timeout: 60_000, interval: 1000 })
  await run(makeImage)
}, firstBuildMsMax)
afterAll(() => sandbox?.kill())

/** Standard output of a command of `user`, who needs no sudo for Docker. */
async function run(command: string, where = sandbox): Promise<string> {
  const { stdout } = await where.commands.run(command, { timeoutMs: 300_000 }).catch((error: unknown) => {
    if (error instanceof CommandExitError) throw new Error(`${command}: ${error.stderr}`, { cause: error })
    throw error
  })
  return stdout.trim()
}

/** What a command that fails writes. */
async function failure(command: string): Promise<string> {
  const failed = await sandbox.commands.run(command, { timeoutMs: 300_000 }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failed instanceof CommandExitError)) throw new Error(`${command} did not fail`)
  return failed.stderr
}

test('a container runs, with its exit code, its user, its files and its limits', async () => {
  expect(await run('docker run --rm small /bin/sh -c "echo \\$((6 * 7))"')).toBe('42')
  expect(await run('docker run --rm small /bin/sh -c "exit 7" || echo $?')).toBe('7')
  expect(await run('docker run --rm --user 1234 small /bin/sh -c "echo \\$UID"')).toBe('1234')
  await run(
    'mkdir -p /tmp/shared; docker run --rm -v /tmp/shared:/s -v kept:/v small /bin/sh -c "echo x > /s/x; echo y > /v/y"',
  )
  expect(
    await run('cat /tmp/shared/x; docker run --rm -v kept:/v small /bin/sh -c "read a < /v/y; echo \\$a"'),
  ).toBe('x\ny')
  const limit = 'read a < /sys/fs/cgroup/memory/memory.limit_in_bytes; echo \\$a'
  expect(await run(`docker run --rm --memory 64m small /bin/sh -c "${limit}"`)).toBe(String(64 * 1024 * 1024))
  expect(await failure('docker run --rm --read-only small /bin/sh -c "echo > /x"')).toContain('Read-only')
})

/** Stands before runc: a signal reaches the first process of each container while it waits for its start, once. */
const interruptingRunc = `#!/bin/sh
/usr/sbin/runc "$@" || exit
pid_file= previous= verb=
for word; do
  case $previous in --pid-file) pid_file=$word ;; esac
  case $word in create) verb=create ;; esac
  previous=$word
done
if [ "$verb" != create ] || ! mkdir "/tmp/interrupted-$previous" 2>/dev/null; then exit 0; fi
pid=$(cat "$pid_file")
while kill -URG "$pid" 2>/dev/null; do sleep 0.01; done
`

test('a container failed to start when a signal reached its first process while that waited for the start', async () => {
  const path = '/usr/local/sbin/runc'
  await sandbox.files.write(path, interruptingRunc, { user: 'root' })
  try {
    await run(`sudo chmod 755 ${path}`)
    expect(await run('docker run --rm small /bin/sh -c "echo started"')).toBe('started')
    expect(await run('ls -d /tmp/interrupted-* | wc -l')).toBe('1')
  } finally {
    await run(`sudo rm -r ${path} /tmp/interrupted-*`)
  }
})

test('an image is built of a Dockerfile, by both builders, saved and loaded', async () => {
  await run(
    'mkdir -p /tmp/context; cd /tmp/context; echo hello > greeting; printf "FROM small\\nCOPY greeting /greeting\\nRUN echo built >> /greeting\\nCMD [\\"/bin/sh\\", \\"-c\\", \\"while read a; do echo \\$a; done < /greeting\\"]\\n" > Dockerfile',
  )
  await run('docker build --tag classic /tmp/context')
  await run('DOCKER_BUILDKIT=1 docker build --network=host --tag buildkit /tmp/context')
  for (const image of ['classic', 'buildkit'])
    expect(await run(`docker run --rm ${image}`), image).toBe('hello\nbuilt')
  await run('docker save classic > /tmp/saved.tar; docker image rm classic; docker load < /tmp/saved.tar')
  expect(await run('docker run --rm classic')).toBe('hello\nbuilt')
})

test('an image is pulled from a registry in reach of the sandbox, as its egress policy allows', async () => {
  const internet = await OutsideHost.start('cayt-docker', '203.0.113.128')
  onTestFinished(() => internet.stop())
  const life = { nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority('tests', life)
  const tls = await (await openIssuer(authority)).issue({ names: [registryName], ...life })
  await HostileRegistries.start(internet, { plain: {}, safe: { [registryPort]: { kind: 'none' } }, tls })
  const registry = `${registryName}:${registryPort}`
  const directory = `/etc/docker/certs.d/${registry}`
  await sandbox.files.write(`${directory}/ca.crt`, authority.certificate, { user: 'root' })
  await run(`echo ${internet.address} ${registryName} | sudo tee -a /etc/hosts`)

  await sandbox.updateNetwork({ denyOut: [internet.address] })
  expect(await failure(`docker pull ${registry}/app`)).toContain(registry)
  await sandbox.updateNetwork({})
  await run(`docker pull ${registry}/app`)
  await run(`docker create --name pulled ${registry}/app nothing`)
  expect(await run('docker cp pulled:/a-file - | tar -xO | wc -c')).toBe('1000')
  await run('docker rm pulled')
})

test('a template that is built on it has the images that `with-docker` made in its steps', async () => {
  const template = Template()
    .fromTemplate('docker')
    .runCmd(`echo ${Buffer.from(makeImage).toString('base64')} | base64 -d > /tmp/make.sh`)
    .runCmd('with-docker bash /tmp/make.sh', { user: 'root' })
  await Template.build(template, 'with-image', { cpuCount: 2, memoryMB: 2048 })
  const other = await Sandbox.create('with-image')
  onTestFinished(() => void other.kill())
  expect(await run('docker run --rm small /bin/sh -c "echo kept"', other)).toBe('kept')
})

test('a container with a published port answers before and after a fork, and is entered by docker exec', async () => {
  await run(`docker run -d --name web -p 8080:8081 small /usr/bin/perl -MIO::Socket::INET -e '${server}'`)
  const ask = 'curl -s --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:8080/'
  expect(await run(ask)).toBe('from the container')
  expect(await run('docker exec web /bin/sh -c "echo inside \\$HOSTNAME"')).toMatch(/^inside [0-9a-f]{12}$/)
  expect(await failure('docker run --rm -p 8080:9 small /bin/sh -c true')).toContain(
    '8080 cannot be published',
  )
  const { stdout: id } = await execute(process.execPath, [cli, 'sandbox', 'fork', sandbox.sandboxId], {
    env: { ...process.env, CAY_DATA_DIR: inject('installation').dataDir },
  })
  const copy = await Sandbox.connect(id.trim())
  try {
    expect(await run(ask, copy)).toBe('from the container')
    expect(await run('docker exec web /bin/sh -c "echo again"', copy)).toBe('again')
    await run('docker stop -t 1 web; docker rm web', copy)
    expect(await run('docker ps -aq --filter name=web; pgrep -f "docker[-]proxy" || true', copy)).toBe('')
  } finally {
    await copy.kill()
  }
  await run('docker rm -f web')
})

const client = (host: string) =>
  `$s = IO::Socket::INET->new("${host}:8081") or die "cannot reach it"; print $s "GET\n"; print <$s>`

test('containers on a network find each other by name, and one without a network finds none', async () => {
  const perl = '/usr/bin/perl -MIO::Socket::INET -e'
  await run(
    `docker network create own; docker run -d --name other --network own small ${perl} '${server}'; until docker logs other | grep -q listening; do sleep 0.2; done`,
  )
  expect(await run(`docker run --rm --network own small ${perl} '${client('other')}'`)).toContain(
    'from the container',
  )
  expect(await failure(`docker run --rm --network none small ${perl} '${client('other')}'`)).toContain(
    'cannot reach it',
  )
  await run('docker rm -f other; docker network rm own')
})

test('nothing of the node is in reach of a privileged container, and the sentry has no more rights than that of base', async () => {
  await using other = Object.assign(await Sandbox.create('base'), {
    [Symbol.asyncDispose]: async () => void (await other.kill()),
  })
  const [own, base] = await Promise.all([containerOf(sandbox), containerOf(other)])
  expect(own.spec.process).toEqual(base.spec.process)
  expect(own.spec.linux.namespaces.map(({ type }) => type)).toEqual(
    base.spec.linux.namespaces.map(({ type }) => type),
  )
  expect(own.spec.mounts.map(withoutSizes)).toEqual(base.spec.mounts.map(withoutSizes))
  expect(own.rights).toEqual(base.rights)
  expect(own.rights).toContain('CapEff:\t0000000000000000')

  const privileged = (command: string) =>
    run(`docker run --rm --privileged --network host --pid host -v /:/host small /bin/sh -c '${command}'`)
  // Devices of the node, its processes, and what only its kernel could do.
  expect(await privileged('echo /dev/sd* /dev/vd* /dev/nvme* /dev/mem /dev/kvm')).toBe(
    '/dev/sd* /dev/vd* /dev/nvme* /dev/mem /dev/kvm',
  )
  expect(await privileged('read a < /host/proc/1/cmdline; echo $a')).toContain('envd')
  for (const path of ['/proc/sysrq-trigger', '/proc/kcore', '/sys/kernel/uevent_helper'])
    expect(await privileged(`(echo b > ${path}) 2>/dev/null || echo refused`), path).toBe('refused')
  const { apiUrl } = inject('installation')
  expect((await fetch(`${apiUrl}/health`)).status).toBe(200)
  for (const host of [own.gateway, '127.0.0.1', '169.254.169.254']) {
    const target = `/dev/tcp/${host}/${new URL(apiUrl).port}`
    // The egress gateway accepts a connection before it decides on it.
    const ask = `exec 3<>${target} && echo "GET /health HTTP/1.0" >&3 && echo >&3 && read -t 10 a <&3; echo "answer: $a"`
    expect(await privileged(`(${ask}) 2>/dev/null || echo none`), host).not.toContain('200')
  }
})

interface OciSpec {
  readonly process: object
  readonly mounts: readonly { readonly options?: readonly string[] }[]
  readonly linux: { readonly namespaces: readonly { readonly type: string }[] }
}

function withoutSizes({ options = [], ...mount }: OciSpec['mounts'][number]): object {
  return { ...mount, options: options.filter((option) => !option.startsWith('size=')) }
}

/** What the node's runtime was told of a sandbox, and the rights of the process that serves it. */
async function containerOf({ sandboxId }: Sandbox) {
  const { containers } = dataLayout(inject('installation').dataDir)
  for (const id of await readdir(containers)) {
    const text = await readFile(`${containers}/${id}/record.json`, 'utf8').catch(() => '{}')
    const record = JSON.parse(text) as { claim?: { sandboxId: string }; process?: { pid: number } }
    if (record.claim?.sandboxId !== sandboxId || record.process === undefined) continue
    const spec = JSON.parse(await readFile(`${containers}/${id}/config.json`, 'utf8')) as OciSpec
    const status = await readFile(`/proc/${record.process.pid}/status`, 'utf8')
    const rights = status
      .split('\n')
      .filter((line) => /^(Uid|Gid|Groups|Cap\w+|NoNewPrivs|Seccomp):/.test(line))
    const { stdout } = await sandboxRoute(sandboxId)
    return { spec, rights, gateway: stdout.trim() }
  }
  throw new Error(`no container is the sandbox ${sandboxId}`)
}

async function sandboxRoute(sandboxId: string) {
  const connected = await Sandbox.connect(sandboxId)
  return await connected.commands.run("ip route | sed -n 's/^default via \\([0-9.]*\\).*/\\1/p'")
}

/**
 * Tries versions of the official clients against an installation of its own, with TLS and a domain that DNS of its own resolves.
 * Each version runs in a process, unmodified, and finds names as any program of this machine does.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { freePorts } from '../../support/free-ports.ts'
import { Installation } from '../../support/installation.ts'
import { type KeptPackages, keepNodePackages, keepPythonPackages } from '../../support/kept-packages.ts'
import { type NamesServer, startNamesServer } from '../../support/names-server.ts'
import { newestVersions } from './newest.ts'
import type { CallResult, VersionResult, VersionResults } from './results.ts'
import { type Language, languages, versionsTried } from './versions.ts'

const domain = 'sandbox.test'
/** Milliseconds for all calls of one version. */
const versionMsMax = 400_000

interface Place {
  readonly names: NamesServer
  readonly env: Readonly<Record<string, string>>
}

interface Attempt {
  readonly language: Language
  readonly version: string
}

/** All of them, or one that is named `python@1.0.6`. */
export async function tryVersions(only: string | undefined): Promise<VersionResults> {
  const directory = mkdtempSync(join(tmpdir(), 'cay-versions-'))
  const names = await startNamesServer(domain, join(directory, 'resolv.conf'))
  const installation = await Installation.prepare('versions', {
    CAY_TLS_PORT: String((await freePorts(1))[0]),
  })
  try {
    await installation.up({}, ['--domain', domain])
    const place = { names, env: await clientEnvironment(installation, directory) }
    const found = { javascript: [] as VersionResult[], python: [] as VersionResult[] }
    for (const language of languages)
      for (const version of versionsTried[language])
        if (only === undefined || only === `${language}@${version}`)
          found[language].push(await tryVersion(place, { language, version }))
    return { date: new Date().toISOString().slice(0, 10), newest: await newestVersions(), versions: found }
  } finally {
    await installation.remove()
    names.stop()
    rmSync(directory, { recursive: true })
  }
}

async function clientEnvironment(installation: Installation, directory: string) {
  const authority = join(directory, 'cay.crt')
  writeFileSync(authority, (await installation.cay('trust', '--pem')).stdout)
  const [, E2B_DOMAIN = ''] = /E2B_DOMAIN=(\S+)/.exec(installation.output) ?? []
  const { apiKey } = await installation.endpoints()
  return {
    ...{ PATH: process.env.PATH ?? '', HOME: directory, E2B_API_KEY: apiKey, E2B_DOMAIN },
    ...{ NODE_EXTRA_CA_CERTS: authority, SSL_CERT_FILE: authority, PYTHONDONTWRITEBYTECODE: '1' },
  }
}

async function tryVersion({ names, env }: Place, attempt: Attempt): Promise<VersionResult> {
  const { language, version } = attempt
  const packages = await install(attempt)
  if (!packages.isThere) throw new Error(`e2b ${version} for ${language} cannot be had: ${packages.why}`)
  const argv = names.under(programOf(language, packages.directory))
  const { stdout } = await run(argv, { env, cwd: packages.directory, timeoutMs: versionMsMax })
  const calls: Record<string, CallResult> = {}
  // Clients print what they like between the lines.
  for (const line of stdout.split('\n').filter((each) => each.startsWith('{"call"'))) {
    const {
      call,
      result,
      text = '',
    } = JSON.parse(line) as { call: string; result: CallResult; text?: string }
    calls[call] = result
    console.log(`${language}@${version}/${call}: ${result} ${text}`.trimEnd())
  }
  return { version, calls }
}

function install({ language, version }: Attempt): Promise<KeptPackages> {
  const name = `versions-${language}-${version}`
  if (language === 'python') return keepPythonPackages(name, `e2b==${version}\n`)
  return keepNodePackages(name, JSON.stringify({ private: true, dependencies: { e2b: version } }))
}

function programOf(language: Language, directory: string): readonly string[] {
  const program = language === 'python' ? 'client.py' : 'client.mjs'
  // Node looks for packages beside the program.
  copyFileSync(new URL(program, import.meta.url).pathname, join(directory, program))
  const start = language === 'python' ? join(directory, 'bin/python') : process.execPath
  return [start, join(directory, program)]
}

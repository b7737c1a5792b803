/**
 * Where cells find what they import: from the working directory, as a file there would; and `npm:name@version`, which is
 * installed below the home directory when it is first imported.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const installMsMax = 5 * 60_000
const complaintLines = 5

export function installImport() {
  Object.defineProperty(globalThis, Symbol.for('cay.import'), { value: importFromCell })
  registerHooks({ resolve })
}

function importFromCell(specifier, options) {
  return import(specifier, options)
}

function resolve(specifier, context, next) {
  const from = (directory) => ({ ...context, parentURL: pathToFileURL(join(directory, 'cell.mjs')).href })
  const npm = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/.exec(specifier)
  if (npm !== null) {
    const [, name, version = 'latest', path = ''] = npm
    return next(name + path, from(installedIn(name, version)))
  }
  return next(specifier, context.parentURL === import.meta.url ? from(process.cwd()) : context)
}

/** The directory whose `node_modules` has the package. */
function installedIn(name, version) {
  const directory = join(homedir(), '.cache/cay-code/npm', `${name}@${version}`.replaceAll('/', '+'))
  if (existsSync(join(directory, 'node_modules', name, 'package.json'))) return directory
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  try {
    execFileSync('npm', ['install', `--prefix=${directory}`, ...options, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: installMsMax,
    })
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    const said = String(error.stderr ?? error)
      .trim()
      .split('\n')
      .slice(0, complaintLines)
      .join('\n')
    throw new Error(`npm could not install ${name}@${version}: ${said}`, { cause: error })
  }
  return directory
}

/** One installation: its data directory, its programs and the environment they get. */
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { CliSettings } from './config.ts'
import type { Role } from './dialect/cluster/role.ts'
import { completePath } from './dialect/service/program-path.ts'
import { listRecipes } from './recipes.ts'

export interface ServiceProgram {
  readonly name: string
  /** Absolute path of its main file. */
  readonly file: string
  /** For Node itself. */
  readonly nodeArgs?: readonly string[]
}

export interface Installation {
  readonly settings: CliSettings
  readonly layout: ReturnType<typeof dataLayout>
  readonly env: Readonly<Record<string, string>>
  readonly services: readonly ServiceProgram[]
  /** Aliases of the templates that come with Cay. */
  readonly recipes: () => readonly string[]
  /** Builds them: quick when nothing changed, its progress on standard output. */
  readonly templateBuilder: ServiceProgram
  /** Builds the dashboard into the clone: quick when nothing changed. Says what it did. */
  readonly dashboardBuilder: ServiceProgram
  /** Ends all sandboxes and removes everything of ours from the host. */
  readonly cleaner: ServiceProgram
  /** Keeps the certificate authorities in the database. */
  readonly authorityKeeper: ServiceProgram
  /** Copies the records into PostgreSQL. */
  readonly recordsMover: ServiceProgram
  /** Prints a token that lets a machine join the cluster. */
  readonly tokenMaker: ServiceProgram
  /** Joins a cluster. */
  readonly joiner: ServiceProgram
}

const serviceNames = {
  single: ['orchestrator', 'egress', 'control', 'proxy'],
  member: ['orchestrator', 'egress', 'control', 'proxy', 'agent'],
  node: ['orchestrator', 'egress', 'proxy', 'agent'],
} as const satisfies Record<Role, readonly string[]>

/**
 * Control makes many small things that live shortly: with little room for them they are cleared away in time. Some of the
 * same kind live long, which V8 would take for all of them, and make them among what is cleared away seldom.
 */
export const controlNodeArgs = ['--max-semi-space-size=2', '--no-allocation-site-pretenuring']

/** `packages` is the absolute path of the directory of that name in the clone. */
export function describeInstallation(settings: CliSettings, packages: string): Installation {
  return {
    settings,
    layout: dataLayout(settings.dataDir),
    env: { ...settings.env, PATH: completePath(settings.env.PATH), CAY_DATA_DIR: settings.dataDir },
    services: serviceNames[settings.role].map((name) => ({
      name,
      file: `${packages}/${name}/src/main.ts`,
      ...(name === 'control' ? { nodeArgs: controlNodeArgs } : {}),
    })),
    recipes: () => listRecipes(packages),
    templateBuilder: { name: 'template builder', file: `${packages}/orchestrator/src/build-template.ts` },
    dashboardBuilder: { name: 'dashboard builder', file: `${packages}/dashboard/bundle.mjs` },
    cleaner: { name: 'cleaner', file: `${packages}/orchestrator/src/clean.ts` },
    tokenMaker: { name: 'token maker', file: `${packages}/control/src/make-join-token.ts` },
    joiner: { name: 'joiner', file: `${packages}/agent/src/join.ts` },
    authorityKeeper: { name: 'authority keeper', file: `${packages}/control/src/keep-authorities.ts` },
    recordsMover: { name: 'records mover', file: `${packages}/control/src/move-records.ts` },
  }
}

import {
  createKey,
  createTeam,
  deleteKey,
  labelTeam,
  limitTeam,
  listKeys,
  listTeams,
  renameKey,
} from '../app/team/team-commands.ts'
import type { TeamVerbs } from '../commands/team-commands.ts'
import { team } from './client-access.ts'
import { printed, view } from './console.ts'
import { admin } from './context.ts'
import { eitherApi } from './either-api.ts'

export const teamVerbs: TeamVerbs = {
  listTeams: async (format) => printed(await listTeams(await admin(), view(format))),
  createTeam: async (spec) => printed(await createTeam(await admin(), spec)),
  limitTeam: async (change, format) => printed(await limitTeam(await admin(), change, view(format))),
  labelTeam: async (slug, changes) => printed(await labelTeam(await admin(), slug, changes)),
  listKeys: async (format) => printed(await listKeys(await team(), view(format))),
  createKey: async (key) => printed(await createKey(eitherApi, key)),
  renameKey: async (keyId, name) => printed(await renameKey(await team(), keyId, name)),
  deleteKey: async (keyId) => printed(await deleteKey(await team(), keyId)),
}

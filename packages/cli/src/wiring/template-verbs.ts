import { buildFromDirectory } from '../app/template/build-from-directory.ts'
import { buildRecipes } from '../app/template/build-recipes.ts'
import {
  deleteTemplates,
  publishTemplate,
  renderTags,
  renderTemplateList,
} from '../app/template/template-verbs.ts'
import type { TemplateVerbs } from '../commands/template-commands.ts'
import { showText } from '../edge/terminal.ts'
import { access, team } from './client-access.ts'
import { paint, print, printError, printed, view } from './console.ts'
import { installation } from './context.ts'
import { expectRoot, stopOnSignals, stopping } from './signals.ts'

export const templateVerbs: TemplateVerbs = {
  listTemplates: async (format) => {
    return printed(await renderTemplateList(await team(), installation().recipes(), view(format)))
  },
  buildRecipe: async (alias, packages) => {
    expectRoot('cay template build')
    stopOnSignals({ outlivesReaders: true })
    const here = installation()
    const aliases = alias === undefined ? here.recipes() : [alias]
    const chosen = packages === undefined ? {} : { packages }
    const run = { aliases, ...chosen, onLine: print, onStarted: () => undefined }
    await buildRecipes(here, run, stopping.signal)
    return 0
  },
  buildTemplate: async (order) => {
    await buildFromDirectory(await access(), order, { output: process.stdout, paint, show: showText })
    return 0
  },
  deleteTemplates: async (names) => deleteTemplates(await team(), names, { print, printError }),
  setPublic: async (name, isPublic) => {
    const api = await team()
    if (isPublic) await publishTemplate(api, name, { printError })
    else await api.setPublic(name, false)
    return 0
  },
  listTags: async (name, format) => printed(await renderTags(await team(), name, view(format))),
  assignTags: async (target, tags) => {
    await (await team()).assignTags(target, tags)
    return 0
  },
  removeTags: async (name, tags) => {
    await (await team()).removeTags(name, tags)
    return 0
  },
}

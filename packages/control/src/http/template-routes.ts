/** Templates and snapshots. Decodes, calls, encodes; decides nothing. */
import { limits } from '@cay/contract/limits.ts'
import { deleteTemplate } from '../app/delete-template.ts'
import type { Deps } from '../app/deps.ts'
import { listSnapshots } from '../app/list-snapshots.ts'
import type { Routes } from './add-operation.ts'
import { renderPage } from './decode.ts'
import { renderSnapshot } from './render-snapshot.ts'

export function createTemplateRoutes(deps: Deps): Pick<Routes, 'listSnapshots' | 'deleteTemplate'> {
  return {
    listSnapshots: async ({ team, query }) => {
      const { limit = limits.listPageSizeDefault, ...wishes } = query
      const page = await listSnapshots(deps, team, { ...wishes, limit })
      return renderPage({ ...page, items: page.items.map(renderSnapshot) })
    },
    deleteTemplate: async ({ team, params }) => {
      await deleteTemplate(deps, team, params.templateID)
      return { status: 204 }
    },
  }
}

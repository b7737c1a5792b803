import { useState } from 'preact/hooks'
import { type Schema, take } from '../api/api.ts'
import { useAdminApi } from '../api/use-admin.ts'
import { Field, FormDialog, textOf } from '../parts/form.tsx'
import { notify } from '../parts/notices.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useLive } from '../use-live.ts'
import { ShownOnce } from './keys-view.tsx'

type Team = Schema<'AdminTeam'>

const everyMs = 5000
const limits = [
  { name: 'runningSandboxes', title: 'Running sandboxes' },
  { name: 'cpus', title: 'CPUs' },
  { name: 'memoryMB', title: 'Memory in MiB' },
  { name: 'diskMB', title: 'Disk in MiB' },
  { name: 'volumeMB', title: 'Volumes in MiB' },
] as const

export function TeamsView() {
  const admin = useAdminApi()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<string>()
  const [edited, setEdited] = useState<Team>()
  const live = useLive((signal) => take(admin.GET('/admin/teams', { signal })), { everyMs, key: '' })
  useShortcuts({ c: () => setCreating(true) })
  const create = async (values: FormData) => {
    const name = textOf(values, 'name')
    const body = { slug: textOf(values, 'slug'), ...(name === '' ? {} : { name }) }
    const { apiKey } = await take(admin.POST('/admin/teams', { body }))
    live.refresh()
    setCreating(false)
    setCreated(apiKey.key)
  }
  return (
    <>
      <PageHead title="Teams">
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create team
        </button>
      </PageHead>
      <Loaded live={live}>
        {(teams) => (
          <Table
            label="Teams"
            head={['Team', ...limits.map(({ title }) => title), 'Requests a minute', '']}
            items={teams}
            keyOf={({ teamID }) => teamID}
            row={(team) => [
              <span key="name" title={team.teamID}>
                {team.name} ({team.slug})
              </span>,
              ...limits.map(({ name }) => usageOf(team, name)),
              team.limits.requestsPerMinute ?? 'no limit',
              <button
                key="edit"
                type="button"
                aria-label={`Limits of ${team.slug}`}
                onClick={() => setEdited(team)}
              >
                Limits
              </button>,
            ]}
          />
        )}
      </Loaded>
      {isCreating ? (
        <FormDialog title="Create team" submit="Create" onSubmit={create} onClose={() => setCreating(false)}>
          <Field label="Slug" hint="Part of the names of its templates.">
            {(id) => <input id={id} name="slug" required spellcheck={false} />}
          </Field>
          <Field label="Name (optional)">{(id) => <input id={id} name="name" />}</Field>
        </FormDialog>
      ) : null}
      {edited === undefined ? null : (
        <LimitsDialog team={edited} onSaved={live.refresh} onClose={() => setEdited(undefined)} />
      )}
      {created === undefined ? null : <ShownOnce text={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

function usageOf(team: Team, name: (typeof limits)[number]['name']): string {
  const [used, limit] = [team.usage[name].toLocaleString('en'), team.limits[name]]
  return limit == null ? `${used}, no limit` : `${used} of ${limit.toLocaleString('en')}`
}

interface LimitsDialogProps {
  readonly team: Team
  readonly onSaved: () => void
  readonly onClose: () => void
}

function LimitsDialog({ team, onSaved, onClose }: LimitsDialogProps) {
  const admin = useAdminApi()
  const fields = [
    ...limits,
    { name: 'requestsPerMinute', title: 'Requests a minute, on each route' },
  ] as const
  const save = async (values: FormData) => {
    const body = Object.fromEntries(
      fields.map(({ name }) => [name, textOf(values, name) === '' ? null : Number(textOf(values, name))]),
    )
    const params = { path: { teamID: team.teamID } }
    await take(admin.PATCH('/admin/teams/{teamID}', { params, body }))
    notify('done', `Set the limits of ${team.slug}`)
    onSaved()
    onClose()
  }
  return (
    <FormDialog title={`Limits of ${team.slug}`} submit="Set" onSubmit={save} onClose={onClose}>
      {fields.map(({ name, title }) => (
        <Field key={name} label={title} hint="Empty: no limit.">
          {(id) => (
            <input id={id} name={name} type="number" min="0" defaultValue={String(team.limits[name] ?? '')} />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}

import { useState } from 'preact/hooks'
import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Action } from '../../parts/action.tsx'
import { Allowed } from '../../parts/allowed.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { goTo } from '../../routing.ts'
import { formatAgo } from '../../rules/format.ts'
import { parseList } from '../../rules/lists.ts'
import { hrefOf } from '../../rules/route.ts'
import { useLive } from '../../use-live.ts'

const everyMs = 3000

export function TemplateView({ id }: { readonly id: string }) {
  const api = useApi()
  const params = { path: { templateID: id } }
  const load = (signal: AbortSignal) => take(api.GET('/templates/{templateID}', { params, signal }))
  const live = useLive(load, { everyMs, key: id })
  const template = live.data
  const name = template?.aliases[0] ?? id
  const remove = async () => {
    await take(api.DELETE('/templates/{templateID}', { params }))
    notify('done', `Deleted ${name}`)
    goTo(hrefOf('templates'))
  }
  const publish = async () => {
    await take(
      api.PATCH('/v2/templates/{templateID}', { params, body: { public: template?.public !== true } }),
    )
    live.refresh()
  }
  const nowMs = Date.now()
  return (
    <>
      <PageHead title={name}>
        {template === undefined ? null : (
          <>
            <Action run={publish} needs="updateTemplate">
              {template.public ? 'Make private' : 'Make public'}
            </Action>
            <Action
              run={remove}
              needs="deleteTemplate"
              class="danger"
              confirm={`This deletes ${name} with all its builds.`}
            >
              Delete
            </Action>
          </>
        )}
      </PageHead>
      <Loaded live={live}>
        {({ builds }) => (
          <section>
            <h2>Builds</h2>
            <Table
              label="Builds"
              head={['Build', 'Status', 'Size', 'Started', 'Finished']}
              items={builds}
              keyOf={({ buildID }) => buildID}
              row={(build) => [
                <a key="build" href={hrefOf('templates', id, build.buildID)}>
                  <code>{build.buildID}</code>
                </a>,
                <Badge key="status" state={build.status} />,
                `${build.cpuCount} CPU, ${build.memoryMB} MiB`,
                formatAgo(build.createdAt, nowMs),
                build.finishedAt === undefined ? '' : formatAgo(build.finishedAt, nowMs),
              ]}
            />
          </section>
        )}
      </Loaded>
      <Tags id={id} />
    </>
  )
}

function Tags({ id }: { readonly id: string }) {
  const api = useApi()
  const [assigned, setAssigned] = useState<string>()
  const params = { path: { templateID: id } }
  const load = (signal: AbortSignal) => take(api.GET('/templates/{templateID}/tags', { params, signal }))
  const live = useLive(load, { everyMs, key: id })
  const remove = (tag: string) => async () => {
    await take(api.DELETE('/templates/tags', { body: { name: id, tags: [tag] } }))
    live.refresh()
  }
  const assign = async (values: FormData) => {
    const body = { target: `${id}:${assigned}`, tags: parseList(textOf(values, 'tags')) }
    await take(api.POST('/templates/tags', { body }))
    live.refresh()
    setAssigned(undefined)
  }
  return (
    <section class="section">
      <h2>Tags</h2>
      <Loaded live={live}>
        {(tags) =>
          tags.length === 0 ? (
            <Empty title="No tags" />
          ) : (
            <Table
              label="Tags"
              head={['Tag', 'Build', '']}
              items={tags}
              keyOf={({ tag }) => tag}
              row={({ tag, buildID }) => [
                tag,
                <a key="build" href={hrefOf('templates', id, buildID)}>
                  <code>{buildID}</code>
                </a>,
                <div key="actions" class="buttons">
                  <Allowed to="assignTags">
                    <button
                      type="button"
                      aria-label={`Add tags to the build of ${tag}`}
                      onClick={() => setAssigned(tag)}
                    >
                      Add tags
                    </button>
                  </Allowed>
                  <Action
                    run={remove(tag)}
                    needs="removeTags"
                    class="danger"
                    label={`Remove tag ${tag}`}
                    confirm={`This removes the tag ${tag}; its build stays.`}
                  >
                    Remove
                  </Action>
                </div>,
              ]}
            />
          )
        }
      </Loaded>
      {assigned === undefined ? null : (
        <FormDialog
          title={`Tags for the build of ${assigned}`}
          submit="Assign"
          onSubmit={assign}
          onClose={() => setAssigned(undefined)}
        >
          <Field label="Tags" hint="Parted by spaces. A tag that another build has moves to this one.">
            {(fieldId) => <input id={fieldId} name="tags" required spellcheck={false} />}
          </Field>
        </FormDialog>
      )}
    </section>
  )
}

import { takePage } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { readPages } from '../../api/pages.ts'
import { Badge } from '../../parts/badge.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { formatAgo } from '../../rules/format.ts'
import { hrefOf, type Route } from '../../rules/route.ts'
import { useLive } from '../../use-live.ts'
import { SnapshotTable } from '../snapshots/snapshot-table.tsx'
import { BuildView } from './build-view.tsx'
import { TemplateView } from './template-view.tsx'

const everyMs = 5000

export function TemplatesView({ route: { item, part } }: { readonly route: Route }) {
  if (item === undefined) return <TemplateList />
  return part === undefined ? (
    <TemplateView key={item} id={item} />
  ) : (
    <BuildView key={`${item} ${part}`} templateID={item} buildID={part} />
  )
}

function TemplateList() {
  const api = useApi()
  const load = (signal: AbortSignal) =>
    readPages((query) => takePage(api.GET('/v2/templates', { params: { query }, signal })))
  const live = useLive(load, { everyMs, key: '' })
  const nowMs = Date.now()
  return (
    <>
      <PageHead title="Templates" />
      <Loaded live={live}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty title="No templates of this team">
              <p>
                Build one with a client, or with <code>cay template build</code>. Templates that come with Cay
                are not listed.
              </p>
            </Empty>
          ) : (
            <Table
              label="Templates"
              head={['Template', 'Id', 'Newest build', 'Size', 'Sandboxes', 'Visible to', 'Changed']}
              items={templates}
              keyOf={({ templateID }) => templateID}
              row={(template) => [
                <a key="name" href={hrefOf('templates', template.templateID)}>
                  {template.aliases[0] ?? template.templateID}
                </a>,
                <code key="id">{template.templateID}</code>,
                <Badge key="status" state={template.buildStatus} />,
                `${template.cpuCount} CPU, ${template.memoryMB} MiB`,
                template.spawnCount,
                template.public ? 'everybody' : 'the team',
                formatAgo(template.updatedAt, nowMs),
              ]}
            />
          )
        }
      </Loaded>
      <Snapshots />
    </>
  )
}

function Snapshots() {
  const api = useApi()
  const load = (signal: AbortSignal) =>
    readPages((query) => takePage(api.GET('/snapshots', { params: { query }, signal })))
  const live = useLive(load, { everyMs, key: '' })
  return (
    <section class="section">
      <h2>Snapshots</h2>
      <Loaded live={live}>
        {(snapshots) =>
          snapshots.length === 0 ? (
            <Empty title="No snapshots of sandboxes" />
          ) : (
            <SnapshotTable snapshots={snapshots} onChanged={live.refresh} />
          )
        }
      </Loaded>
    </section>
  )
}

import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Action } from '../../parts/action.tsx'
import { Facts } from '../../parts/facts.tsx'
import { notify } from '../../parts/notices.tsx'
import { formatAgo, formatDuration } from '../../rules/format.ts'
import type { TabProps } from './tab.ts'

const moreMinutes = 30

export function OverviewTab({ sandbox, onChanged }: TabProps) {
  const api = useApi()
  const { sandboxID, alias, templateID, startedAt, endAt, state, domain, lifecycle, metadata = {} } = sandbox
  const nowMs = Date.now()
  const extend = async () => {
    const timeout = moreMinutes * 60
    const params = { path: { sandboxID } }
    await take(api.POST('/sandboxes/{sandboxID}/timeout', { params, body: { timeout } }))
    notify('done', `Ends in ${moreMinutes} minutes`)
    onChanged()
  }
  return (
    <>
      <Facts
        facts={[
          ['Template', alias === undefined ? templateID : `${alias} (${templateID})`],
          ['Started', `${startedAt} (${formatAgo(startedAt, nowMs)})`],
          [
            'Ends',
            state === 'running' ? `${endAt} (in ${formatDuration(Date.parse(endAt) - nowMs)})` : 'paused',
          ],
          ['At its end', lifecycle?.onTimeout === 'pause' ? 'is paused' : 'is killed'],
          ['Resumes on traffic', lifecycle?.autoResume === true ? 'yes' : 'no'],
          [
            'Size',
            `${sandbox.cpuCount} CPU, ${sandbox.memoryMB} MiB of memory, ${sandbox.diskSizeMB} MiB of disk`,
          ],
          [
            'URL of port 8000',
            domain == null
              ? 'none: the installation has no domain'
              : linkTo(`${location.protocol}//8000-${sandboxID}.${domain}`),
          ],
          ['Daemon', `envd ${sandbox.envdVersion}`],
          ...(sandbox.volumeMounts ?? []).map(({ name, path }) => [`Volume ${name}`, path] as const),
          ...Object.entries(metadata).map(([key, value]) => [`Metadata ${key}`, value] as const),
        ]}
      />
      {state === 'running' ? (
        <div class="section buttons">
          <Action run={extend} needs="setSandboxTimeout">
            End in {moreMinutes} minutes
          </Action>
        </div>
      ) : null}
    </>
  )
}

function linkTo(url: string) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )
}

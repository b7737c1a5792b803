import { useApi } from '../../api/context.ts'
import {
  forkSandbox,
  killSandbox,
  type ListedSandbox,
  pauseSandbox,
  resumeSandbox,
} from '../../api/sandboxes.ts'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { notify } from '../../parts/notices.tsx'
import type { Cell } from '../../parts/virtual-list.tsx'
import { formatAgo, formatBytes, formatDuration } from '../../rules/format.ts'
import { hrefOf } from '../../rules/route.ts'

export const sandboxColumns = [
  'Sandbox',
  'Template',
  'State',
  'Started',
  'Ends in',
  'Size',
  'Metadata',
  'Actions',
] as const

export function sandboxCells(sandbox: ListedSandbox, onChanged: () => void): readonly Cell[] {
  const { sandboxID, alias, templateID, state, startedAt, endAt, cpuCount, memoryMB, metadata = {} } = sandbox
  const nowMs = Date.now()
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`)
  const endsIn = state === 'running' ? formatDuration(Date.parse(endAt) - nowMs) : '–'
  return [
    { class: 'cell-id', content: <a href={hrefOf('sandboxes', sandboxID)}>{sandboxID}</a> },
    { content: alias ?? templateID },
    { content: <Badge state={state} /> },
    { class: 'cell-minor', title: startedAt, content: formatAgo(startedAt, nowMs) },
    { class: 'cell-minor', title: endAt, content: endsIn },
    { class: 'cell-minor', content: `${cpuCount} CPU, ${formatBytes(memoryMB * 1024 * 1024)}` },
    { class: 'cell-minor', title: pairs.join('\n'), content: pairs.join(' ') },
    { class: 'cell-actions', content: <SandboxActions sandbox={sandbox} onChanged={onChanged} /> },
  ]
}

type Acted = Pick<ListedSandbox, 'sandboxID' | 'state'>

interface SandboxActionsProps {
  readonly sandbox: Acted
  readonly onChanged: () => void
  readonly onKilled?: () => void
}

/** Each button is named with the sandbox: there are many of them on the page. */
export function SandboxActions({ sandbox: { sandboxID, state }, onChanged, onKilled }: SandboxActionsProps) {
  const api = useApi()
  const act = (verb: (id: string) => Promise<string>) => async () => {
    notify('done', await verb(sandboxID))
    onChanged()
  }
  const pause = act(async (id) => pauseSandbox(api, id).then(() => `Paused ${id}`))
  const resume = act(async (id) => resumeSandbox(api, id).then(() => `Resumed ${id}`))
  const fork = act(async (id) => forkSandbox(api, id).then((copy) => `Forked ${id} into ${copy}`))
  const kill = act(async (id) => killSandbox(api, id).then(() => `Killed ${id}`))
  const killed = async () => {
    await kill()
    onKilled?.()
  }
  // One button, which keeps the focus when the state has changed.
  const change =
    state === 'running'
      ? ({ run: pause, needs: 'pauseSandbox', children: 'Pause' } as const)
      : ({ run: resume, needs: 'connectSandboxV2', children: 'Resume' } as const)
  const question = `This ends ${sandboxID} for good, with its files.`
  return (
    <>
      <Action {...change} label={`${change.children} ${sandboxID}`} />
      {state === 'running' ? (
        <Action run={fork} needs="forkSandbox" label={`Fork ${sandboxID}`}>
          Fork
        </Action>
      ) : null}
      <Action run={killed} needs="killSandbox" class="danger" confirm={question} label={`Kill ${sandboxID}`}>
        Kill
      </Action>
    </>
  )
}

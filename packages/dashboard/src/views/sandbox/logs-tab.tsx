import { useEffect, useRef, useState } from 'preact/hooks'
import { useApi } from '../../api/context.ts'
import { followLog } from '../../api/logs.ts'
import { type LogLine, LogLines } from '../../parts/log-lines.tsx'
import { Outdated } from '../../parts/outdated.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import type { TabProps } from './tab.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]

export function LogsTab({ sandbox: { sandboxID } }: TabProps) {
  const [level, setLevel] = useState<Level>('debug')
  const [search, setSearch] = useState('')
  return (
    <>
      <div class="filters">
        <input
          type="search"
          placeholder="Text that occurs in the line"
          aria-label="Search the log"
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <select
          aria-label="Minimum level"
          onChange={({ currentTarget }) =>
            setLevel(levels.find((one) => one === currentTarget.value) ?? 'debug')
          }
        >
          {levels.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Followed key={`${level} ${search}`} sandboxID={sandboxID} level={level} search={search} />
    </>
  )
}

interface FollowedProps {
  readonly sandboxID: string
  readonly level: Level
  readonly search: string
}

function Followed(query: FollowedProps) {
  const api = useApi()
  const [lines, setLines] = useState<readonly LogLine[]>()
  const [error, setError] = useState<Error>()
  const asked = useRef(query)
  useEffect(() => {
    const left = new AbortController()
    void followLog(api, asked.current, {
      signal: left.signal,
      onLines: (all) => {
        setLines(all)
        setError(undefined)
      },
      onError: setError,
    })
    return () => left.abort()
  }, [api])
  if (lines === undefined) return error === undefined ? <Loading /> : <Failure error={error} />
  return (
    <>
      <Outdated error={error} />
      {lines.length === 0 ? (
        <Empty title="No lines yet">
          <p>Output of commands that clients start, and what programs log, is added here as it comes.</p>
        </Empty>
      ) : (
        <LogLines label="Log of the sandbox" lines={lines} />
      )}
    </>
  )
}

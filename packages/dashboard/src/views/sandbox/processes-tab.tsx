import type { ProcessInfo } from '@cay/contract/gen/process/process_pb.js'
import { Action } from '../../parts/action.tsx'
import { Empty, Failure, Loaded, Loading } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import type { Daemon } from '../../sandbox/daemon.ts'
import { useDaemon } from '../../sandbox/use-daemon.ts'
import { useLive } from '../../use-live.ts'
import type { TabProps } from './tab.ts'

const everyMs = 3000
/** Of the daemon's protocol. */
const signals = { terminate: 15, kill: 9 } as const

export function ProcessesTab({ sandbox }: TabProps) {
  const daemon = useDaemon(sandbox)
  if (daemon instanceof Error) return <Failure error={daemon} />
  return daemon === undefined ? <Loading /> : <Processes daemon={daemon} />
}

function Processes({ daemon }: { readonly daemon: Daemon }) {
  const live = useLive(async (signal) => (await daemon.processes.list({}, { signal })).processes, {
    everyMs,
    key: '',
  })
  const send = (pid: number, signal: number) => async () => {
    await daemon.processes.sendSignal({ process: { selector: { case: 'pid', value: pid } }, signal })
    live.refresh()
  }
  return (
    <Loaded live={live}>
      {(processes) =>
        processes.length === 0 ? (
          <Empty title="No processes">
            <p>Commands and terminals that clients have started are listed here.</p>
          </Empty>
        ) : (
          <Table
            label="Processes"
            head={['PID', 'Command', 'Directory', 'Tag', '']}
            items={processes}
            keyOf={({ pid }) => String(pid)}
            row={(process) => [
              process.pid,
              <code key="command">{commandOf(process)}</code>,
              process.config?.cwd ?? '',
              process.tag ?? '',
              <div key="actions" class="buttons">
                <Action run={send(process.pid, signals.terminate)} label={`Terminate process ${process.pid}`}>
                  Terminate
                </Action>
                <Action
                  run={send(process.pid, signals.kill)}
                  class="danger"
                  label={`Kill process ${process.pid}`}
                >
                  Kill
                </Action>
              </div>,
            ]}
          />
        )
      }
    </Loaded>
  )
}

function commandOf({ config }: ProcessInfo): string {
  return config === undefined ? '' : [config.cmd, ...config.args].join(' ')
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { Failure } from '../../parts/states.tsx'
import type { ShellState } from '../../sandbox/shell.ts'
import type { ShownTerminal } from '../../sandbox/terminal.ts'
import type { TabProps } from './tab.ts'

export function TerminalTab({ sandbox }: TabProps) {
  const box = useRef<HTMLDivElement>(null)
  const [terminal, setTerminal] = useState<ShownTerminal>()
  const [state, setState] = useState<ShellState>({ kind: 'connecting' })
  const [error, setError] = useState<Error>()
  useEffect(() => {
    const left = new AbortController()
    show(sandbox, box, left.signal, setState).then(setTerminal, (failure: unknown) => {
      if (!left.signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)))
    })
    return () => left.abort()
    // The terminal stays with its sandbox, whatever else changes about it.
  }, [sandbox.sandboxID])
  if (error !== undefined) return <Failure error={error} />
  return (
    <section aria-label="Terminal">
      <div class="terminal-state" role="status">
        {describe(state)}
        {state.kind === 'ended' || state.kind === 'away' ? (
          <button type="button" onClick={() => terminal?.restart()}>
            {state.kind === 'ended' ? 'New shell' : 'Connect'}
          </button>
        ) : null}
      </div>
      <div class="terminal-place" ref={box} />
    </section>
  )
}

/** Its code is loaded when the first terminal is shown. */
async function show(
  sandbox: TabProps['sandbox'],
  box: { readonly current: HTMLDivElement | null },
  signal: AbortSignal,
  onState: (state: ShellState) => void,
): Promise<ShownTerminal | undefined> {
  const { terminalOf } = await import('../../sandbox/terminal.ts')
  if (signal.aborted || box.current === null) return undefined
  const terminal = terminalOf(sandbox)
  terminal.show(box.current)
  terminal.focus()
  const unfollow = terminal.follow(onState)
  signal.addEventListener('abort', () => {
    unfollow()
    terminal.hide()
  })
  return terminal
}

function describe(state: ShellState): string {
  if (state.kind === 'connecting') return 'Connecting…'
  if (state.kind === 'open') return state.isSame ? 'Connected again to the same shell.' : 'Connected.'
  return state.kind === 'lost' ? `Connection lost, connecting again: ${state.message}` : state.message
}

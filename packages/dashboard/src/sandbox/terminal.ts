/**
 * The terminals of this page, one for each sandbox: they stay when another part of the sandbox is shown, until their shell or
 * the sandbox is gone, or whoever is signed in.
 */
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import type { Schema } from '../api/api.ts'
import { followOwner } from '../session.ts'
import { allowComputedStyles } from './computed-styles.ts'
import { connectDaemon } from './daemon.ts'
import { openShell, type Shell, type ShellState } from './shell.ts'

export interface ShownTerminal {
  /** Into an element that is on the page. */
  show(parent: HTMLElement): void
  hide(): void
  focus(): void
  /** Gets the present state at once. */
  follow(onState: (state: ShellState) => void): () => void
  /** Another shell, after the end of the last one. */
  restart(): void
}

const scrollbackLines = 5000
allowComputedStyles()

interface KeptTerminal extends ShownTerminal {
  dispose(): void
}

const kept = new Map<string, KeptTerminal>()
followOwner(() => {
  for (const terminal of [...kept.values()]) terminal.dispose()
})

export function terminalOf(sandbox: Schema<'SandboxDetail'>): ShownTerminal {
  const found = kept.get(sandbox.sandboxID)
  if (found !== undefined) return found
  const made = makeTerminal(sandbox)
  kept.set(sandbox.sandboxID, made)
  return made
}

function makeTerminal(sandbox: Schema<'SandboxDetail'>): KeptTerminal {
  const terminal = new Terminal({
    fontFamily: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    fontSize: 13,
    scrollback: scrollbackLines,
    cursorBlink: true,
    screenReaderMode: true,
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  const element = document.createElement('div')
  element.className = 'terminal-box'
  let state: ShellState = { kind: 'connecting' }
  let isOpen = false
  let isShown = false
  const followers = new Set<(state: ShellState) => void>()
  let shell: Shell | undefined
  /** Pieces of earlier output that are still being drawn. */
  let replaying = 0
  const start = () => {
    shell?.close()
    shell = openShell({
      daemon: connectDaemon(sandbox),
      tag: tagOf(sandbox.sandboxID),
      size: () => ({ cols: terminal.cols, rows: terminal.rows }),
      onOutput: (bytes, isReplay) => {
        if (isReplay) replaying += 1
        terminal.write(bytes, isReplay ? () => (replaying -= 1) : undefined)
      },
      onReplay: () => terminal.reset(),
      onState: (next) => {
        state = next
        for (const onState of followers) onState(next)
        disposeIfOver()
      },
    })
  }
  const encoder = new TextEncoder()
  const type = (bytes: Uint8Array) => {
    // Programs ask terminals who they are: questions of earlier output had their answers.
    if (replaying === 0) shell?.type(bytes)
  }
  terminal.onData((text) => type(encoder.encode(text)))
  terminal.onBinary((text) => type(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  terminal.onResize((size) => shell?.resize(size))
  const resized = new ResizeObserver(() => element.isConnected && fit.fit())
  const dispose = () => {
    kept.delete(sandbox.sandboxID)
    shell?.close()
    resized.disconnect()
    element.remove()
    terminal.dispose()
  }
  /** Its lines would be kept for good: who comes back gets another terminal, with the latest output of a shell that is there. */
  const disposeIfOver = () => {
    if (!isShown && (state.kind === 'away' || state.kind === 'ended')) dispose()
  }
  return {
    show(parent) {
      isShown = true
      parent.append(element)
      if (!isOpen) terminal.open(element)
      fit.fit()
      if (!isOpen || state.kind === 'away') start()
      isOpen = true
      resized.observe(element)
    },
    hide() {
      resized.disconnect()
      element.remove()
      isShown = false
      disposeIfOver()
    },
    dispose,
    focus: () => terminal.focus(),
    follow(onState) {
      followers.add(onState)
      onState(state)
      return () => followers.delete(onState)
    },
    restart() {
      terminal.reset()
      start()
    },
  }
}

/** The same after a reload of the page, another one in another tab. */
function tagOf(sandboxID: string): string {
  const key = `cay-shell-${sandboxID}`
  const tag = sessionStorage.getItem(key) ?? `dashboard-${Math.random().toString(36).slice(2)}`
  sessionStorage.setItem(key, tag)
  return tag
}

import type { Sandbox } from 'e2b'
import type { Page } from 'playwright-core'
import type { Measured } from '../measured.ts'
import { median, percentile } from '../statistics.ts'
import type { DashboardMeasurement } from './dashboard-measurement.ts'
import { apiUrl, openSignedIn } from './signed-in-page.ts'

const keys = 100
const unmeasuredKeys = 10
const pauseMs = 40
/** Milliseconds that only a terminal reaches that echoes nothing. */
const echoTimeoutMs = 30_000
const echoMsMax = 30

export async function measureEcho(
  { browser, sandboxId, signal }: DashboardMeasurement,
  sandbox: Sandbox,
): Promise<Measured> {
  const floor = await echoesOfClient(sandbox)
  signal.throwIfAborted()
  const page = await openSignedIn(browser)
  try {
    await page.goto(`${apiUrl()}/#/sandboxes/${sandboxId}/terminal`)
    await page.getByText('Connected.').waitFor()
    await page.locator('.xterm-rows').getByText('$').first().waitFor()
    const echoes = await echoesOfPage(page)
    const samples = echoes.map(({ paintedMs }) => paintedMs)
    return {
      figures: [{ name: 'dashboard: a key to its letter', samples, floor }],
      readings: [
        {
          name: 'dashboard: a key to its letter, p50',
          value: median(samples),
          unit: 'ms',
          valueMax: echoMsMax,
        },
        { name: 'dashboard: a key to its letter, p90', value: percentile(samples, 90), unit: 'ms' },
        {
          name: '  to the frame after it, p50',
          value: median(echoes.map(({ nextFrameMs }) => nextFrameMs)),
          unit: 'ms',
        },
      ],
      notes: [],
    }
  } finally {
    await page.context().close()
  }
}

interface Echo {
  /** From the event of the key until the frame with its letter is painted. */
  readonly paintedMs: number
  /** Until the frame after it: by then the letter is on any screen. */
  readonly nextFrameMs: number
}

async function echoesOfPage(page: Page): Promise<readonly Echo[]> {
  await page.evaluate(watchEchoes)
  for (let key = -unmeasuredKeys; key < keys; key++) {
    await page.keyboard.press(letterOf(key))
    await untilEchoed(page, key + unmeasuredKeys + 1)
  }
  return (await page.evaluate<Echo[]>('echoes')).slice(unmeasuredKeys)
}

/** Throws when nothing comes. */
async function untilEchoed(page: Page, count: number): Promise<void> {
  const endMs = performance.now() + echoTimeoutMs
  while ((await page.evaluate<number>('echoes.length')) < count) {
    if (performance.now() > endMs) throw new Error('the terminal echoes nothing')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * Runs in the page, as text because types of browsers are not those of tests. The rows of the terminal are elements, whose text
 * changes when they are drawn, in the middle of a frame; a message that is sent then arrives when it is painted. There is one key at
 * a time.
 */
const watchEchoes = `(() => {
  const rows = document.querySelector('.xterm-rows')
  const countLetters = () => rows.textContent.replaceAll(/[^a-z]/g, '').length
  let letters = countLetters()
  let pressedMs
  globalThis.echoes = []
  document.addEventListener('keydown', () => (pressedMs = performance.now()), { capture: true })
  const observer = new MutationObserver(() => {
    const present = countLetters()
    if (pressedMs === undefined || present <= letters) return
    letters = present
    const begunMs = pressedMs
    pressedMs = undefined
    const { port1, port2 } = new MessageChannel()
    const painted = new Promise((resolve) => {
      port1.onmessage = () => resolve(performance.now() - begunMs)
    })
    port2.postMessage(undefined)
    requestAnimationFrame(async () => {
      const nextFrameMs = performance.now() - begunMs
      echoes.push({ paintedMs: await painted, nextFrameMs })
    })
  })
  observer.observe(rows, { childList: true, subtree: true, characterData: true })
})()`

/** The same letters into a terminal of the client. */
async function echoesOfClient(sandbox: Sandbox): Promise<number[]> {
  let onLetter: () => void = () => undefined
  const terminal = await sandbox.pty.create({ cols: 80, rows: 24, onData: () => onLetter(), timeoutMs: 0 })
  const samples: number[] = []
  // The prompt comes first.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  for (let key = -unmeasuredKeys; key < keys; key++) {
    const drawn = Promise.withResolvers<void>()
    onLetter = drawn.resolve
    const startedMs = performance.now()
    await sandbox.pty.sendInput(terminal.pid, new TextEncoder().encode(letterOf(key)))
    await drawn.promise
    if (key >= 0) samples.push(performance.now() - startedMs)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await terminal.kill()
  return samples
}

const letterOf = (key: number) => String.fromCharCode(97 + ((key + 26) % 26))

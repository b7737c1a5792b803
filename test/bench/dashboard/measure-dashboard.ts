/** How fast the dashboard is in a browser: its first view, a long list, and the echo of a terminal. */
import { Sandbox } from 'e2b'
import { startBrowser, whyNoBrowser } from '../../support/chromium.ts'
import { joined, type Measured, type Measurement } from '../measured.ts'
import { withInstallation } from '../own-installation.ts'
import { measureEcho } from './measure-echo.ts'
import { measureFirstView } from './measure-first-view.ts'
import { measureScroll } from './measure-scroll.ts'

export async function measureDashboard({ signal, tell }: Measurement): Promise<Measured> {
  if (whyNoBrowser !== undefined)
    return { figures: [], readings: [], notes: [`dashboard: left out, ${whyNoBrowser}`] }
  return await withInstallation({}, async () => {
    const browser = await startBrowser()
    const sandbox = await Sandbox.create({ timeoutMs: 600_000 })
    try {
      const given = { browser, sandboxId: sandbox.sandboxId, signal }
      tell('      dashboard: from the address to the list, in a browser without a cache')
      const firstView = await measureFirstView(given)
      tell('      dashboard: 1,000 sandboxes scroll, and a page with nothing on it')
      const scroll = await measureScroll(given)
      tell('      dashboard: keys in a terminal, and the same by the client')
      return joined([firstView, scroll, await measureEcho(given, sandbox)])
    } finally {
      await sandbox.kill()
      await browser.close()
    }
  })
}

export const insideDashboardFigures = `the first view: the page, its script and style, a request for who the caller is and one for the sandboxes; ready when the row of
a sandbox is there. The floor is a request for the same bytes without a browser.
scrolling: gaps between frames while the list moves by 60 pixels in each of 300 frames, with the list loaded again each 3 s. The floor is
an empty page that draws the same number of frames.
a key to its letter: from the event of the key in the page until the frame with its letter is painted (a screen of 60 Hz shows it up to 17 ms
later, which the reading of the frame after it includes); the keys are sent by the browser's own debugging protocol. The floor is the same terminal by the official client, without a screen: a request with the key, and the letter
in the stream of the output.`

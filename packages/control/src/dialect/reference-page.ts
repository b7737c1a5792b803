/** The page of the API for people: Scalar's reference, served by ourselves and told to ask nobody else for anything. */

/** Below the page's own path. */
export const referencePaths = { script: 'reference.js', start: 'start.js' } as const

/**
 * What a browser may do for the page: run the two scripts, ask this service, and nothing of anybody else. Scalar puts its
 * style into the page, and pictures and fonts into its style.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function renderReferencePage(title: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title></head><body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The description of the API as JSON: <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/${referencePaths.script}"></script><script src="docs/${referencePaths.start}"></script>
</body></html>
`
}

/** Calls go to where the page came from, and a key that somebody enters stays in the page. */
export const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: 'openapi.json',
  authentication: { preferredSecurityScheme: 'ApiKey' },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenAllTags: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
})})
`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(value: string): string {
  return value.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
}

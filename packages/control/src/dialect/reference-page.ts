/**
 * The API reference for browsers: Scalar's page, served from here and configured to load nothing from other origins.
 */

/** Paths relative to the page. */
export const referencePaths = { script: 'reference.js', start: 'start.js' } as const

/**
 * Content-Security-Policy of the page: it may run its two scripts and call this service only. Inline styles and data
 * URLs are allowed because Scalar injects its style, pictures and fonts.
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

/** Requests go to the page's own origin, and an API key that is entered stays in the page. */
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

export interface RefusalPage {
  readonly title: string
  readonly detail: string
  /** The sandbox ID or path; untrusted text. */
  readonly about: string
}

/** Renders a page without external resources; it starts with `<html` because clients look for that. */
export function renderPage({ title, detail, about }: RefusalPage): string {
  return `<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem; color: #222 }
code { background: #eee; padding: .1rem .3rem; border-radius: .2rem; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } code { background: #333 } }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><code>${escapeHtml(about)}</code></p>
</body>
</html>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

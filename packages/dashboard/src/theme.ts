/** Light or dark, as the system says or as somebody chose. */
import { createStore } from './store.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'cay-theme'

export const theme = createStore<Theme>(
  themes.find((name) => name === localStorage.getItem(storageKey)) ?? 'system',
)

/** Now and whenever somebody chooses another one. Whoever draws by hand follows the theme after this. */
export function followTheme(): void {
  applyTheme()
  theme.follow(applyTheme)
}

function applyTheme(): void {
  document.documentElement.dataset.theme = theme.get()
}

export function nextTheme(): void {
  const next = themes[(themes.indexOf(theme.get()) + 1) % themes.length] ?? 'system'
  localStorage.setItem(storageKey, next)
  theme.set(next)
}

/** What is around each view: the navigation, the state of the connection, and keyboard shortcuts. */
import { useEffect, useState } from 'preact/hooks'
import { useConnections } from './api/context.ts'
import { connection } from './connection.ts'
import { Help } from './help.tsx'
import { goTo, useRoute } from './routing.ts'
import { hrefOf, type Route } from './rules/route.ts'
import { signOut } from './session.ts'
import { useShortcuts } from './shortcuts.ts'
import { useStore } from './store.ts'
import { nextTheme, theme } from './theme.ts'
import { type View, views } from './views.ts'

export function Frame() {
  const route = useRoute()
  const { admin } = useConnections()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const visible = views.filter(({ isAdmin }) => isAdmin !== true || admin !== undefined)
  const view = visible.find(({ name }) => name === route.view) ?? visible[0]
  useShortcuts({
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(visible.map(({ name, key }) => [`g ${key}`, () => goTo(hrefOf(name))])),
  })
  useEffect(() => {
    document.title =
      view === undefined ? 'Cay' : `${[route.item, view.title].filter(Boolean).join(' · ')} · Cay`
  }, [view, route.item])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={focusMain}>
        Skip to content
      </button>
      <header class="side">
        <a class="brand" href={hrefOf('sandboxes')}>
          Cay
        </a>
        <Navigation views={visible} current={view} />
        <div class="side-end">
          <ThemeButton />
          <button type="button" class="quiet" onClick={() => setHelpOpen(true)}>
            Shortcuts <kbd>?</kbd>
          </button>
          <button type="button" class="quiet" onClick={() => signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <ConnectionState />
        {view === undefined ? null : <Shown view={view} route={route} />}
      </main>
      {isHelpOpen ? <Help views={visible} onClose={() => setHelpOpen(false)} /> : null}
    </div>
  )
}

/** Another view begins anew, another place of the same one does not. */
function Shown({ view, route }: { readonly view: View; readonly route: Route }) {
  const { Component } = view
  return <Component key={view.name} route={route} />
}

function Navigation({
  views,
  current,
}: {
  readonly views: readonly View[]
  readonly current: View | undefined
}) {
  return (
    <nav aria-label="Views">
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <a href={hrefOf(view.name)} {...(view === current ? { 'aria-current': 'page' } : {})}>
              {view.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ThemeButton() {
  const current = useStore(theme)
  return (
    <button type="button" class="quiet" onClick={nextTheme}>
      Theme: {current}
    </button>
  )
}

function ConnectionState() {
  const state = useStore(connection)
  return (
    <div role="status">
      {state === 'away' ? (
        <p class="banner">Cay does not respond. What is shown may be old; the page goes on by itself.</p>
      ) : null}
    </div>
  )
}

/** A link to it would change the route. */
function focusMain(): void {
  document.getElementById('main')?.focus()
}

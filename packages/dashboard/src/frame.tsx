/** What is around each view: the navigation, the state of the connection, and keyboard shortcuts. */
import { useEffect, useState } from 'preact/hooks'
import { take } from './api/api.ts'
import { CallerContext, useApi, useConnections, useMay } from './api/context.ts'
import { Help } from './help.tsx'
import { Action } from './parts/action.tsx'
import { ConnectionState } from './parts/outdated.tsx'
import { goTo, useRoute } from './routing.ts'
import { hrefOf, type Route } from './rules/route.ts'
import { drafts } from './sandbox/drafts.ts'
import { type Session, signOut } from './session.ts'
import { useShortcuts } from './shortcuts.ts'
import { useStore } from './store.ts'
import { nextTheme, theme } from './theme.ts'
import { useLive } from './use-live.ts'
import { type View, views } from './views.ts'
import { Who } from './who.tsx'

/** Roles of users change at their provider, and scopes do not; a revoked credential shows as well. */
const callerEveryMs = 60_000

export function Frame({ opened }: { readonly opened: Session }) {
  const api = useApi()
  const live = useLive((signal) => take(api.GET('/auth/caller', { signal })), {
    everyMs: callerEveryMs,
    key: '',
  })
  return (
    <CallerContext.Provider value={live.data ?? opened.caller}>
      <Views opened={opened} />
    </CallerContext.Provider>
  )
}

function Views({ opened }: { readonly opened: Session }) {
  const route = useRoute()
  const { admin } = useConnections()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const may = useMay()
  const visible = views
    .filter(({ isAdmin }) => isAdmin !== true || admin !== undefined)
    .filter(({ needs }) => needs === undefined || may(needs))
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
          <Who opened={opened} />
          <ThemeButton />
          <button type="button" class="quiet" onClick={() => setHelpOpen(true)}>
            Shortcuts <kbd>?</kbd>
          </button>
          <SignOutButton />
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

function SignOutButton() {
  const hasDrafts = useStore(drafts).size > 0
  return (
    <Action
      class="quiet"
      run={async () => signOut()}
      {...(hasDrafts ? { confirm: 'A text that was changed and not saved is lost.' } : {})}
    >
      Sign out
    </Action>
  )
}

/** A link to it would change the route. */
function focusMain(): void {
  document.getElementById('main')?.focus()
}

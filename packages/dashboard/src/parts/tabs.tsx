export interface TabLink {
  readonly title: string
  readonly href: string
  readonly isCurrent: boolean
}

/** Links, because each part has a place of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ title, href, isCurrent }) => (
        <a key={href} href={href} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
          {title}
        </a>
      ))}
    </nav>
  )
}

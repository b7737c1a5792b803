import type { ComponentChildren } from 'preact'

export interface PageHeadProps {
  readonly title: ComponentChildren
  readonly children?: ComponentChildren
}

export function PageHead({ title, children }: PageHeadProps) {
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <div class="buttons">{children}</div>
    </div>
  )
}

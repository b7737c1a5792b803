import { Dialog } from './parts/dialog.tsx'
import type { View } from './views.ts'

const everywhere = [
  ['?', 'Shows this'],
  ['/', 'Moves to the filter'],
  ['c', 'Creates, where something can be created'],
  ['Esc', 'Closes a dialog'],
] as const

export function Help({ views, onClose }: { readonly views: readonly View[]; readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <table class="plain">
        <tbody>
          {everywhere.map(([key, what]) => (
            <Shortcut key={key} keys={[key]} what={what} />
          ))}
          {views.map(({ name, key, title }) => (
            <Shortcut key={name} keys={['g', key]} what={`Shows ${title.toLowerCase()}`} />
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

function Shortcut({ keys, what }: { readonly keys: readonly string[]; readonly what: string }) {
  return (
    <tr>
      <th scope="row">
        {keys.map((key, index) => (
          <>
            {index > 0 ? ' ' : ''}
            <kbd key={key}>{key}</kbd>
          </>
        ))}
      </th>
      <td>{what}</td>
    </tr>
  )
}

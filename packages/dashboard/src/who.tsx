/** The team that is shown, who is signed in, and how far they may go. */
import { take } from './api/api.ts'
import { connect } from './api/connect.ts'
import { useCaller, useConnections } from './api/context.ts'
import { perform } from './parts/action.tsx'
import { useBusy } from './parts/busy.ts'
import { notify } from './parts/notices.tsx'
import { drafts } from './sandbox/drafts.ts'
import { type Session, signIn } from './session.ts'

export function Who({ opened }: { readonly opened: Session }) {
  const { team, teams, userName, scope } = useCaller()
  const { credential } = useConnections()
  const { start, attributes } = useBusy()
  const show = async (teamID: string) => {
    const chosen = { ...opened, credential: credential(), teamID }
    const connections = connect(chosen)
    const caller = await take(connections.team.GET('/auth/caller'))
    // The token may have been renewed meanwhile.
    signIn({ ...chosen, caller, credential: connections.credential() })
  }
  const choose = (select: HTMLSelectElement) =>
    start(async () => {
      if (drafts.get().size > 0) {
        select.value = team.teamID
        return notify('error', 'A text that was changed is not saved: save or discard it first.')
      }
      // What is shown is of the team that was shown before.
      if (!(await perform(() => show(select.value)))) select.value = team.teamID
    })
  const isLimited = scope !== 'full' && scope !== 'admin'
  return (
    <div class="who">
      {teams.length > 1 ? (
        <select
          aria-label="Team"
          value={team.teamID}
          {...attributes}
          onChange={({ currentTarget }) => void choose(currentTarget)}
        >
          {teams.map(({ teamID, name }) => (
            <option key={teamID} value={teamID}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <b>{team.name}</b>
      )}
      {userName === null ? null : <span title={userName}>{userName}</span>}
      {isLimited ? <span class="badge calm">{scope}</span> : null}
    </div>
  )
}

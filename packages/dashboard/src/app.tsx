import { useMemo } from 'preact/hooks'
import { connectAsAdmin, connectAsTeam } from './api/api.ts'
import { ConnectionsContext } from './api/context.ts'
import { Frame } from './frame.tsx'
import { Notices } from './parts/notices.tsx'
import { session } from './session.ts'
import { useStore } from './store.ts'
import { SignIn } from './views/sign-in.tsx'

export function App() {
  const opened = useStore(session)
  const connections = useMemo(() => {
    if (opened === undefined) return undefined
    const { adminToken } = opened
    return {
      team: connectAsTeam(opened),
      ...(adminToken === undefined ? {} : { admin: connectAsAdmin(adminToken) }),
    }
  }, [opened])
  return (
    <>
      {connections === undefined ? (
        <SignIn />
      ) : (
        <ConnectionsContext.Provider value={connections}>
          <Frame />
        </ConnectionsContext.Provider>
      )}
      <Notices />
    </>
  )
}

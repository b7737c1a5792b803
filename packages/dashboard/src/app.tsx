import { useMemo } from 'preact/hooks'
import { connect } from './api/connect.ts'
import { ConnectionsContext } from './api/context.ts'
import { Frame } from './frame.tsx'
import { Notices } from './parts/notices.tsx'
import { session } from './session.ts'
import { SignIn } from './sign-in/sign-in.tsx'
import { useStore } from './store.ts'

export function App() {
  const opened = useStore(session)
  const connections = useMemo(() => (opened === undefined ? undefined : connect(opened)), [opened])
  return (
    <>
      {opened === undefined || connections === undefined ? (
        <SignIn />
      ) : (
        <ConnectionsContext.Provider value={connections}>
          <Frame key={opened.teamID} opened={opened} />
        </ConnectionsContext.Provider>
      )}
      <Notices />
    </>
  )
}

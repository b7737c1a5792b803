import { useEffect, useState } from 'preact/hooks'
import { type FollowedBuild, followBuild } from '../../api/builds.ts'
import { useApi } from '../../api/context.ts'
import { Badge } from '../../parts/badge.tsx'
import { LogLines } from '../../parts/log-lines.tsx'
import { Outdated } from '../../parts/outdated.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Failure, Loading } from '../../parts/states.tsx'
import { hrefOf } from '../../rules/route.ts'

interface BuildViewProps {
  readonly templateID: string
  readonly buildID: string
}

export function BuildView({ templateID, buildID }: BuildViewProps) {
  const api = useApi()
  const [build, setBuild] = useState<FollowedBuild>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    const left = new AbortController()
    const onChange = (next: FollowedBuild) => {
      setBuild(next)
      setError(undefined)
    }
    void followBuild(api, { templateID, buildID }, { signal: left.signal, onChange, onError: setError })
    return () => left.abort()
  }, [api, templateID, buildID])
  return (
    <>
      <PageHead
        title={
          <>
            Build <span class="mono">{buildID}</span>{' '}
            {build === undefined ? null : <Badge state={build.status} />}
          </>
        }
      >
        <a class="button" href={hrefOf('templates', templateID)}>
          Template
        </a>
      </PageHead>
      {build?.failure === undefined ? null : <p class="form-error">{build.failure}</p>}
      {build === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <Failure error={error} />
        )
      ) : (
        <>
          <Outdated error={error} />
          <LogLines label="Log of the build" lines={build.lines} />
        </>
      )}
    </>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { type FollowedBuild, followBuild } from '../../api/builds.ts'
import { useApi } from '../../api/context.ts'
import { Badge } from '../../parts/badge.tsx'
import { LogLines } from '../../parts/log-lines.tsx'
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
    void followBuild(
      api,
      { templateID, buildID },
      { signal: left.signal, onChange: setBuild, onError: setError },
    )
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
        <LogLines label="Log of the build" lines={build.lines} />
      )}
    </>
  )
}

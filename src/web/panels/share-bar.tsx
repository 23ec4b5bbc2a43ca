// Taking the plan along: its address, and the route as a GPX file from the service.

import { useSignal } from '@preact/signals'
import { ask, type Failure, toFailure } from '../ask.ts'
import { RouteGpxDocument } from '../documents/generated/graphql.ts'
import { saveFile } from '../save-file.ts'
import { toRouteInput } from '../plan.ts'
import { t } from '../say.ts'
import { announce, plan } from '../session.ts'
import { FailureNote } from './failure-note.tsx'

export function ShareBar() {
  return (
    <div class="row">
      <ShareButton />
      <GpxButton />
    </div>
  )
}

export function ShareButton() {
  const said = useSignal<string | null>(null)
  const share = async () => {
    const done = await navigator.clipboard.writeText(location.href).then(
      () => t('share.done'),
      () => t('share.failed', { address: location.href }),
    )
    said.value = done
    announce(done)
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        {t('share.copy')}
      </button>
      {said.value !== null && <span class="hint said">{said.value}</span>}
    </>
  )
}

function GpxButton() {
  const failure = useSignal<Failure | null>(null)
  const busy = useSignal(false)
  const download = async () => {
    const input = toRouteInput(plan.peek())
    if (input === null || busy.peek()) return
    busy.value = true
    failure.value = null
    try {
      const { data } = await ask(RouteGpxDocument, { input })
      saveFile('waypost-route.gpx', data.route!.gpx)
      announce(t('gpx.done'))
    } catch (thrown) {
      failure.value = toFailure(thrown)
    }
    busy.value = false
  }
  return (
    <>
      <button type="button" aria-busy={busy.value} onClick={() => void download()}>
        {t('gpx.download')}
      </button>
      {failure.value !== null && (
        <FailureNote failure={failure.value} title={t('gpx.failed')} onRetry={() => void download()} />
      )}
    </>
  )
}

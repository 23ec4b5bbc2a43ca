// Taking the plan along: its address, and the route as a GPX file.

import { useSignal } from '@preact/signals'
import { saveFile } from '../save-file.ts'
import { t } from '../say.ts'
import { announce, lines } from '../session.ts'
import { toGpx } from '../to-gpx.ts'

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

/** Made here, of the line that is shown: the route is not computed again for it. */
function GpxButton() {
  const line = lines.route.value
  if (line === null) return null
  return (
    <button
      type="button"
      onClick={() => {
        saveFile('waypost-route.gpx', toGpx(line, t('route.found')))
        announce(t('gpx.done'))
      }}
    >
      {t('gpx.download')}
    </button>
  )
}

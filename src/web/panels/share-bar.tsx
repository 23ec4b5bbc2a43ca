// A link to the plan.

import { useSignal } from '@preact/signals'
import { sharedLink } from '../state/shared-link.ts'
import { t } from '../i18n/t.ts'
import { announce } from '../plan/session.ts'

export function ShareButton() {
  const said = useSignal<string | null>(null)
  const share = async () => {
    const link = sharedLink()
    const done = await navigator.clipboard.writeText(link).then(
      () => t('share.done'),
      () => t('share.failed'),
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

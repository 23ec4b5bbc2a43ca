// The keys of the page, under `?`.

import { useEffect, useRef } from 'preact/hooks'
import { areKeysOn, areKeysShown, listKeys, switchKeys } from '../state/shortcuts.ts'
import { t } from '../i18n/t.ts'

export function KeysCard() {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  const close = () => (areKeysShown.value = false)
  return (
    <dialog class="keys-card" ref={box} aria-label={t('keys.title')} onClose={close}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={close}>
        ×
      </button>
      <h2>{t('keys.title')}</h2>
      <dl>
        {[...listKeys(), { key: '?', words: t('keys.title') }].map(({ key, words }) => (
          <div key={key}>
            <dt>
              <kbd>{key.replace('Control', 'Ctrl')}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={areKeysOn.value}
          onChange={(event) => switchKeys(event.currentTarget.checked)}
        />
        {t('keys.use')}
      </label>
    </dialog>
  )
}

// What the colours of the line on the map mean, and the switch between surface, grade and steepness. On a phone it is
// folded to the colours in use, since it would hide the line.

import { useSignal } from '@preact/signals'
import { kindLengths, kindPieces } from '../map/line-features.ts'
import { isPhone } from '../i18n/preferences.ts'
import { COLOURINGS } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { changePlan, plan, shown } from '../plan/session.ts'
import { AssumedEntry, KindSwatch } from './line-marks.tsx'

export function MapLegend() {
  const isOpen = useSignal(false)
  const line = shown.value
  if (line === null || line.plainColour !== null) return null
  const { colouring } = plan.value
  const pieces = kindPieces(line, colouring)
  const kinds = kindLengths(pieces).map(({ kind }) => kind)
  const name = t(`legend.${colouring}`)
  return (
    <div class="map-legend" role="group" aria-label={t('legend.label')}>
      {isPhone.value && (
        <button
          type="button"
          class="quiet fold"
          aria-expanded={isOpen.value}
          aria-label={t('legend.more', { kind: name })}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {!isOpen.value && kinds.slice(0, 4).map((kind) => <KindSwatch key={kind} kind={kind} />)}
          <b>{name}</b> <span aria-hidden="true">{isOpen.value ? '▴' : '▾'}</span>
        </button>
      )}
      {(!isPhone.value || isOpen.value) && (
        <>
          <div class="choice small" role="radiogroup" aria-label={t('legend.label')}>
            {COLOURINGS.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="colouring"
                  checked={colouring === one}
                  onChange={() => changePlan((old) => ({ ...old, colouring: one }), { undoable: false })}
                />
                <span>{t(`legend.${one}`)}</span>
              </label>
            ))}
          </div>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>
                <KindSwatch kind={kind} />
                {t(`line.${kind}`)}
              </li>
            ))}
            <AssumedEntry pieces={pieces} />
          </ul>
        </>
      )}
    </div>
  )
}

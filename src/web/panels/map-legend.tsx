// What the colours of the line on the map mean, and the switch between surface, grade and steepness. On a phone it is
// folded to the colours in use, since it would hide the line.

import { useSignal } from '@preact/signals'
import { kindLengths, kindPieces } from '../map/line-features.ts'
import { isPhone } from '../i18n/preferences.ts'
import { COLOURINGS } from '../plan/plan.ts'
import { t, km, num, time } from '../i18n/t.ts'
import { changePlan, plan, shown } from '../plan/session.ts'
import { HAZARD_DOT } from '../map/palette.ts'
import { hazardsShown, reachShown } from '../state/map-content.ts'
import { AssumedEntry, KindSwatch } from './line-facts.tsx'

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
            {hazardsShown.value.length > 0 && (
              <li>
                <svg class="dot-sign" viewBox="0 0 12 12" aria-hidden="true">
                  <circle cx="6" cy="6" r="4.5" fill={HAZARD_DOT.fill} stroke={HAZARD_DOT.rim} stroke-width="1.5" />
                </svg>
                {t('legend.hazard')}
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  )
}

/** What the colours of the areas within reach mean. */
export function ReachLegend() {
  if (plan.value.mode !== 'reach' || reachShown.value.length === 0) return null
  return (
    <section class="map-legend" aria-label={t('reach.legend')}>
      <ul>
        {reachShown.value.map(({ colour, movingS, lengthM, areaKm2 }) => (
          <li key={colour}>
            <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
              <rect x="1" y="1" width="22" height="6" fill={colour} fill-opacity="0.4" stroke={colour} />
            </svg>
            {t('reach.within', { limit: movingS === null ? km(lengthM) : time(movingS) })}{' '}
            <small>{num(areaKm2, areaKm2 < 10 ? 1 : 0)}&nbsp;km²</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

// What the colours of the line on the map mean, and the switch between surface and grade.

import { kindLengths, kindPieces, KIND_COLOURS } from '../line-features.ts'
import { COLOURINGS } from '../plan.ts'
import { t } from '../say.ts'
import { changePlan, plan, shown } from '../session.ts'
import { Swatch } from './line-marks.tsx'

export function MapLegend() {
  const line = shown.value
  if (line === null || line.plainColour !== null) return null
  const { colouring } = plan.value
  const pieces = kindPieces(line, colouring)
  return (
    <div class="map-legend" role="group" aria-label={t('legend.label')}>
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
        {kindLengths(pieces).map(({ kind }) => (
          <li key={kind}>
            <Swatch colour={KIND_COLOURS[kind]} broken={kind === 'UNKNOWN'} />
            {t(`line.${kind}`)}
          </li>
        ))}
        {pieces.some(({ isAssumed }) => isAssumed) && (
          <li>
            <Swatch colour={KIND_COLOURS.NONE} dotted />
            {t('legend.assumed')}
          </li>
        )}
      </ul>
    </div>
  )
}

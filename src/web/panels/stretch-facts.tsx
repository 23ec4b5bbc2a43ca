// The stretch selected in the chart: its length, climb, time and surface, and the way into it and out again.

import { clampedPieces, kindLengths, kindPieces } from '../map/line-features.ts'
import { plan, shown } from '../plan/session.ts'
import { climbBetween } from '../line/slice-line.ts'
import { clearStretch, selected, stretchTime, zoomedTo } from '../state/stretch-session.ts'
import { km, m, percent, t, time } from '../i18n/t.ts'

export function StretchFacts() {
  const line = shown.value
  const stretch = selected.value
  if (line === null || (stretch === null && zoomedTo.value === null)) return null
  return (
    <div class="stretch" role="group" aria-label={t('stretch.label')}>
      {stretch !== null && <p role="status">{textOf()}</p>}
      {stretch !== null && (
        <button
          type="button"
          onClick={() => {
            zoomedTo.value = stretch
            clearStretch()
          }}
        >
          {t('stretch.zoom')}
        </button>
      )}
      {zoomedTo.value !== null && (
        <button type="button" onClick={() => (zoomedTo.value = null)}>
          {t('stretch.all')}
        </button>
      )}
      {stretch !== null && (
        <button type="button" class="quiet" aria-label={t('close')} onClick={clearStretch}>
          ×
        </button>
      )}
    </div>
  )
}

function textOf(): string {
  const line = shown.value!
  const { fromM, toM } = selected.value!
  const climb = climbBetween(line, fromM, toM)
  const answer = stretchTime.answer.value
  const colouring = plan.value.colouring === 'sac' ? 'sac' : 'surface'
  const kinds = kindLengths(clampedPieces(kindPieces(line, colouring), fromM, toM))
  return [
    `${km(fromM)} – ${km(toM)}: ${km(toM - fromM)}`,
    climb === null ? t('chart.void') : `↑ ${m(climb.ascentM)} ↓ ${m(climb.descentM)}`,
    answer.state === 'busy'
      ? '…'
      : t('stretch.time', { time: answer.state === 'ok' && answer.value !== null ? time(answer.value) : t('unknown') }),
    kinds.map(({ kind, lengthM }) => `${t(`line.${kind}`)} ${percent(lengthM / (toM - fromM))}`).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

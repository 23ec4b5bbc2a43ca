// What the colours of the areas within reach mean.

import { reachShown } from '../state/map-content.ts'
import { km, num, t, time } from '../i18n/t.ts'
import { plan } from '../plan/session.ts'

export function ReachLegend() {
  if (plan.value.mode !== 'reach' || reachShown.value.length === 0) return null
  return (
    <section class="map-legend" aria-label={t('reach.legend')}>
      <ul>
        {reachShown.value.map(({ colour, minutes, metres, areaKm2 }) => (
          <li key={colour}>
            <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
              <rect x="1" y="1" width="22" height="6" fill={colour} fill-opacity="0.4" stroke={colour} />
            </svg>
            {t('reach.within', { limit: minutes === null ? km(metres) : time(minutes * 60) })}{' '}
            <small>{num(areaKm2, areaKm2 < 10 ? 1 : 0)}&nbsp;km²</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

// A followed trail in the list of waypoints: its name, how much of it the route keeps to, and which way round.

import { type FollowedTrail, TRAIL_WAYS } from '../plan/plan.ts'
import { shownRoute } from '../state/route-session.ts'
import { km, t } from '../i18n/t.ts'
import { changePlan } from '../plan/session.ts'
import { waypointName } from '../state/waypoint-names.ts'

export function TrailName({ trail }: { trail: FollowedTrail }) {
  const leg = shownRoute.value?.legs.find((one) => one.trail?.relationId === trail.trail)
  const kept = leg?.trail ?? null
  return (
    <span class="place">
      {waypointName(trail) ?? t('follow.number', { number: String(trail.trail) })}
      <small>
        {t('follow.what')}
        {kept !== null && ` · ${t('follow.kept', { length: km(kept.onTrailM) })}`}
        {kept !== null && kept.leftOutM > 0 && `, ${t('follow.leftOut', { length: km(kept.leftOutM) })}`}
      </small>
    </span>
  )
}

export function TrailWay({ trail, waypoint }: { trail: FollowedTrail; waypoint: number }) {
  return (
    <label class="leg">
      {t('follow.way')}
      <select
        value={trail.way}
        onChange={(event) => {
          const way = event.currentTarget.value as FollowedTrail['way']
          changePlan((old) => ({
            ...old,
            waypoints: old.waypoints.map((one, i) => (i === waypoint ? { ...trail, way } : one)),
          }))
        }}
      >
        {TRAIL_WAYS.map((way) => (
          <option key={way} value={way} selected={way === trail.way}>
            {t(`trailWay.${way}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

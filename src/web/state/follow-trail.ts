// A signed trail becomes part of the plan: at its end, or before the goal where start and goal are set.

import { type FollowedTrail, withTrail } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { announce, changePlan, mapCommand } from '../plan/session.ts'
import { nameTrail } from './waypoint-names.ts'

export function followTrail(trail: FollowedTrail, name: string | null): void {
  nameTrail(trail.trail, name)
  changePlan((old) => ({ ...withTrail(old, trail), mode: 'route' }))
  mapCommand.value = { kind: 'shown' }
  announce(t('follow.done', { name: name ?? t('unnamed') }))
}

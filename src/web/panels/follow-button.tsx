// The way from a trail to a route that follows it, whole, one way round or the other.

import { useSignal } from '@preact/signals'
import { followTrail } from '../state/follow-trail.ts'
import { type FollowedTrail, TRAIL_WAYS } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { Choice } from './settings-form.tsx'

export function FollowButton({ relationId, name }: { relationId: number; name: string | null }) {
  const way = useSignal<FollowedTrail['way']>('FORWARD')
  return (
    <div class="fields">
      <Choice
        label={t('follow.way')}
        value={way.value}
        options={TRAIL_WAYS.map((one): [string, string] => [one, t(`trailWay.${one}`)])}
        onChange={(chosen) => (way.value = chosen as FollowedTrail['way'])}
      />
      <button type="button" class="main" onClick={() => followTrail({ trail: relationId, way: way.value }, name)}>
        {t('follow.whole')}
      </button>
    </div>
  )
}

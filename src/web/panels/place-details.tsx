// An outdoor place with what the map tells of it, and the way to it.

import { valueOf } from '../api/resource.ts'
import { picked } from '../state/map-content.ts'
import { withWaypoint } from '../plan/plan.ts'
import { m, t, tCode } from '../i18n/t.ts'
import { changePlan, mapCommand } from '../plan/session.ts'
import { places } from '../state/view-session.ts'
import { PlaceTags } from './place-tags.tsx'

export function PlaceDetails({ id }: { id: number }) {
  const place = valueOf(places.answer.value)?.edges.find(({ node }) => node.placeId === id)?.node
  if (place === undefined) return null
  const [lon, lat] = place.location
  const goTo = (end: boolean) =>
    changePlan((old) => ({ ...withWaypoint(old, end ? old.waypoints.length : 0, [lon, lat]), mode: 'route' }))
  return (
    <section class="details" aria-label={t('view.details')}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => (picked.value = null)}>
        ×
      </button>
      <h2>{place.name ?? t('unnamed')}</h2>
      <p>
        {place.kinds.map((kind) => tCode('kind', kind)).join(', ')} · {t('view.height')}{' '}
        <span class={place.elevationM === null ? 'unknown' : ''}>{m(place.elevationM)}</span>
      </p>
      <div class="row">
        <button type="button" onClick={() => goTo(true)}>
          {t('view.routeTo')}
        </button>
        <button type="button" onClick={() => goTo(false)}>
          {t('view.routeFrom')}
        </button>
        <button type="button" onClick={() => (mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 })}>
          {t('care.show')}
        </button>
      </div>
      <PlaceTags tags={place.tags as Record<string, string>} />
      <p class="hint">
        OpenStreetMap {place.osmType.toLowerCase()} {place.osmId}
      </p>
    </section>
  )
}

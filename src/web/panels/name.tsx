// What the map calls a place or a trail: in whatever language that is, and in its direction of writing.

import type { PlaceKind } from '../documents/generated/graphql.ts'
import { m, t, tCode } from '../i18n/t.ts'

export function Name({ of }: { of: string | null }) {
  return of === null ? <>{t('unnamed')}</> : <span dir="auto">{of}</span>
}

interface NamedPlace {
  name: string | null
  kind: PlaceKind
  elevationM: number | null
}

/** A place in a list: name, kind, height, and where it is, if that is known. */
export function PlaceLine({ place, where }: { place: NamedPlace; where: string | null }) {
  return (
    <>
      <b>
        <Name of={place.name} />
      </b>{' '}
      <small>
        {tCode('kind', place.kind)}
        {place.elevationM === null ? '' : ` · ${t('place.height', { height: m(place.elevationM) })}`}
        {where === null ? '' : ` · ${where}`}
      </small>
    </>
  )
}

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

/** A place in a list: name, kind, height, and where it is, if that is known. Without a name its kind stands first. */
export function PlaceLine({ place, where }: { place: NamedPlace; where: string | null }) {
  const kind = tCode('kind', place.kind)
  const height = place.elevationM === null ? null : t('place.height', { height: m(place.elevationM) })
  const facts = [place.name === null ? null : kind, height, where]
  return (
    <>
      <b>{place.name === null ? kind : <Name of={place.name} />}</b>{' '}
      <small>{facts.filter((one) => one !== null).join(' · ')}</small>
    </>
  )
}

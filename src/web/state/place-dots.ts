// The dots of the places that were found in view.

import type { PlacesInViewQuery } from '../documents/generated/graphql.ts'
import { placeColour } from '../line/place-groups.ts'
import type { picked, ShownPlace } from './map-content.ts'

type Found = Pick<NonNullable<PlacesInViewQuery['places']>, 'edges'>

/** None while the card of a trail is open: its line would be hidden below them. They come back when it is closed. */
export function placeDots(found: Found | null, chosen: typeof picked.value): ShownPlace[] {
  if (found === null || chosen?.kind === 'trail') return []
  return found.edges.map(({ node }) => ({
    id: node.id,
    lon: node.location[0],
    lat: node.location[1],
    colour: placeColour(node.kind),
    chosen: node.id === chosen?.id,
  }))
}

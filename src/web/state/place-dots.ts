// The dots of the places that were found in view.

import { placeColour } from '../line/place-groups.ts'
import type { picked, ShownPlace } from './map-content.ts'
import type { PlacesAnswer } from './view-session.ts'

/** None while the card of a trail is open: its line would be hidden below them. They come back when it is closed. */
export function placeDots(found: Pick<PlacesAnswer, 'edges'> | null, chosen: typeof picked.value): ShownPlace[] {
  if (found === null || chosen?.kind === 'trail') return []
  return found.edges.map(({ node }) => ({
    id: node.id,
    lon: node.location[0],
    lat: node.location[1],
    colour: placeColour(node.kind),
    chosen: node.id === chosen?.id,
  }))
}

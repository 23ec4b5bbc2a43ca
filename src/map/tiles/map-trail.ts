// Layer `trails`: signed walking and cycling routes as lines, with what is needed to draw them: network and level, name
// and ref, colour and symbol. A colour is a CSS colour from osmc:symbol's way colour, else from `colour`; an unknown
// one is left out.

import { findRouteFacts } from '../../osm/route-relation.ts'
import { listValues, type Tags } from '../../osm/tags.ts'
import { namesOf, type MappedFeature } from './feature-mapping.ts'

const LEVELS = new Map([
  ['international', { level: 1, minZoom: 7 }],
  ['national', { level: 2, minZoom: 8 }],
  ['regional', { level: 3, minZoom: 9 }],
  ['local', { level: 4, minZoom: 10 }],
])
const ROUTES = new Map([
  ['hiking', 'hiking'],
  ['foot', 'foot'],
  ['walking', 'foot'],
  ['bicycle', 'bicycle'],
  ['mtb', 'mtb'],
])
const UNKNOWN_LEVEL_ZOOM = 10
const COLOURS = new Set([
  'black',
  'blue',
  'brown',
  'gray',
  'grey',
  'green',
  'orange',
  'purple',
  'red',
  'white',
  'yellow',
  'aqua',
  'cyan',
  'fuchsia',
  'magenta',
  'lime',
  'maroon',
  'navy',
  'olive',
  'pink',
  'silver',
  'teal',
  'violet',
  'gold',
])

/** Returns null for a relation that is not a signed route. */
export function mapTrail(relationId: number, tags: Tags): MappedFeature | null {
  const facts = findRouteFacts(tags)
  if (facts === null) return null
  const network =
    tags.get('network') === undefined
      ? undefined
      : listValues(tags.get('network')!)
          .map((value) => value.toLowerCase())
          .find((value) => /^[inrl][wc]n$/.test(value))
  const known = LEVELS.get(facts.level)
  return {
    layer: 'trails',
    geometry: 'line',
    minZoom: known?.minZoom ?? UNKNOWN_LEVEL_ZOOM,
    sort: -(known?.level ?? 5),
    attributes: [
      ...namesOf(tags, 9),
      ['ref', facts.ref ?? undefined],
      ['network', network],
      ['level', known?.level],
      [
        'route',
        listValues(tags.get('route')!)
          .map((value) => ROUTES.get(value))
          .find((route) => route !== undefined),
      ],
      ['colour', colourOf(tags)],
      ['symbol', tags.get('osmc:symbol')],
      ['relation_id', relationId],
    ],
  }
}

/** A CSS colour; undefined if none is tagged or CSS does not know it. */
function colourOf(tags: Tags): string | undefined {
  const wayColour = tags.get('osmc:symbol')?.split(':')[0]
  for (const value of [wayColour, tags.get('colour'), tags.get('color')]) {
    const text = value?.trim().toLowerCase() ?? ''
    if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(text) || COLOURS.has(text)) return text
  }
  return undefined
}

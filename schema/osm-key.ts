// An object of OpenStreetMap, as GraphQL names it.

import type { OsmType } from '../src/places/catalogue-rows.ts'
import { builder } from './builder.ts'

export const OsmTypeEnum = builder.enumType('OsmType', {
  description: 'Kind of an OpenStreetMap object.',
  values: {
    NODE: { value: 'node', description: 'A single point of the map.' },
    WAY: { value: 'way', description: 'A line or the outline of an area.' },
    RELATION: { value: 'relation', description: 'A group of nodes, ways and relations, such as a signed trail.' },
  } as const,
})

interface OsmKey {
  osmType: OsmType
  osmId: number
}

export const OsmKeyType = builder.objectRef<OsmKey>('OsmKey').implement({
  description: 'An object of OpenStreetMap, by its type and its id.',
  fields: (t) => ({
    type: t.expose('osmType', { type: OsmTypeEnum, description: 'Kind of the object.' }),
    id: t.expose('osmId', { type: 'OsmId', description: 'Its id among those of its kind.' }),
    url: t.string({
      description: 'Its page at openstreetmap.org.',
      resolve: ({ osmType, osmId }) => `https://www.openstreetmap.org/${osmType}/${osmId}`,
    }),
  }),
})

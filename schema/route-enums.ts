// The words of routing as GraphQL enums: upper case here, the contract's own words inside and in REST.

import { builder } from './builder.ts'
import { enumValues } from './code-enums.ts'
import type { SurfaceKind } from '../src/travel/surfaces.ts'

export const RouteStatusEnum = builder.enumType('RouteStatus', {
  description: 'Whether the route is proven cheapest.',
  values: {
    COMPLETE: { value: 'complete', description: 'Every leg is a proven cheapest path under the settings.' },
    BEST_EFFORT: { value: 'best_effort', description: 'The search budget ran out on a leg; a warning says which.' },
  } as const,
})
export const SurfaceEnum = builder.enumType('SurfaceKind', {
  description: 'Kind of surface. Unknown is not good.',
  values: enumValues<SurfaceKind>({
    paved: 'Asphalt, concrete, paving stones and the like.',
    gravel: 'Gravel, compacted or other built surfaces without a seal.',
    trail: 'Natural ground: earth, grass, rock, roots, sand.',
    unknown: 'Neither tagged nor assumed; not to be read as good.',
  }),
})
export const SurfaceSourceEnum = builder.enumType('SurfaceSource', {
  description: 'Where the surface comes from.',
  values: {
    MAPPED: { value: 'mapped', description: 'Tagged on the map.' },
    CLASS_DEFAULT: { value: 'class_default', description: 'Assumed from the class of the way; the map does not say.' },
  } as const,
})
export const HazardEnum = builder.enumType('HazardKind', {
  description: 'What makes a stretch dangerous.',
  values: {
    FORD: { value: 'ford', description: 'A ford: the way crosses water without a bridge.' },
    AID: { value: 'aid', description: 'An aided passage: ladder, rope, rungs.' },
    VIA_FERRATA: { value: 'via_ferrata', description: 'A via ferrata: a climbing route that needs a harness.' },
  } as const,
})

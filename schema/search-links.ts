// The links between places, outdoor places and trails that are not those of any spot or course. Each is charged as the
// operation it stands for, once per element of a list, and answered by a loader, so that a list of any length asks the
// stores a constant number of times.

import { search, trailRelation } from '../resolvers/search.ts'
import { trailUsesArgs } from '../resolvers/search-args.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { builder, withoutNulls } from './builder.ts'
import { priceOfPage } from './connection.ts'
import { OutdoorPlaceType, PlaceType } from './place-type.ts'
import { Leaf } from './scalars.ts'
import { TrailType } from './trail-type.ts'

builder.objectFields(PlaceType, (t) => ({
  trail: t.field({
    type: TrailType,
    nullable: true,
    description: 'The signed route that it is; null for any other kind.',
    resolve: (place) => place.trail,
  }),
  tags: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Its map tags as tagged, by key; null where a release that was taken up meanwhile has it no more, or beside an error.',
    resolve: async (place, _args, { loaders }) => {
      const tagsJson = await loaders.placeTags(place.id)
      return tagsJson === null ? null : new Leaf(JSON.parse(tagsJson))
    },
  }),
  outdoorPlace: t.field({
    type: OutdoorPlaceType,
    nullable: true,
    description: 'The same object as an outdoor place, with its map tags; null where it is none, or beside an error.',
    complexity: 1,
    resolve: (place, _args, { ledger, loaders }) => ledger.runLinked(search, 1, () => loaders.outdoorPlace(place.id)),
  }),
}))

builder.objectFields(OutdoorPlaceType, (t) => ({
  place: t.field({
    type: PlaceType,
    nullable: true,
    description:
      'The same object as a named place, with its links; null where it has no name or is no named place, or beside an error.',
    complexity: 1,
    resolve: (poi, _args, { ledger, loaders }) => ledger.runLinked(search, 1, () => loaders.place(poi.id)),
  }),
}))

builder.objectFields(TrailType, (t) => ({
  stages: t.field({
    type: [TrailType],
    nullable: true,
    description:
      'The signed routes that it is made of, in order; empty for one that is made of ways; null beside an error. Those that the data does not hold are left out.',
    args: t.validate(
      { first: t.arg.int({ defaultValue: 10, description: 'At most this many, 1 to 50.' }) },
      withoutNulls(trailUsesArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (trail, { first }, { ledger, loaders }) =>
      ledger.runLinked(trailRelation, 1, async () =>
        present(await Promise.all(trail.stageIds.slice(0, first ?? 10).map((id) => loaders.trail(id)))),
      ),
  }),
  stageOf: t.field({
    type: [TrailType],
    nullable: true,
    description: 'The signed routes that it is a stage of; null beside an error.',
    args: t.validate(
      { first: t.arg.int({ defaultValue: 10, description: 'At most this many, 1 to 50.' }) },
      withoutNulls(trailUsesArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (trail, { first }, { ledger, loaders }) =>
      ledger.runLinked(trailRelation, 1, async () =>
        present(await Promise.all(trail.parentIds.slice(0, first ?? 10).map((id) => loaders.trail(id)))),
      ),
  }),
}))

const present = (list: (TrailRow | null)[]): TrailRow[] => list.filter((trail) => trail !== null)

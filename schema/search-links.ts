// The links between places, outdoor places and trails that are not those of any spot or course. Each is charged as the
// operation it stands for, once per element of a list, and answered by a loader, so that a list of any length asks the
// stores a constant number of times.

import { search, trailRelation } from '../resolvers/search.ts'
import { trailUsesArgs } from '../resolvers/input/search-args.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { builder, withoutNulls } from './builder.ts'
import { pageArgs, pageRequest, priceOfPage, sizeOf } from './connection.ts'
import { OutdoorPlaceType, PlaceType } from './place-type.ts'
import { Leaf } from './scalars.ts'
import { listed, listTrails } from './trail-list.ts'
import { TrailConnectionType, TrailType } from './trail-type.ts'

builder.objectFields(PlaceType, (t) => ({
  trail: t.field({
    type: TrailType,
    nullable: true,
    description: 'The same object as a signed route; null for any other kind.',
    resolve: (place) => place.trail,
  }),
  tags: t.field({
    type: 'JSON',
    nullable: true,
    description: 'Its map tags by key; null if a newer release no longer has it, or beside an error.',
    resolve: async (place, _args, { loaders }) => {
      const tagsJson = await loaders.placeTags(place.id)
      return tagsJson === null ? null : new Leaf(JSON.parse(tagsJson))
    },
  }),
  outdoorPlace: t.field({
    type: OutdoorPlaceType,
    nullable: true,
    description: 'The same object as an outdoor place, with its map tags; null if it is not one, or beside an error.',
    extensions: { runs: search },
    complexity: 1,
    resolve: (place, _args, { session, loaders }) => session.runLinked(search, 1, () => loaders.outdoorPlace(place.id)),
  }),
}))

builder.objectFields(OutdoorPlaceType, (t) => ({
  place: t.field({
    type: PlaceType,
    nullable: true,
    description: 'The same object as a named place, with its links; null if it is not one, or beside an error.',
    extensions: { runs: search },
    complexity: 1,
    resolve: (poi, _args, { session, loaders }) => session.runLinked(search, 1, () => loaders.place(poi.id)),
  }),
}))

const STAGES = { preset: 10, max: 50 }

builder.objectFields(TrailType, (t) => {
  /** Signed routes by their relations; those that the data does not hold are left out. */
  const related = (description: string, idsOf: (trail: TrailRow) => readonly number[]) =>
    t.field({
      type: TrailConnectionType,
      nullable: true,
      description,
      args: t.validate(pageArgs(t, STAGES), withoutNulls(trailUsesArgs)),
      extensions: { runs: trailRelation },
      complexity: (args) => priceOfPage(1, sizeOf(args, STAGES.preset)),
      resolve: (trail, paging, { session, loaders }) =>
        session.runLinked(trailRelation, 1, async () => {
          const rows = await Promise.all([...new Set(idsOf(trail))].map((id) => loaders.trail(id)))
          const known = rows.filter((row) => row !== null)
          return listTrails(listed(known), pageRequest(paging, STAGES.preset), loaders)
        }),
    })
  return {
    stages: related(
      'The signed routes that it is made of, in order; empty for one that is made of ways; null beside an error. Those that the data does not hold are left out.',
      ({ stageIds }) => stageIds,
    ),
    stageOf: related('The signed routes that it is a stage of; null beside an error.', ({ parentIds }) => parentIds),
  }
})

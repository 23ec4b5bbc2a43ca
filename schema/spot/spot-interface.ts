// Spot: what every point is. Its place and its name are here. What is worked out from a spot is a file beside this one,
// one field each, which every type that implements the interface then has.

import { nameArgs } from '../../resolvers/input/search-args.ts'
import { type SpotSource, locationOfSpot, nameOf } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { languageArg } from './name-args.ts'

export const SpotInterface = builder.interfaceRef<SpotSource>('Spot').implement({
  description:
    'A point and all that can be asked of one: a named place, an outdoor place, or any point (`point`, the start of a stretch, a maneuver).',
  resolveType: (source) => ('at' in source ? 'Point' : 'tagsJson' in source ? 'OutdoorPlace' : 'Place'),
  fields: (t) => ({
    location: t.field({
      type: 'LonLat',
      description: 'Where it is, [lon, lat] in degrees; of an area a point inside it.',
      resolve: (source) => locationOfSpot(source),
    }),
    name: t.string({
      nullable: true,
      description: 'Its name; null where it has none, as for a bare point.',
      args: t.validate(languageArg(t), withoutNulls(nameArgs)),
      resolve: (source, { language }, { loaders }) => nameOf(source, language ?? null, loaders),
    }),
  }),
})

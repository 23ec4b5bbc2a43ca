// Course.start and Course.end: where it begins and ends, as spots.

import { type CourseSource, courseOf } from '../../resolvers/course-of.ts'
import { type DocumentContext, builder } from '../builder.ts'
import { pointAt } from '../spot/point.ts'
import { SpotInterface } from '../spot/spot-interface.ts'
import { CourseInterface } from './course-interface.ts'

async function endsOf(source: CourseSource, { loaders }: DocumentContext) {
  // a trail that is no loop says where it ends
  if ('relationId' in source && source.ends.length === 2) return source.ends
  const parts = await courseOf(source).parts(loaders)
  return [parts[0][0], parts.at(-1)!.at(-1)!]
}

builder.interfaceFields(CourseInterface, (t) => ({
  start: t.field({
    type: SpotInterface,
    description: 'Its first point, with everything that can be asked about a point.',
    resolve: async (source, _args, context) => pointAt((await endsOf(source, context))[0]),
  }),
  end: t.field({
    type: SpotInterface,
    description: 'Its last point, with everything that can be asked about a point.',
    resolve: async (source, _args, context) => pointAt((await endsOf(source, context))[1]),
  }),
}))

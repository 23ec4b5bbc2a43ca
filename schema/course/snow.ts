// Course.snow: observed and forecast snow along it.

import { courseOf } from '../../resolvers/course-of.ts'
import { LineAlong, type OnLine, onLine } from '../../resolvers/stretch-of.ts'
import { type RouteSnow, type RouteSnowInput, routeSnow, snowAlongLine, snowOfCourse } from '../../resolvers/snow.ts'
import { builder, priceOf } from '../builder.ts'
import type { Operation } from '../../resolvers/pipeline/operation.ts'
import { asksFor } from '../asks-for.ts'
import { RouteSnowType } from '../snow.ts'
import { CourseInterface } from './course-interface.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  snow: t.field({
    type: RouteSnowType,
    nullable: true,
    description:
      'Snow at up to 512 evenly spaced points of its line, the ends of each part among them (of more than 100 parts the longest), at least 20 m apart; snow between them is not assessed and nothing is summed across a gap; null beside an error where the raster cannot be read.',
    extensions: { runs: routeSnow },
    complexity: () => priceOf(routeSnow, {}),
    resolve: (source, _, { ledger, loaders }, info) => {
      const along: Operation<RouteSnowInput, OnLine<RouteSnow>> = {
        ...routeSnow,
        run: async (_input, services, context) => {
          const course = courseOf(source)
          const parts = await course.parts(loaders)
          const { input, lengthsM, sampled } = snowOfCourse(parts, course.distanceM, asksFor(info, 'evidence'))
          const snow = snowAlongLine(await routeSnow.run(input, services, context), input, lengthsM)
          const [toldM] = sampled.length === 1 ? lengthsM : [null]
          return onLine(snow, new LineAlong(() => sampled, toldM))
        },
      }
      return ledger.run(along, { points: [] })
    },
  }),
}))

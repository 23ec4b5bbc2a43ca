// Course.snow: observed and forecast snow along it.

import { courseOf } from '../../resolvers/course-of.ts'
import { routeSnow, snowAlongLine, snowOfCourse } from '../../resolvers/snow.ts'
import { builder, priceOf } from '../builder.ts'
import { RouteSnowType } from '../snow.ts'
import { CourseInterface } from './course-interface.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  snow: t.field({
    type: RouteSnowType,
    nullable: true,
    description:
      'Snow at up to 512 evenly spaced points of its line, the ends of each part among them (of more than 100 parts the longest), at least 20 m apart; snow between them is not assessed and nothing is summed across a gap; null beside an error where the raster cannot be read.',
    args: {
      evidence: t.arg.boolean({ defaultValue: false, description: 'Whether to add the evidence for each class.' }),
    },
    complexity: () => priceOf(routeSnow, {}),
    resolve: (source, { evidence }, { ledger, loaders }) => {
      const along = {
        ...routeSnow,
        run: async (_input: unknown, services, context) => {
          const course = courseOf(source)
          const { input, lengthsM } = snowOfCourse(await course.parts(loaders), course.distanceM, evidence === true)
          return snowAlongLine(await routeSnow.run(input, services, context), input, lengthsM)
        },
      } as typeof routeSnow
      return ledger.run(along, { points: [] })
    },
  }),
}))

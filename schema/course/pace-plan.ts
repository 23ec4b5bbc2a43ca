// Course.pacePlan: a finish time spread over it.

import { planPace } from '../../resolvers/course.ts'
import { alongAnswer } from '../../resolvers/course-of.ts'
import { onLine } from '../../resolvers/stretch-of.ts'
import { parseInput } from '../../resolvers/pipeline/parse-input.ts'
import { builder, priceOf } from '../builder.ts'
import { PacePlanType, PaceTargetInput, PaceUnitEnum, toTarget } from '../pace-plan.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  pacePlan: t.field({
    type: PacePlanType,
    nullable: true,
    description: 'A finish time spread over it by effort; null beside an error, e.g. if it has several parts.',
    args: {
      target: t.arg({ type: PaceTargetInput, required: true, description: 'The target of the plan.' }),
      unit: t.arg({ type: PaceUnitEnum, defaultValue: 'km', description: 'Length of a split.' }),
    },
    extensions: { runs: planPace },
    complexity: () => priceOf(planPace, {}),
    resolve: async (source, { target, unit }, context) => {
      const input = parseInput(planPace, { ...toTarget(target), ...(unit == null ? {} : { unit }) })
      const plan = await runOverLine(planPace, source, context, input)
      return onLine(plan, alongAnswer(source, plan))
    },
  }),
}))

// Course.pacePlan: a finish time spread over it.

import { planPace } from '../../resolvers/course.ts'
import { parseInput } from '../../resolvers/parse-input.ts'
import { builder, priceOf } from '../builder.ts'
import { PacePlanType, PaceTargetInput, PaceUnitEnum, toTarget } from '../pace-plan.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  pacePlan: t.field({
    type: PacePlanType,
    nullable: true,
    description: 'A finish time spread over it by effort; null beside an error, as where it has several parts.',
    args: {
      target: t.arg({ type: PaceTargetInput, required: true, description: 'What the plan aims at.' }),
      unit: t.arg({ type: PaceUnitEnum, defaultValue: 'km', description: 'Length of a split.' }),
    },
    complexity: () => priceOf(planPace, {}),
    resolve: (source, { target, unit }, context) =>
      runOverLine(
        planPace,
        source,
        context,
        parseInput(planPace, { ...toTarget(target), ...(unit == null ? {} : { unit }) }),
      ),
  }),
}))

// GraphQL of pacePlan, and the types of Course.pacePlan.

import { pacePlanInput, planPace } from '../resolvers/course.ts'
import type { PacePlanAnswer } from '../resolvers/course.ts'
import { builder, operationField } from './builder.ts'
import { CourseEngineType } from './course-types.ts'
import { holdLine } from './door/hold-gpx.ts'
import { lineReady, LineInputType, withLine } from './line-input.ts'
import { StretchInterface, UnknownType } from './route-facts.ts'

const CourseHeightsEnum = builder.enumType('CourseHeights', {
  description: 'Where the heights of a course come from.',
  values: {
    RECORDED: { value: 'recorded', description: 'The heights that the line came with.' },
    TERRAIN: { value: 'terrain', description: 'The terrain model.' },
    NONE: { value: 'none', description: 'There are no heights; climb is not counted.' },
  } as const,
})
export const PaceUnitEnum = builder.enumType('PaceUnit', {
  description: 'Length of a split.',
  values: {
    KM: { value: 'km', description: 'Splits of 1 km.' },
    MI: { value: 'mi', description: 'Splits of 1 mile (1,609.344 m).' },
  } as const,
})
const PaceTargetKindEnum = builder.enumType('PaceTargetKind', {
  description: 'How the target was given.',
  values: {
    TIME: { value: 'time', description: 'The target is a finish time.' },
    FLAT_PACE: { value: 'flat_pace', description: 'The target is a pace on level ground.' },
  } as const,
})
const SplitCharacterEnum = builder.enumType('SplitCharacter', {
  description: 'Character of a split, by the rule in effort.characterRule.',
  values: {
    RUNNABLE: { value: 'runnable', description: 'Little climb and little descent.' },
    STEADY_CLIMB: { value: 'steady climb', description: 'At least 40 m up in a kilometre, and mostly up.' },
    MAJOR_CLIMB: { value: 'major climb', description: 'At least 100 m up in a kilometre, and mostly up.' },
    FAST_DESCENT: { value: 'fast descent', description: 'At least 40 m down in a kilometre, and mostly down.' },
    TECHNICAL_DESCENT: {
      value: 'technical descent',
      description: 'At least 130 m down in a kilometre; what the ground is like is not known.',
    },
    ROLLING_MOUNTAIN_TERRAIN: {
      value: 'rolling mountain terrain',
      description: 'At least 60 m up and down together in a kilometre, with neither prevailing.',
    },
  } as const,
})

const PaceGoalType = builder.objectRef<PacePlanAnswer['target']>('PaceGoal').implement({
  description: 'What the plan aims at.',
  fields: (t) => ({
    kind: t.field({
      type: PaceTargetKindEnum,
      description: 'Whether a finish time or a level pace was asked for.',
      resolve: (p) => p.kind,
    }),
    movingS: t.exposeFloat('seconds', { description: 'Finish time in seconds, to 0.1 s; the splits add up to it.' }),
    flatPaceSPerKm: t.exposeFloat('flatPaceSPerKm', {
      description: 'Pace on level ground in seconds for each of its kilometres.',
    }),
  }),
})

const PaceCourseType = builder.objectRef<PacePlanAnswer['course']>('PaceCourse').implement({
  description: 'The course of a plan.',
  fields: (t) => ({
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('gainM', { description: 'Climb in metres; not counted, so 0, where heights is NONE.' }),
    descentM: t.exposeFloat('lossM', { description: 'Descent in metres; not counted, so 0, where heights is NONE.' }),
    heights: t.field({ type: CourseHeightsEnum, description: 'Where heights come from.', resolve: (c) => c.heights }),
    smoothing: t.exposeString('smoothing', { description: 'How climb is counted.' }),
  }),
})

const PaceEffortType = builder.objectRef<PacePlanAnswer['effort']>('PaceEffort').implement({
  description: 'How time is spread over the course.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The pacing rule.' }),
    characterRule: t.exposeString('characterRule', { description: 'How splits get their character.' }),
    flatPaceSPerKm: t.exposeFloat('flatPaceSPerKm', {
      description:
        'The pace on level ground that the target means on this course, in seconds for each of its kilometres.',
    }),
    effortKm: t.exposeFloat('effortKm', { description: 'Effort of the whole course in kilometres.' }),
  }),
})

const PaceSplitType = builder.objectRef<PacePlanAnswer['splits'][number]>('PaceSplit').implement({
  description: 'One kilometre or mile; the last may be shorter.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Its name, e.g. km 3.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('gainM', { description: 'Climb in metres; 0 where the course has no heights.' }),
    descentM: t.exposeFloat('lossM', { description: 'Descent in metres; 0 where the course has no heights.' }),
    paceSPerKm: t.exposeFloat('paceSPerKm', { description: 'Pace in seconds, counted over kilometres for miles too.' }),
    movingS: t.exposeFloat('seconds', { description: 'Time of the split in seconds.' }),
    cumulativeS: t.exposeFloat('cumulativeSeconds', {
      description: 'Time from the start to its end in seconds.',
    }),
    character: t.field({
      type: SplitCharacterEnum,
      description: 'Its character; that of flat ground where the course has no heights.',
      resolve: (s) => s.character,
    }),
  }),
})

export const PacePlanType = builder.objectRef<PacePlanAnswer>('PacePlan').implement({
  description: 'A finish time spread over a course.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always pace-plan/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (p) => p.engine }),
    unit: t.field({ type: PaceUnitEnum, description: 'Length of a split.', resolve: (p) => p.unit }),
    settingsDefaulted: t.exposeStringList('settingsDefaulted', { description: 'Settings that took their default.' }),
    target: t.field({ type: PaceGoalType, description: 'What it aims at.', resolve: (p) => p.target }),
    course: t.field({
      type: PaceCourseType,
      description: 'The course: distance, climb and where its heights come from.',
      resolve: (p) => p.course,
    }),
    effort: t.field({ type: PaceEffortType, description: 'How time is spread.', resolve: (p) => p.effort }),
    splits: t.field({
      type: [PaceSplitType],
      description: 'The splits, from start to finish.',
      resolve: (p) => p.splits,
    }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known about it.', resolve: (p) => p.unknowns }),
  }),
})

export const PaceTargetInput = builder.inputType('PaceTarget', {
  description: 'What a plan aims at, in one of three ways.',
  isOneOf: true,
  fields: (t) => ({
    time: t.string({ description: 'Finish time h:mm:ss, mm:ss or minutes.' }),
    movingS: t.float({ description: 'Finish time in seconds.' }),
    flatPaceSPerKm: t.float({ description: 'Pace on level ground, 120 to 1,800 seconds per kilometre.' }),
  }),
})

type Target = typeof PaceTargetInput.$inferInput

/** As the operation takes it. */
export function toTarget({ time, movingS, flatPaceSPerKm }: Target): object {
  return time != null ? { targetTime: time } : movingS != null ? { targetSeconds: movingS } : { flatPaceSPerKm }
}

const PacePlanInputType = builder
  .inputType('PacePlanInput', {
    description: 'A course and its target. One part, at most 5,000 points and 300 km.',
    fields: (t) => ({
      line: t.field({ type: LineInputType, required: true, description: 'The course, one part.' }),
      target: t.field({ type: PaceTargetInput, required: true, description: 'What the plan aims at.' }),
      unit: t.field({ type: PaceUnitEnum, defaultValue: 'km', description: 'Length of a split.' }),
    }),
  })
  .validate(withLine(pacePlanInput, ({ target, ...rest }) => ({ ...rest, ...toTarget(target as Target) })))

builder.queryFields((t) => ({
  pacePlan: t.field({
    type: PacePlanType,
    ...operationField(planPace, { holds: ['input', 'line', 'gpx'] }),
    args: { input: t.arg({ type: PacePlanInputType, required: true, description: 'The course and its target.' }) },
    resolve: async (_, { input }, { ledger, loaders, held }) =>
      ledger.run(planPace, holdLine(await lineReady(input, loaders), held)),
  }),
}))

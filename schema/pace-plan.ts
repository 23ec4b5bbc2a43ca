// The types of Course.pacePlan.

import type { PacePlanAnswer } from '../resolvers/course.ts'
import { withPath } from '../src/errors.ts'
import { tenths } from '../src/wire/numbers.ts'
import { builder } from './builder.ts'
import { EngineType } from './course-types.ts'
import { type OnLine, type Placed, placeAlong } from '../resolvers/stretch-of.ts'
import { unknownsField } from './route-notes.ts'
import { sentenceFields } from './sentence.ts'
import { StretchInterface } from './stretch-interface.ts'

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
  description: 'Whether a plan aims at a finish time or at a pace.',
  values: {
    TIME: { value: 'time', description: 'The target is a finish time.' },
    FLAT_PACE: { value: 'flat_pace', description: 'The target is a pace on level ground.' },
  } as const,
})
const SplitCharacterEnum = builder.enumType('SplitCharacter', {
  description: 'Character of a split, by the rule in `PaceEffort.characterRule`.',
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
  description: 'What the plan aims at: a finish time or a level pace.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: PaceTargetKindEnum,
      description: 'Whether the target is a finish time or a level pace.',
    }),
    movingS: t.exposeFloat('seconds', { description: 'Finish time in seconds, to 0.1 s; the splits add up to it.' }),
    flatPaceSPerKm: t.exposeFloat('flatPaceSPerKm', {
      description: 'Pace on level ground, in seconds per kilometre.',
    }),
  }),
})

const PaceCourseType = builder.objectRef<PacePlanAnswer['course']>('PaceCourse').implement({
  description: 'What the plan was made for: length and climb.',
  fields: (t) => ({
    lengthM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('gainM', { nullable: true, description: 'Climb in metres; null where `heights` is NONE.' }),
    descentM: t.exposeFloat('lossM', {
      nullable: true,
      description: 'Descent in metres; null where `heights` is NONE.',
    }),
    heights: t.expose('heights', { type: CourseHeightsEnum, description: 'Where heights come from.' }),
    ...sentenceFields(t, 'smoothing', 'How climb is counted.', (course) => course.smoothing),
  }),
})

const PaceEffortType = builder.objectRef<PacePlanAnswer['effort']>('PaceEffort').implement({
  description: 'How time is spread over the course.',
  fields: (t) => ({
    ...sentenceFields(t, 'rule', 'How length, climb and descent count as effort, in words.', (effort) => effort.rule),
    ...sentenceFields(t, 'characterRule', 'How splits get their character.', (effort) => effort.characterRule),
    flatPaceSPerKm: t.exposeFloat('flatPaceSPerKm', {
      description: 'The pace on level ground that meets the target on this course, in seconds per kilometre.',
    }),
    effortM: t.float({
      description: 'Effort of the whole course in metres of level ground.',
      resolve: ({ effortKm }) => tenths(effortKm * 1000),
    }),
  }),
})

const PaceSplitType = builder.objectRef<Placed<PacePlanAnswer['splits'][number]>>('PaceSplit').implement({
  description: 'One kilometre or mile; the last may be shorter.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    ...sentenceFields(t, 'label', 'Its name, e.g. km 3.', (split) => split.label),
    lengthM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('gainM', { nullable: true, description: 'Climb in metres; null without heights.' }),
    descentM: t.exposeFloat('lossM', { nullable: true, description: 'Descent in metres; null without heights.' }),
    paceSPerKm: t.exposeFloat('paceSPerKm', {
      description: 'Pace in seconds per kilometre, for splits of a mile too.',
    }),
    movingS: t.exposeFloat('seconds', { description: 'Time of the split in seconds.' }),
    cumulativeS: t.exposeFloat('cumulativeSeconds', {
      description: 'Time from the start to its end in seconds.',
    }),
    character: t.expose('character', {
      type: SplitCharacterEnum,
      nullable: true,
      description: 'Its character; null where heights are missing along it.',
    }),
  }),
})

export const PacePlanType = builder.objectRef<OnLine<PacePlanAnswer>>('PacePlan').implement({
  description: 'A finish time spread over a course.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    unit: t.expose('unit', { type: PaceUnitEnum, description: 'Length of a split.' }),
    target: t.expose('target', {
      type: PaceGoalType,
      description: 'What the plan aims at: a finish time or a level pace.',
    }),
    course: t.expose('course', {
      type: PaceCourseType,
      description: 'The course: length, climb and where its heights come from.',
    }),
    effort: t.expose('effort', { type: PaceEffortType, description: 'How time is spread.' }),
    splits: t.field({
      type: [PaceSplitType],
      description: 'The splits, from start to finish.',
      resolve: ({ splits, along }) => placeAlong(splits, along),
    }),
    unknowns: unknownsField(t, (p) => p.unknowns),
  }),
})

export const PaceTargetInput = builder.inputType('PaceTarget', {
  description: 'The target of a plan, in one of three forms.',
  isOneOf: true,
  fields: (t) => ({
    time: t.string({ description: 'Finish time as h:mm:ss, mm:ss or minutes.' }),
    movingS: t.float({ description: 'Finish time in seconds, 1 to 360,000.' }),
    flatPaceSPerKm: t.float({ description: 'Pace on level ground, 120 to 1,800 seconds per kilometre.' }),
  }),
})

type Target = typeof PaceTargetInput.$inferInput

/** As the operation takes it. */
export function toTarget({ time, movingS, flatPaceSPerKm }: Target): object {
  return time != null ? { targetTime: time } : movingS != null ? { targetSeconds: movingS } : { flatPaceSPerKm }
}

/** Where GraphQL has what the operation calls so. */
const TARGET_FIELDS: Readonly<Record<string, string>> = {
  targetTime: 'target.time',
  targetSeconds: 'target.movingS',
  flatPaceSPerKm: 'target.flatPaceSPerKm',
}

/** An error about the target names its place in GraphQL. */
export const inTargetWords = (thrown: unknown): unknown =>
  withPath(thrown, (inputPath) => TARGET_FIELDS[inputPath] ?? inputPath)

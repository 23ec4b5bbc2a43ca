// GraphQL of the word "course": elevationProfile, pacePlan, cleanGpx, simplifyGpx, and the same asked of a route.
// A field is one line: it names its resolver.

import { toFlatLine, toGpx } from '../resolvers/line-forms.ts'
import { parseInput } from '../resolvers/parse-input.ts'
import { profilePointsArgs } from '../resolvers/search-args.ts'
import {
  cleanGpxFile, elevationProfileInput, gpxCleanInput, gpxSimplifyInput, pacePlanInput, planPace, profileLine, simplifyGpxFile,
} from '../resolvers/course.ts'
import type { CourseEngine, ElevationProfileAnswer, PacePlanAnswer } from '../resolvers/course.ts'
import type { HeightCheck } from '../src/course/check-heights.ts'
import type { GpxCleanAnswer, GpxSimplifyAnswer } from '../src/course/course-jobs.ts'
import { HeldJson } from '../src/wire/held-json.ts'
import type { HoldingGpx } from '../src/wire/held-json.ts'
import type { HeldTexts } from '../src/wire/held-texts.ts'
import { readWritten } from '../src/wire/written-text.ts'
import type { Written } from '../src/wire/written-text.ts'
import { builder, priceOf, withoutNulls } from './builder.ts'
import { LineInputType, withLine } from './line-input.ts'
import { RouteType, StretchInterface, UnknownType } from './route-type.ts'
import { Leaf } from './scalars.ts'

export const CourseEngineType = builder.objectRef<CourseEngine>('CourseEngine').implement({
  description: 'What computed an answer about a line.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Always waypost.' }),
    version: t.exposeString('version', { description: 'Version of the build.' }),
    networkRelease: t.exposeString('networkRelease', { nullable: true, description: 'Version of the network; null while none is published.' }),
    terrainRelease: t.exposeString('terrainRelease', { nullable: true, description: 'Version of the terrain; null while none is published.' }),
  }),
})

export const ElevationChoiceEnum = builder.enumType('ElevationChoice', {
  description: 'Which heights are used.',
  values: {
    AUTO: { value: 'auto', description: 'Recorded ones where they pass the check, else the terrain.' },
    RECORDED: { value: 'recorded', description: 'The heights of the line itself; an error where they fail the check.' },
    TERRAIN: { value: 'terrain', description: 'The terrain model.' },
  } as const,
})
export const ElevationSourceEnum = builder.enumType('ElevationSource', {
  description: 'Where heights come from.',
  values: { TERRAIN: { value: 'terrain', description: 'The terrain model.' }, RECORDED: { value: 'recorded', description: 'The line itself.' } } as const,
})
const CourseHeightsEnum = builder.enumType('CourseHeights', {
  description: 'Where the heights of a course come from.',
  values: { RECORDED: { value: 'recorded', description: 'The line itself.' }, TERRAIN: { value: 'terrain', description: 'The terrain model.' }, NONE: { value: 'none', description: 'No heights: climb is not counted.' } } as const,
})
const CourseFormatEnum = builder.enumType('CourseFormat', {
  description: 'Form of the line that was sent.',
  values: { GPX: { value: 'gpx', description: 'GPX.' }, GEOJSON: { value: 'geojson', description: 'GeoJSON.' } } as const,
})
const PaceUnitEnum = builder.enumType('PaceUnit', {
  description: 'Length of a split.',
  values: { KM: { value: 'km', description: 'Kilometre.' }, MI: { value: 'mi', description: 'Mile, 1,609.344 m.' } } as const,
})
const PaceTargetKindEnum = builder.enumType('PaceTargetKind', {
  description: 'How the target was given.',
  values: { TIME: { value: 'time', description: 'As a finish time.' }, FLAT_PACE: { value: 'flat_pace', description: 'As a pace on level ground.' } } as const,
})
const SplitCharacterEnum = builder.enumType('SplitCharacter', {
  description: 'Character of a split, by the rule in effort.characterRule.',
  values: {
    RUNNABLE: { value: 'runnable', description: 'Little climb and descent.' }, STEADY_CLIMB: { value: 'steady climb', description: 'Mostly up.' }, MAJOR_CLIMB: { value: 'major climb', description: 'Steeply up.' },
    FAST_DESCENT: { value: 'fast descent', description: 'Mostly down.' }, TECHNICAL_DESCENT: { value: 'technical descent', description: 'Steeply down; the ground is not known.' },
    ROLLING_MOUNTAIN_TERRAIN: { value: 'rolling mountain terrain', description: 'Up and down.' },
  } as const,
})

const HeightCheckType = builder.objectRef<HeightCheck>('HeightCheck').implement({
  description: 'The check of recorded heights with its figures.',
  fields: (t) => ({
    passed: t.exposeBoolean('passed', { description: 'Whether they may be used.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why not; null where they passed.' }),
    missingShare: t.exposeFloat('missingShare', { description: 'Share of points without a usable height, 0 to 1.' }),
    spikeShare: t.exposeFloat('spikeShare', { description: 'Share of heights that are spikes, 0 to 1.' }),
    offsetM: t.exposeFloat('offsetM', { nullable: true, description: 'Median of recorded minus terrain height in metres; null without terrain to compare with.' }),
  }),
})

export const LineReadType = builder.objectRef<ElevationProfileAnswer['input']>('LineRead').implement({
  description: 'The line as it was read.',
  fields: (t) => ({
    format: t.field({ type: CourseFormatEnum, description: 'Its form.', resolve: (i) => i.format }),
    parts: t.exposeInt('parts', { description: 'Parts; never joined.' }),
    points: t.exposeInt('points', { description: 'Points of all parts.' }),
    lengthM: t.exposeFloat('lengthM', { description: 'Length of all parts in metres, gaps not counted.' }),
  }),
})

const ProfileElevationType = builder.objectRef<ElevationProfileAnswer['elevation']>('ProfileElevation').implement({
  description: 'Climb of a line.',
  fields: (t) => ({
    source: t.field({ type: ElevationSourceEnum, description: 'Where the heights come from.', resolve: (e) => e.source }),
    method: t.exposeString('method', { description: 'How climb is counted; the same as for routes.' }),
    ascentM: t.exposeFloat('ascentM', { description: 'Climb in metres; voids are left out.' }),
    descentM: t.exposeFloat('descentM', { description: 'Descent in metres; voids are left out.' }),
    minM: t.exposeFloat('minM', { description: 'Lowest height in metres.' }),
    maxM: t.exposeFloat('maxM', { description: 'Highest height in metres.' }),
    unknownM: t.exposeFloat('unknownM', { description: 'Metres of the line without heights.' }),
    checkRule: t.exposeString('checkRule', { nullable: true, description: 'The check of recorded heights in words; null where none were looked at.' }),
    check: t.field({ type: HeightCheckType, nullable: true, description: 'Its outcome; null where none were looked at.', resolve: (e) => e.check }),
  }),
})

const ProfilePartType = builder.objectRef<ElevationProfileAnswer['series']['parts'][number]>('ProfilePart').implement({
  description: 'One part of the line in the series.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'Its first point in the series, counted from 0.' }),
    last: t.exposeInt('last', { description: 'Its last point in the series.' }),
  }),
})

const ProfilePointType = builder.objectRef<(number | null)[]>('ProfilePoint').implement({
  description: 'One point of the series.',
  fields: (t) => ({
    distanceM: t.float({ description: 'Metres along the line.', resolve: (row) => row[0] as number }),
    elevationM: t.float({ nullable: true, description: 'Height in metres; null in a void, never bridged.', resolve: (row) => row[1] }),
    gradePct: t.float({ nullable: true, description: 'Slope in per cent over gradeWindowM around it; null where a void or a short part leaves none.', resolve: (row) => row[2] }),
    location: t.field({ type: 'LonLat', description: 'Where it is, [lon, lat] in degrees.', resolve: (row) => [row[3] as number, row[4] as number] as const }),
  }),
})

const ProfileSeriesType = builder.objectRef<ElevationProfileAnswer['series']>('ProfileSeries').implement({
  description: 'Points of a chart; ends, highs and lows of every part are kept.',
  fields: (t) => ({
    heights: t.exposeString('heights', { description: 'What the heights are.' }),
    gradeWindowM: t.exposeFloat('gradeWindowM', { description: 'Metres over which grades are measured.' }),
    parts: t.field({ type: [ProfilePartType], description: 'One entry per part.', resolve: (s) => s.parts }),
    points: t.field({ type: [ProfilePointType], description: 'In order along the line.', resolve: (s) => s.points }),
  }),
})

const SteepStretchType = builder.objectRef<ElevationProfileAnswer['steepest'][number]>('SteepStretch').implement({
  description: 'One of the steepest stretches, read from the series.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    direction: t.exposeString('direction', { description: 'up or down.' }),
    gradePct: t.exposeFloat('gradePct', { description: 'Slope in per cent, negative down.' }),
  }),
})

export const ElevationProfileType = builder.objectRef<ElevationProfileAnswer>('ElevationProfile').implement({
  description: 'The profile of a line.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always elevation-profile/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (p) => p.engine }),
    input: t.field({ type: LineReadType, description: 'The line as read.', resolve: (p) => p.input }),
    elevation: t.field({ type: ProfileElevationType, description: 'Climb and extremes.', resolve: (p) => p.elevation }),
    series: t.field({ type: ProfileSeriesType, description: 'The chart.', resolve: (p) => p.series }),
    steepest: t.field({ type: [SteepStretchType], description: 'Up to three stretches each way that do not overlap, steepest first.', resolve: (p) => p.steepest }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known about it.', resolve: (p) => p.unknowns }),
  }),
})

const PaceTargetType = builder.objectRef<PacePlanAnswer['target']>('PaceTarget').implement({
  description: 'What the plan aims at.',
  fields: (t) => ({
    kind: t.field({ type: PaceTargetKindEnum, description: 'How it was given.', resolve: (p) => p.kind }),
    seconds: t.exposeFloat('seconds', { description: 'Finish time in seconds, to 0.1 s; the splits add up to it.' }),
    flatPaceSPerKm: t.exposeFloat('flatPaceSPerKm', { description: 'Pace on level ground in seconds for each of its kilometres.' }),
  }),
})

const PaceCourseType = builder.objectRef<PacePlanAnswer['course']>('PaceCourse').implement({
  description: 'The course of a plan.',
  fields: (t) => ({
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    gainM: t.exposeFloat('gainM', { nullable: true, description: 'Climb in metres; null without heights, never 0 for missing.' }),
    lossM: t.exposeFloat('lossM', { nullable: true, description: 'Descent in metres; null without heights.' }),
    heights: t.field({ type: CourseHeightsEnum, description: 'Where heights come from.', resolve: (c) => c.heights }),
    smoothing: t.exposeString('smoothing', { description: 'How climb is counted.' }),
  }),
})

const PaceEffortType = builder.objectRef<PacePlanAnswer['effort']>('PaceEffort').implement({
  description: 'How time is spread over the course.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The pacing rule.' }),
    characterRule: t.exposeString('characterRule', { description: 'How splits get their character.' }),
    flatPaceSPerKm: t.exposeFloat('flatPaceSPerKm', { description: 'The pace on level ground that the target means on this course, in seconds for each of its kilometres.' }),
    effortKm: t.exposeFloat('effortKm', { description: 'Effort of the whole course in kilometres.' }),
  }),
})

const PaceSplitType = builder.objectRef<PacePlanAnswer['splits'][number]>('PaceSplit').implement({
  description: 'One kilometre or mile; the last may be shorter.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Its name, e.g. km 3.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    gainM: t.exposeFloat('gainM', { nullable: true, description: 'Climb in metres; null without heights.' }),
    lossM: t.exposeFloat('lossM', { nullable: true, description: 'Descent in metres; null without heights.' }),
    paceSPerKm: t.exposeFloat('paceSPerKm', { description: 'Pace in seconds, counted over kilometres for miles too.' }),
    seconds: t.exposeFloat('seconds', { description: 'Time of the split in seconds.' }),
    cumulativeSeconds: t.exposeFloat('cumulativeSeconds', { description: 'Time from the start to its end in seconds.' }),
    character: t.field({ type: SplitCharacterEnum, nullable: true, description: 'Its character; null without heights, for unknown is not runnable.', resolve: (s) => s.character }),
  }),
})

const PacePlanType = builder.objectRef<PacePlanAnswer>('PacePlan').implement({
  description: 'A finish time spread over a course.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always pace-plan/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (p) => p.engine }),
    unit: t.field({ type: PaceUnitEnum, description: 'Length of a split.', resolve: (p) => p.unit }),
    settingsDefaulted: t.exposeStringList('settingsDefaulted', { description: 'Settings that took their default.' }),
    target: t.field({ type: PaceTargetType, description: 'What it aims at.', resolve: (p) => p.target }),
    course: t.field({ type: PaceCourseType, description: 'The course.', resolve: (p) => p.course }),
    effort: t.field({ type: PaceEffortType, description: 'How time is spread.', resolve: (p) => p.effort }),
    splits: t.field({ type: [PaceSplitType], description: 'In order.', resolve: (p) => p.splits }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known about it.', resolve: (p) => p.unknowns }),
  }),
})

const CleanReportType = builder.objectRef<GpxCleanAnswer['report']>('GpxCleanReport').implement({
  description: 'What was taken out; pointsBefore = pointsAfter + duplicates + badCoordinates.',
  fields: (t) => ({
    changed: t.exposeBoolean('changed', { description: 'Whether anything was.' }),
    pointsBefore: t.exposeInt('pointsBefore', { description: 'Waypoints, route and track points before.' }),
    pointsAfter: t.exposeInt('pointsAfter', { description: 'The same after.' }),
    duplicates: t.exposeInt('duplicates', { description: 'Points that repeated position and height of the one before.' }),
    badCoordinates: t.exposeInt('badCoordinates', { description: 'Points with broken coordinates.' }),
    times: t.exposeInt('times', { description: 'Time elements cut out of what stays.' }),
    extensions: t.exposeInt('extensions', { description: 'Extension elements cut out of what stays.' }),
  }),
})

const GpxCleanType = builder.objectRef<Written<GpxCleanAnswer, 'gpx'>>('GpxClean').implement({
  description: 'A cleaned GPX file.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always gpx-clean/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (c) => c.engine as CourseEngine }),
    settings: t.field({ type: 'JSON', description: 'Every setting as applied.', resolve: (c) => c.settings }),
    report: t.field({ type: CleanReportType, description: 'What was taken out.', resolve: (c) => c.report }),
    gpx: t.string({ description: 'The file; byte for byte the input where nothing was taken out.', resolve: (c, _, { written }) => written.place(c.gpx) }),
  }),
})

const SimplifyResultType = builder.objectRef<GpxSimplifyAnswer['result']>('GpxSimplifyResult').implement({
  description: 'What is left of a line, and what it lost.',
  fields: (t) => ({
    points: t.exposeInt('points', { description: 'Points kept.' }),
    removed: t.exposeInt('removed', { description: 'Points removed.' }),
    maxDeviationM: t.exposeFloat('maxDeviationM', { description: 'Metres on the ground from the farthest removed point to the line that stays.' }),
    provenBoundM: t.exposeFloat('provenBoundM', { nullable: true, description: 'No choice of as many points deviates less than this, metres; null with a tolerance.' }),
    distanceBeforeM: t.exposeFloat('distanceBeforeM', { description: 'Length before, metres.' }),
    distanceAfterM: t.exposeFloat('distanceAfterM', { description: 'Length after, metres.' }),
    ascentBeforeM: t.exposeFloat('ascentBeforeM', { nullable: true, description: 'Climb before, metres; null without heights.' }),
    ascentAfterM: t.exposeFloat('ascentAfterM', { nullable: true, description: 'Climb after, metres; null without heights.' }),
    descentBeforeM: t.exposeFloat('descentBeforeM', { nullable: true, description: 'Descent before, metres; null without heights.' }),
    descentAfterM: t.exposeFloat('descentAfterM', { nullable: true, description: 'Descent after, metres; null without heights.' }),
    stops: t.exposeInt('stops', { description: 'Waypoints at the line and pauses of 10 minutes or more.' }),
    keptStops: t.exposeInt('keptStops', { description: 'How many of them keep their points.' }),
    notKept: t.field({ type: ['String'], description: 'What was asked to be kept and was not, in sentences.', resolve: (r) => r.notKept.map((one) => one.message) }),
    indices: t.field({ type: ['Int'], nullable: true, description: 'Kept points, counted from 0 over all parts; null where not asked for.', resolve: (r) => r.indices ?? null }),
  }),
})

const SimplifyInputReadType = builder.objectRef<GpxSimplifyAnswer['input']>('GpxSimplifyRead').implement({
  description: 'The line as it was read.',
  fields: (t) => ({
    format: t.field({ type: CourseFormatEnum, description: 'Its form.', resolve: (i) => i.format }),
    segments: t.exposeInt('segments', { description: 'Segments; their ends are always kept.' }),
    points: t.exposeInt('points', { description: 'Points of all segments.' }),
  }),
})

const GpxSimplifyType = builder.objectRef<Written<GpxSimplifyAnswer, 'gpx'>>('GpxSimplify').implement({
  description: 'A line with fewer points.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always gpx-simplify/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (s) => s.engine as CourseEngine }),
    settings: t.field({ type: 'JSON', description: 'Every setting as applied.', resolve: (s) => s.settings }),
    input: t.field({ type: SimplifyInputReadType, description: 'The line as read.', resolve: (s) => s.input }),
    result: t.field({ type: SimplifyResultType, description: 'What is left, and what was lost.', resolve: (s) => s.result }),
    gpx: t.string({ nullable: true, description: 'The file, kept points byte for byte; null where GeoJSON was sent.', resolve: (s, _, { written }) => written.place(s.gpx) ?? null }),
    geometry: t.field({ type: 'GeoJSON', nullable: true, description: 'The GeoJSON with the kept positions; null where GPX was sent.', resolve: (s) => (s.geometry == null ? null : new Leaf(s.geometry)) }),
  }),
})

export const ElevationProfileInputType = builder.inputType('ElevationProfileInput', {
  description: 'A line and how its profile is made. At most 5,000 points and 300 km.',
  fields: (t) => ({
    line: t.field({ type: LineInputType, required: true, description: 'The line.' }),
    elevation: t.field({ type: ElevationChoiceEnum, description: 'Which heights. Default AUTO.' }),
    points: t.int({ description: 'The series has at most this many points, 2 to 6,000. Default 1,000.' }),
  }),
}).validate(withLine(elevationProfileInput))

const PACE_FIELDS = 'Exactly one of targetTime, targetSeconds and flatPaceSPerKm.'
export const PacePlanInputType = builder.inputType('PacePlanInput', {
  description: `A course and its target. One part, at most 5,000 points and 300 km. ${PACE_FIELDS}`,
  fields: (t) => ({
    line: t.field({ type: LineInputType, required: true, description: 'The course, one part.' }),
    targetTime: t.string({ description: 'Finish time h:mm:ss, mm:ss or minutes.' }),
    targetSeconds: t.float({ description: 'Finish time in seconds.' }),
    flatPaceSPerKm: t.float({ description: 'Pace on level ground, 120 to 1,800 seconds per kilometre.' }),
    unit: t.field({ type: PaceUnitEnum, description: 'Length of a split. Default KM.' }),
  }),
}).validate(withLine(pacePlanInput))

export const GpxCleanInputType = builder.inputType('GpxCleanInput', {
  description: 'A GPX file and what to take out. At most 5 MB and 50,000 points.',
  fields: (t) => ({
    gpx: t.string({ required: true, description: 'GPX 1.0 or 1.1.' }),
    dedupe: t.boolean({ description: 'Points that repeat position and height of the one before. Default true.' }),
    dropBad: t.boolean({ description: 'Points with broken coordinates. Default true.' }),
    stripTimes: t.boolean({ description: 'Every time. Default false.' }),
    stripExtensions: t.boolean({ description: 'Sensor extensions inside points. Default false.' }),
  }),
}).validate(withoutNulls(gpxCleanInput))

export const GpxSimplifyInputType = builder.inputType('GpxSimplifyInput', {
  description: 'A line and how far to thin it. Send toleranceM or maxPoints. At most 5 MB and 50,000 points.',
  fields: (t) => ({
    line: t.field({ type: LineInputType, required: true, description: 'The line.' }),
    toleranceM: t.float({ description: 'Largest deviation in metres on the ground, 0.5 to 1,000. Default 10.' }),
    maxPoints: t.int({ description: 'Keeps at most this many points, with the smallest possible largest deviation.' }),
    keepClimb: t.boolean({ description: 'Holds climb within 1 %. Default true.' }),
    keepStops: t.boolean({ description: 'Keeps points at waypoints and pauses of 10 minutes or more. Default true.' }),
    indices: t.boolean({ description: 'Adds the indices of the kept points. Default false.' }),
  }),
}).validate(withLine(gpxSimplifyInput))

/** A file that was not read yet goes on as bytes. */
function holdGpx<T extends { gpx?: string | undefined }>(input: T, texts: HeldTexts | null): HoldingGpx<T> {
  const gpx = texts?.find(input.gpx)
  return (gpx === undefined ? input : { ...input, gpx }) as HoldingGpx<T>
}

/** The same for who reads it on this thread: as text where other fields take it too. */
function holdLine<T extends { gpx?: string | undefined }>(input: T, texts: HeldTexts | null): HoldingGpx<T> {
  const held = holdGpx(input, texts)
  return held.gpx instanceof HeldJson && !held.gpx.lone ? ({ ...input, gpx: texts!.restore(input.gpx, null) } as HoldingGpx<T>) : held
}

builder.queryFields((t) => ({
  elevationProfile: t.field({
    type: ElevationProfileType, nullable: true, description: profileLine.summary, args: { input: t.arg({ type: ElevationProfileInputType, required: true, description: 'The line.' }) },
    extensions: { holds: ['input', 'line', 'gpx'] },
    complexity: ({ input }) => priceOf(profileLine, input), resolve: (_, { input }, { ledger, held }) => ledger.run(profileLine, holdLine(input, held)),
  }),
  pacePlan: t.field({
    type: PacePlanType, nullable: true, description: planPace.summary, args: { input: t.arg({ type: PacePlanInputType, required: true, description: 'The course and its target.' }) },
    extensions: { holds: ['input', 'line', 'gpx'] },
    complexity: ({ input }) => priceOf(planPace, input), resolve: (_, { input }, { ledger, held }) => ledger.run(planPace, holdLine(input, held)),
  }),
  cleanGpx: t.field({
    type: GpxCleanType, nullable: true, description: cleanGpxFile.summary, args: { input: t.arg({ type: GpxCleanInputType, required: true, description: 'The file.' }) },
    extensions: { holds: ['input', 'gpx'] },
    complexity: ({ input }) => priceOf(cleanGpxFile, input), resolve: async (_, { input }, { ledger, held }) => readWritten(await ledger.run(cleanGpxFile, holdGpx(input, held)), 'gpx'),
  }),
  simplifyGpx: t.field({
    type: GpxSimplifyType, nullable: true, description: simplifyGpxFile.summary, args: { input: t.arg({ type: GpxSimplifyInputType, required: true, description: 'The line.' }) },
    extensions: { holds: ['input', 'line', 'gpx'] },
    complexity: ({ input }) => priceOf(simplifyGpxFile, input), resolve: async (_, { input }, { ledger, held }) => readWritten(await ledger.run(simplifyGpxFile, holdGpx(input, held)), 'gpx'),
  }),
}))

builder.objectFields(RouteType, (t) => ({
  profile: t.field({
    type: ElevationProfileType, nullable: true, description: 'Its elevation profile from the terrain; null beside an error where it is too long or there is no terrain.',
    args: t.validate({ points: t.arg.int({ description: 'The series has at most this many points, 2 to 6,000. Default 1,000.' }) }, withoutNulls(profilePointsArgs)),
    complexity: () => priceOf(profileLine, {}),
    resolve: (route, { points }, { ledger }) => ledger.run(profileLine, { geometry: toFlatLine(route.geometry.coordinates), elevation: 'terrain', ...(points == null ? {} : { points }) }),
  }),
  pacePlan: t.field({
    type: PacePlanType, nullable: true, description: `A finish time spread over it by effort; null beside an error. ${PACE_FIELDS}`,
    args: {
      targetTime: t.arg.string({ description: 'Finish time h:mm:ss, mm:ss or minutes.' }),
      targetSeconds: t.arg.float({ description: 'Finish time in seconds.' }),
      flatPaceSPerKm: t.arg.float({ description: 'Pace on level ground, 120 to 1,800 seconds per kilometre.' }),
      unit: t.arg({ type: PaceUnitEnum, description: 'Length of a split. Default KM.' }),
    },
    complexity: () => priceOf(planPace, {}),
    resolve: (route, args, { ledger }) => ledger.run(planPace, parseInput(planPace, { geometry: toFlatLine(route.geometry.coordinates), ...Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) })),
  }),
  gpx: t.string({ description: 'The line as a GPX 1.1 file with the heights that are known.', resolve: (route) => toGpx(route.geometry.coordinates) }),
}))

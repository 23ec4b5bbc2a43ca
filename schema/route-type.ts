// The route as GraphQL sees it. The types say in words what each number is and what null means; the line is built
// only in the form that is asked for.

import { toGeoJsonLine, toGpx, toPolyline6 } from '../resolvers/line-forms.ts'
import type {
  CapAlternative, Difficulty, Engine, GradedStretch, HardestStretch, Hazard, HikeTime, Leg, Maneuver, RouteSettings, Snap, Surfaces, WaypointRoute, Ways,
} from '../src/routing/route-types.ts'
import type { Unknown, Warning } from '../src/unknowns.ts'
import { builder } from './builder.ts'
import { BicycleTypeEnum, HazardEnum, MarkedTrailsEnum, ProfileEnum, RouteStatusEnum, SurfaceEnum, SurfaceSourceEnum } from './route-enums.ts'

export const EngineType = builder.objectRef<Engine>('Engine').implement({
  description: 'What computed an answer.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Always waypost.' }),
    version: t.exposeString('version', { description: 'Version of the build.' }),
    networkRelease: t.exposeString('networkRelease', { description: 'Version of the network.' }),
    terrainRelease: t.exposeString('terrainRelease', { nullable: true, description: 'Version of the terrain; null where the network has no heights.' }),
  }),
})

const RouteSettingsType = builder.objectRef<RouteSettings>('RouteSettings').implement({
  description: 'Every setting as applied. Null where the profile does not take it.',
  fields: (t) => ({
    profile: t.field({ type: ProfileEnum, description: 'How one travels.', resolve: (s) => s.profile }),
    maxSac: t.int({ nullable: true, description: 'Hardest SAC grade, 1 to 6; null by bicycle.', resolve: (s) => s.maxSac ?? null }),
    markedTrails: t.field({ type: MarkedTrailsEnum, nullable: true, description: 'How signed trails count; null by bicycle.', resolve: (s) => s.markedTrails ?? null }),
    avoidPaved: t.exposeBoolean('avoidPaved', { description: 'Whether paved ways are avoided.' }),
    hills: t.exposeFloat('hills', { description: '-1 avoids climbing, 1 seeks it.' }),
    shortest: t.exposeBoolean('shortest', { description: 'Whether the shortest way was asked for.' }),
    bicycleType: t.field({ type: BicycleTypeEnum, nullable: true, description: 'Kind of bicycle; null on foot.', resolve: (s) => s.bicycleType ?? null }),
    straightLegs: t.exposeIntList('straightLegs', { description: 'Legs drawn straight, counted from 0.' }),
    snapRadiusM: t.exposeFloat('snapRadiusM', { description: 'Snap radius in metres.' }),
  }),
})

type Stretch = { fromM: number; toM: number }

/** Where on the line something lies; every type that is placed has these two. */
export const StretchInterface = builder.interfaceRef<Stretch>('Stretch').implement({
  description: 'A part of the line, in metres from the start of the whole route.',
  fields: (t) => ({
    fromM: t.exposeFloat('fromM', { description: 'Where it begins, metres along the line.' }),
    toM: t.exposeFloat('toM', { description: 'Where it ends, metres along the line.' }),
  }),
})

const OutsideCalibrationType = builder.objectRef<HikeTime['outsideCalibration'][number]>('OutsideCalibration').implement({
  description: 'A stretch that the time model was not made for.',
  interfaces: [StretchInterface],
  fields: (t) => ({ reason: t.exposeString('reason', { description: 'Why the model does not cover it.' }) }),
})

export const HikeTimeType = builder.objectRef<HikeTime>('HikeTime').implement({
  description: 'Moving time on foot.',
  fields: (t) => ({
    model: t.exposeString('model', { description: 'Always service-hike/2.' }),
    movingS: t.exposeFloat('movingS', { description: 'Moving time in seconds, without rests.' }),
    band50S: t.exposeFloatList('band50S', { nullable: true, description: 'Low and high of the middle half of walkers, seconds; null while the model has no calibration.' }),
    band80S: t.exposeFloatList('band80S', { nullable: true, description: 'Low and high of the middle four fifths of walkers, seconds; null while the model has no calibration.' }),
    scope: t.exposeString('scope', { description: 'What the model covers.' }),
    errorPct: t.exposeFloat('errorPct', { nullable: true, description: 'Median relative error of the calibration in per cent; null while there is none.' }),
    outsideCalibrationM: t.exposeFloat('outsideCalibrationM', { description: 'Metres that the model was not made for.' }),
    outsideCalibration: t.field({ type: [OutsideCalibrationType], description: 'Where they are.', resolve: (time) => time.outsideCalibration }),
  }),
})

const SurfaceStretchType = builder.objectRef<Surfaces['stretches'][number]>('SurfaceStretch').implement({
  description: 'A stretch of one surface.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    surface: t.field({ type: SurfaceEnum, description: 'Kind of surface.', resolve: (s) => s.surface }),
    tag: t.exposeString('tag', { nullable: true, description: 'The surface as tagged; null where it is untagged.' }),
    source: t.field({ type: SurfaceSourceEnum, nullable: true, description: 'Mapped, or assumed from the class of the way; null on a straight leg.', resolve: (s) => s.source }),
  }),
})

export const SurfacesType = builder.objectRef<Surfaces>('Surfaces').implement({
  description: 'Metres by kind of surface; the four kinds sum to the distance.',
  fields: (t) => ({
    pavedM: t.exposeFloat('pavedM', { description: 'Metres on paved ways.' }),
    gravelM: t.exposeFloat('gravelM', { description: 'Metres on gravel.' }),
    trailM: t.exposeFloat('trailM', { description: 'Metres on natural ground.' }),
    unknownM: t.exposeFloat('unknownM', { description: 'Metres of which nothing is known.' }),
    mappedM: t.exposeFloat('mappedM', { description: 'Metres whose surface is tagged.' }),
    assumedM: t.exposeFloat('assumedM', { description: 'Metres whose surface is assumed from the class of the way.' }),
    stretches: t.field({ type: [SurfaceStretchType], description: 'Placed along the line.', resolve: (s) => s.stretches }),
  }),
})

const WayStretchType = builder.objectRef<Ways['stretches'][number]>('WayStretch').implement({
  description: 'A stretch along one way of the map.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    wayId: t.expose('wayId', { type: 'OsmId', nullable: true, description: 'OpenStreetMap way; null on a straight leg.' }),
    highway: t.exposeString('highway', { description: 'Class of the way as tagged.' }),
    name: t.exposeString('name', { nullable: true, description: 'Its name; null where it has none.' }),
    ref: t.exposeString('ref', { nullable: true, description: 'Its reference; null where it has none.' }),
    trails: t.field({ type: ['OsmId'], description: 'Relations of the signed routes along it.', resolve: (s) => s.trails }),
  }),
})

export const WaysType = builder.objectRef<Ways>('Ways').implement({
  description: 'Metres by kind of way.',
  fields: (t) => ({
    roadM: t.exposeFloat('roadM', { description: 'Metres on roads.' }),
    streetM: t.exposeFloat('streetM', { description: 'Metres on streets.' }),
    trackM: t.exposeFloat('trackM', { description: 'Metres on tracks.' }),
    pathM: t.exposeFloat('pathM', { description: 'Metres on paths.' }),
    footwayM: t.exposeFloat('footwayM', { description: 'Metres on footways.' }),
    stepsM: t.exposeFloat('stepsM', { description: 'Metres on steps.' }),
    cyclewayM: t.exposeFloat('cyclewayM', { description: 'Metres on cycleways.' }),
    ferryM: t.exposeFloat('ferryM', { description: 'Metres on ferries.' }),
    straightM: t.exposeFloat('straightM', { description: 'Metres drawn straight.' }),
    otherM: t.exposeFloat('otherM', { description: 'Metres on anything else.' }),
    signedM: t.exposeFloat('signedM', { description: 'Metres along signed routes, whatever the way.' }),
    stretches: t.field({ type: [WayStretchType], description: 'Placed along the line.', resolve: (w) => w.stretches }),
  }),
})

const GradeLengthType = builder.objectRef<{ grade: string; lengthM: number }>('GradeLength').implement({
  description: 'Metres of one grade.',
  fields: (t) => ({
    grade: t.exposeString('grade', { description: 'T1 to T6 (SAC) on foot, S0 to S6 (single trail) by bicycle.' }),
    lengthM: t.exposeFloat('lengthM', { description: 'Metres of this grade.' }),
  }),
})

const GradeStretchType = builder.objectRef<GradedStretch>('GradeStretch').implement({
  description: 'A stretch of one grade.',
  interfaces: [StretchInterface],
  fields: (t) => ({ grade: t.exposeString('grade', { nullable: true, description: 'T1 to T6, via_ferrata or S0 to S6 as tagged; null where the path is untagged, which is unknown and not easy.' }) }),
})

const HardestType = builder.objectRef<HardestStretch>('HardestStretch').implement({
  description: 'The hardest graded stretch.',
  interfaces: [StretchInterface],
  fields: (t) => ({ grade: t.exposeString('grade', { description: 'Its grade.' }) }),
})

export const DifficultyType = builder.objectRef<Difficulty>('Difficulty').implement({
  description: 'Metres by grade. Only a tag grades a way; an untagged path is unknown.',
  fields: (t) => ({
    grades: t.field({ type: [GradeLengthType], description: 'Metres of each grade, easiest first.', resolve: (d) => gradeLengths(d) }),
    viaFerrataM: t.float({ nullable: true, description: 'Metres of via ferrata, above T6; null by bicycle.', resolve: (d) => ('viaFerrataM' in d ? d.viaFerrataM : null) }),
    untaggedPathM: t.float({ description: 'Metres of paths without a grade: unknown, not easy.', resolve: (d) => ('untaggedM' in d ? d.untaggedM : d.untaggedPathM) }),
    roadM: t.float({ nullable: true, description: 'Metres of roads and tracks, which take no SAC grade; null by bicycle.', resolve: (d) => ('roadM' in d ? d.roadM : null) }),
    hardest: t.field({ type: HardestType, nullable: true, description: 'The hardest stretch; null where nothing is graded.', resolve: (d) => d.hardest }),
    stretches: t.field({ type: [GradeStretchType], description: 'Placed along the line.', resolve: (d) => d.stretches }),
  }),
})

/** `T1M` ... `S6M` of either kind, as a list. */
function gradeLengths(difficulty: Difficulty): { grade: string; lengthM: number }[] {
  return Object.entries(difficulty)
    .filter(([key]) => /^[TS]\dM$/.test(key))
    .map(([key, lengthM]) => ({ grade: key.slice(0, 2), lengthM: lengthM as number }))
    .sort((a, b) => (a.grade < b.grade ? -1 : 1))
}

export const HazardType = builder.objectRef<Hazard>('Hazard').implement({
  description: 'Something on the way that needs care.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    kind: t.field({ type: HazardEnum, description: 'What it is.', resolve: (h) => h.kind }),
    lengthM: t.exposeFloat('lengthM', { description: 'Its length in metres; 0 for a point.' }),
    wayId: t.expose('wayId', { type: 'OsmId', nullable: true, description: 'OpenStreetMap way; null where it is a node.' }),
  }),
})

export const WarningType = builder.objectRef<Warning>('Warning').implement({
  description: 'What to look out for.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A word of a closed list.' }),
    message: t.exposeString('message', { description: 'One sentence.' }),
    location: t.field({ type: 'LonLat', nullable: true, description: 'Where it starts, [lon, lat] in degrees; null where it concerns the whole.', resolve: (w) => w.location }),
  }),
})

export const UnknownType = builder.objectRef<Unknown>('Unknown').implement({
  description: 'What is not known. Never a reassurance.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A word of a closed list.' }),
    message: t.exposeString('message', { description: 'One sentence.' }),
  }),
})

type Coordinates = WaypointRoute['geometry']['coordinates']

const LineType = builder.objectRef<Coordinates>('Line').implement({
  description: 'A line in the form that is asked for; the others are not built.',
  fields: (t) => ({
    coordinates: t.field({ type: ['Position'], description: 'Points [lon, lat, height], degrees and metres.', resolve: (line) => line }),
    polyline6: t.string({ description: 'Encoded polyline with 6 decimal digits, latitude first, without heights.', resolve: (line) => toPolyline6(line) }),
    geoJson: t.field({ type: 'GeoJSON', description: 'A GeoJSON LineString.', resolve: (line) => toGeoJsonLine(line) }),
  }),
})

const LegType = builder.objectRef<Leg>('Leg').implement({
  description: 'The part of a route between two waypoints.',
  fields: (t) => ({
    leg: t.exposeInt('leg', { description: 'Its number, counted from 0.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Climb in metres; null on a straight leg or without terrain.' }),
    descentM: t.exposeFloat('descentM', { nullable: true, description: 'Descent in metres; null on a straight leg or without terrain.' }),
    fromSnapM: t.exposeFloat('fromSnapM', { description: 'Metres from its first waypoint to the way.' }),
    toSnapM: t.exposeFloat('toSnapM', { description: 'Metres from its last waypoint to the way.' }),
  }),
})

const SnapType = builder.objectRef<Snap>('Snap').implement({
  description: 'Where a waypoint met the network.',
  fields: (t) => ({
    waypoint: t.exposeInt('waypoint', { description: 'Number of the waypoint, counted from 0.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Metres from the waypoint as asked.' }),
    location: t.field({ type: 'LonLat', description: 'The nearest point of a usable way, [lon, lat] in degrees.', resolve: (s) => s.location }),
    wayId: t.expose('wayId', { type: 'OsmId', nullable: true, description: 'OpenStreetMap way; null where the leg is straight.' }),
  }),
})

const ManeuverType = builder.objectRef<Maneuver>('Maneuver').implement({
  description: 'One instruction.',
  fields: (t) => ({
    instruction: t.exposeString('instruction', { description: 'In words.' }),
    type: t.exposeString('type', { description: 'A word of a closed list, e.g. start, turn_left, arrive.' }),
    location: t.field({ type: 'LonLat', description: 'Where it applies, [lon, lat] in degrees.', resolve: (m) => m.location }),
    distanceM: t.exposeFloat('distanceM', { description: 'Metres to the next instruction.' }),
  }),
})

const CapAlternativeType = builder.objectRef<CapAlternative>('CapAlternative').implement({
  description: 'A much shorter way that the default grade cap left out.',
  fields: (t) => ({
    maxSac: t.exposeInt('maxSac', { description: 'The grade that it needs, 1 to 6.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Its length in metres.' }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Its climb in metres; null without terrain.' }),
    minutes: t.exposeFloat('minutes', { nullable: true, description: 'Its moving time in minutes; null where none can be given.' }),
    savesM: t.exposeFloat('savesM', { description: 'Metres that it is shorter.' }),
  }),
})

export const RouteType = builder.objectRef<WaypointRoute>('Route').implement({
  description: 'A route over waypoints.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always route/1.' }),
    engine: t.field({ type: EngineType, description: 'What computed it.', resolve: (r) => r.engine }),
    status: t.field({ type: RouteStatusEnum, description: 'What is proven about it.', resolve: (r) => r.status }),
    settings: t.field({ type: RouteSettingsType, description: 'Every setting as applied.', resolve: (r) => r.settings }),
    settingsDefaulted: t.exposeStringList('settingsDefaulted', { description: 'Settings that took their default, in the words of REST.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Climb in metres of the routed legs; null without terrain.' }),
    descentM: t.exposeFloat('descentM', { nullable: true, description: 'Descent in metres of the routed legs; null without terrain.' }),
    ascentMethod: t.exposeString('ascentMethod', { description: 'How climb is counted.' }),
    time: t.field({ type: HikeTimeType, nullable: true, description: 'Moving time; null for running and cycling.', resolve: (r) => r.time }),
    surfaces: t.field({ type: SurfacesType, description: 'Surfaces along it.', resolve: (r) => r.surfaces }),
    ways: t.field({ type: WaysType, description: 'Ways along it.', resolve: (r) => r.ways }),
    difficulty: t.field({ type: DifficultyType, nullable: true, description: 'Grades along it; null where nothing is graded nor a path.', resolve: (r) => r.difficulty }),
    hazards: t.field({ type: [HazardType], description: 'Fords, aided passages and via ferratas along it.', resolve: (r) => r.hazards }),
    warnings: t.field({ type: [WarningType], description: 'What to look out for.', resolve: (r) => r.warnings }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known about it.', resolve: (r) => r.unknowns }),
    line: t.field({ type: LineType, description: 'Its course.', resolve: (r) => r.geometry.coordinates }),
    gpx: t.string({ description: 'The line as a GPX 1.1 file with the heights that are known.', resolve: (r) => toGpx(r.geometry.coordinates) }),
    legs: t.field({ type: [LegType], description: 'One per pair of waypoints.', resolve: (r) => r.legs }),
    snaps: t.field({ type: [SnapType], description: 'Where the waypoints met the network.', resolve: (r) => r.snaps }),
    maneuvers: t.field({ type: [ManeuverType], description: 'Instructions, few and right.', resolve: (r) => r.maneuvers }),
    capAlternative: t.field({ type: CapAlternativeType, nullable: true, description: 'A much shorter way above the default grade cap; null where there is none or the cap was set.', resolve: (r) => r.capAlternative }),
  }),
})

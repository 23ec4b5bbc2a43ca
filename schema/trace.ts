// The types of Line.match: a line followed edge by edge, in Valhalla's words.

import { type OnLine, placeAlong, type Placed } from '../resolvers/stretch-of.ts'
import type { TraceEdge, TracePoint, TraceAnswer, UnmatchedPart } from '../src/routing/matching/trace-types.ts'
import { tenths } from '../src/wire/numbers.ts'
import { builder } from './builder.ts'
import { SacGradeEnum } from './grades.ts'
import { SurfaceSourceEnum } from './code-enums.ts'
import { locationFields } from './spot.ts'
import { StretchInterface } from './stretch-interface.ts'

const UnmatchedReasonEnum = builder.enumType('UnmatchedReason', {
  description: 'Why a stretch follows no way.',
  values: {
    NO_PATH_NEARBY: { value: 'no_path_nearby', description: 'There is no way nearby.' },
    NO_CONNECTION: { value: 'no_connection', description: 'The ways nearby are not connected along the line.' },
    OUTSIDE_REGION: { value: 'outside_region', description: 'It is outside the region of the network.' },
    NOT_ALLOWED: { value: 'not_allowed', description: 'The ways nearby are closed to this mode.' },
    TOO_FAR: {
      value: 'too_far',
      description: 'The way that connects its points runs farther from it than the search radius.',
    },
  } as const,
})

/** Stretches of a line that follow no way. */
export const UnmatchedType = builder.objectRef<Placed<UnmatchedPart>>('UnmatchedStretch').implement({
  description: 'A stretch that follows no way; its line is that part of the supplied line.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    fromIndex: t.exposeInt('fromIndex', { description: 'Point of the line where it begins, counted from 0.' }),
    toIndex: t.exposeInt('toIndex', { description: 'Point of the line where it ends.' }),
    reason: t.expose('reason', { type: UnmatchedReasonEnum, description: 'Why it follows no way.' }),
  }),
})

const TraceEdgeType = builder.objectRef<TraceEdge>('TraceEdge').implement({
  description: "One edge of the network as followed, in Valhalla's words.",
  fields: (t) => ({
    wayId: t.expose('wayId', { type: 'OsmId', description: 'Number of the way on OpenStreetMap.' }),
    names: t.field({ type: ['String'], description: 'Name and reference.', resolve: (e) => e.names ?? [] }),
    lengthM: t.float({ description: 'Length followed in metres.', resolve: (e) => tenths(e.length * 1000) }),
    surface: t.exposeString('surface', {
      nullable: true,
      description: "Valhalla's word for the surface; null if unknown.",
    }),
    surfaceSource: t.expose('surfaceSource', {
      type: SurfaceSourceEnum,
      nullable: true,
      description: 'Mapped, or assumed from the class; null where the surface is unknown.',
    }),
    use: t.exposeString('use', { description: "Valhalla's word for the use." }),
    sacGrade: t.expose('sacScale', {
      type: SacGradeEnum,
      nullable: true,
      description: 'SAC grade as tagged; null where untagged, which is unknown and not easy.',
    }),
    roadClass: t.exposeString('roadClass', { description: "Valhalla's word for the class of road." }),
    beginBearingDeg: t.exposeInt('beginHeading', { description: 'Degrees clockwise from north at its beginning.' }),
    endBearingDeg: t.exposeInt('endHeading', { description: 'Degrees clockwise from north at its end.' }),
    beginShapeIndex: t.exposeInt('beginShapeIndex', { description: 'Its first point in the shape.' }),
    endShapeIndex: t.exposeInt('endShapeIndex', { description: 'Its last point in the shape.' }),
    fromShare: t.float({
      nullable: true,
      description: "Share of the whole edge before its beginning, 0 to 1; null where it begins at the edge's own.",
      resolve: (e) => e.sourcePercentAlong ?? null,
    }),
    toShare: t.float({
      nullable: true,
      description: "Share of the whole edge up to its end, 0 to 1; null where it ends at the edge's own.",
      resolve: (e) => e.targetPercentAlong ?? null,
    }),
    push: t.boolean({
      description: 'Whether the bicycle has to be pushed: riding is not allowed, walking is. False on foot.',
      resolve: (e) => e.push ?? false,
    }),
    meanElevationM: t.float({
      nullable: true,
      description: 'Mean height in metres; null where one is not known.',
      resolve: (e) => e.meanElevation ?? null,
    }),
    gradePct: t.float({
      nullable: true,
      description: 'Slope from its beginning to its end in per cent; null where a height is not known.',
      resolve: (e) => e.weightedGrade ?? null,
    }),
  }),
})

const TracePointTypeEnum = builder.enumType('TracePointType', {
  description: 'How a point was placed on the network.',
  values: {
    MATCHED: { value: 'matched', description: 'Placed on a way on its own evidence.' },
    INTERPOLATED: { value: 'interpolated', description: 'Placed between its matched neighbours.' },
    UNMATCHED: { value: 'unmatched', description: 'On no way of the network.' },
  } as const,
})

const TracePointType = builder.objectRef<TracePoint>('TracePoint').implement({
  description: 'A point of the line and its place on the network.',
  fields: (t) => ({
    ...locationFields(t, 'Its place, [lon, lat] in degrees; the point itself where unmatched.', (p) => [p.lon, p.lat]),
    type: t.expose('type', {
      type: TracePointTypeEnum,
      description: 'Whether the point was matched, interpolated or not matched.',
    }),
    edgeIndex: t.exposeInt('edgeIndex', {
      nullable: true,
      description: 'Edge it lies on, counted from 0; null where unmatched.',
    }),
    alongEdgeShare: t.exposeFloat('distanceAlongEdge', {
      nullable: true,
      description: 'Share of the whole edge, 0 to 1; null where unmatched.',
    }),
    offM: t.float({
      nullable: true,
      description: 'Metres from the supplied point; null if unmatched.',
      resolve: (p) => p.distanceFromTracePoint,
    }),
  }),
})

const TraceSegmentType = builder.objectRef<TraceAnswer['segments'][number]>('TraceSegment').implement({
  description: 'An unbroken stretch on the network.',
  fields: (t) => ({
    polyline6: t.exposeString('shape', {
      description: 'Its line as encoded polyline with 6 decimal digits, latitude first.',
    }),
    fromIndex: t.exposeInt('fromIndex', { description: 'First point of the line, counted from 0.' }),
    toIndex: t.exposeInt('toIndex', { description: 'Last point of the line.' }),
  }),
})

export const TraceMatchType = builder.objectRef<OnLine<TraceAnswer>>('TraceMatch').implement({
  description: 'A line matched to the network.',
  fields: (t) => ({
    networkEdges: t.expose('edges', { type: [TraceEdgeType], description: 'Edges of the network followed, in order.' }),
    matchedPoints: t.expose('matchedPoints', { type: [TracePointType], description: 'One per point of the line.' }),
    polyline6: t.exposeString('shape', {
      description: 'All segments one after another, encoded; the edges count in it.',
    }),
    segments: t.expose('segments', {
      type: [TraceSegmentType],
      description: 'Unbroken stretches of the line, in order.',
    }),
    unmatched: t.field({
      type: [UnmatchedType],
      description: 'Stretches on no way.',
      resolve: (a) => placeAlong(a.unmatched, a.along),
    }),
    lengthM: t.float({ description: 'Length of the supplied line, metres.', resolve: (a) => a.lengths.traceM }),
    matchedM: t.float({ description: 'Metres of the line that follow ways.', resolve: (a) => a.lengths.matchedM }),
    onNetworkM: t.float({ description: 'Metres of the ways followed.', resolve: (a) => a.lengths.networkM }),
    networkRelease: t.exposeString('tileRelease', { description: 'Version of the network.' }),
  }),
})

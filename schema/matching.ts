// The types of Course.analysis: a line against the network. The facts are those of a course and have its types.

import type { RouteAnalysis, WayMatch } from '../src/routing/matching/analyse-types.ts'
import { builder } from './builder.ts'
import { EngineType, LineReadType } from './course-types.ts'
import { AnalysedCourseInterface, CourseInterface } from './course.ts'
import { SacGradeEnum } from './grades.ts'
import { SurfaceEnum, SurfaceSourceEnum } from './code-enums.ts'
import { type OnLine, type Placed, onLine, placeAlong } from '../resolvers/stretch-of.ts'
import { StretchInterface } from './stretch-interface.ts'
import { UnmatchedType } from './trace.ts'

const MatchStatusEnum = builder.enumType('MatchStatus', {
  description: 'How much of a line follows ways.',
  values: {
    MATCHED: { value: 'matched', description: 'At least 98 % of the line lies on ways of the network.' },
    PARTIAL: { value: 'partial', description: 'Between 2 % and 98 % of the line lies on ways of the network.' },
    UNMATCHED: { value: 'unmatched', description: 'Less than 2 % of the line lies on ways of the network.' },
  } as const,
})
const WayMatchType = builder.objectRef<Placed<WayMatch>>('WayMatch').implement({
  description: 'One way followed in one piece; its line is that part of the supplied line.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    fromIndex: t.exposeInt('fromIndex', {
      description: 'Point of the line at or before its beginning, counted from 0.',
    }),
    toIndex: t.exposeInt('toIndex', { description: 'Point of the line at or after its end.' }),
    wayId: t.expose('wayId', { type: 'OsmId', description: 'The OpenStreetMap way that it follows.' }),
    highway: t.exposeString('highway', { description: 'Class of the way as tagged.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'As tagged, of the way; null where the map has no name.',
    }),
    surface: t.expose('surface', { type: SurfaceEnum, description: 'What the way is made of.' }),
    surfaceSource: t.expose('surfaceSource', {
      type: SurfaceSourceEnum,
      nullable: true,
      description: 'Mapped, or assumed from the class; null where the surface is unknown.',
    }),
    sacGrade: t.expose('sacScale', {
      type: SacGradeEnum,
      nullable: true,
      description: 'SAC grade as tagged; null where untagged, which is unknown and not easy.',
    }),
    onNetworkM: t.exposeFloat('networkM', { description: 'Metres of network followed.' }),
  }),
})

const MatchType = builder.objectRef<OnLine<RouteAnalysis['match']>>('RouteMatch').implement({
  description: 'How much of the line follows ways, and which.',
  fields: (t) => ({
    status: t.expose('status', {
      type: MatchStatusEnum,
      description: 'Whether the line was matched, partly matched or not.',
    }),
    matchedShare: t.exposeFloat('coverage', { description: 'Share of the line that follows ways, 0 to 1.' }),
    lengthM: t.exposeFloat('traceLengthM', { description: 'Length of the supplied line, metres.' }),
    matchedM: t.exposeFloat('matchedLengthM', { description: 'Metres of the line that follow ways.' }),
    onNetworkM: t.exposeFloat('networkLengthM', { description: 'Metres of the ways followed.' }),
    segments: t.field({
      type: [WayMatchType],
      description: 'Ways followed, in order.',
      resolve: (m) => placeAlong(m.segments, m.along),
    }),
    unmatched: t.field({
      type: [UnmatchedType],
      description: 'Stretches that follow none, in order.',
      resolve: (m) => placeAlong(m.unmatched, m.along),
    }),
  }),
})

export const RouteAnalysisType = builder.objectRef<OnLine<RouteAnalysis>>('RouteAnalysis').implement({
  description:
    'A line compared with the mapped network. Distances are metres along the supplied line, which is never changed; what follows no way is of unknown surface.',
  interfaces: [CourseInterface, AnalysedCourseInterface],
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    input: t.expose('input', { type: LineReadType, description: 'The line as read.' }),
    match: t.field({ type: MatchType, description: 'What it follows.', resolve: (a) => onLine(a.match, a.along) }),
    unmatchedM: t.float({
      nullable: true,
      description: 'Metres that follow no way and count for no kind of `ways`; null where `ways` is.',
      resolve: (a) => a.ways?.unmatchedM ?? null,
    }),
  }),
})

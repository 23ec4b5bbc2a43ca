// What answers about a supplied line have in common: the engine, the line as it was read, which heights and whose.

import type { WithForm } from '../resolvers/course-of.ts'
import { sentenceFields } from './sentence.ts'
import type { CourseEngine, ElevationProfileAnswer } from '../resolvers/course.ts'
import type { CourseElevation } from '../src/course/elevation-profile.ts'
import { builder } from './builder.ts'
import { HeightSourceEnum } from './code-enums.ts'

export const EngineType = builder.objectRef<CourseEngine>('Engine').implement({
  description: 'What computed an answer.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the router, always waypost.' }),
    version: t.exposeString('version', { description: 'Version of the build.' }),
    networkRelease: t.exposeString('networkRelease', {
      nullable: true,
      description: 'Version of the network; null while none is published.',
    }),
    terrainRelease: t.exposeString('terrainRelease', {
      nullable: true,
      description: 'Version of the terrain; null while none is published, or where the network has no heights.',
    }),
  }),
})

export const ElevationChoiceEnum = builder.enumType('ElevationChoice', {
  description: 'Which heights are used.',
  values: {
    AUTO: { value: 'auto', description: 'Recorded heights where they pass the check, else the terrain model.' },
    RECORDED: { value: 'recorded', description: 'The heights of the line itself; an error where they fail the check.' },
    TERRAIN: { value: 'terrain', description: 'The terrain model.' },
  } as const,
})
export const CourseFormatEnum = builder.enumType('CourseFormat', {
  description: 'What a line was read from.',
  values: {
    GPX: { value: 'gpx', description: 'A GPX 1.0 or 1.1 document.' },
    GEOJSON: { value: 'geojson', description: 'A GeoJSON geometry, feature or collection.' },
    KML: { value: 'kml', description: 'A KML document, packed as KMZ or not.' },
    TCX: { value: 'tcx', description: 'A TCX document: courses or activities.' },
    FIT: { value: 'fit', description: 'A FIT file: a course or an activity.' },
    POLYLINE6: { value: 'polyline6', description: 'An encoded polyline with 6 decimal digits.' },
    TRAIL: { value: 'trail', description: 'A signed route.' },
    ROUTE: { value: 'route', description: 'A route or a loop of this service.' },
  } as const,
})

export const LineReadType = builder.objectRef<WithForm<ElevationProfileAnswer>['input']>('LineRead').implement({
  description: 'The line as it was read.',
  fields: (t) => ({
    format: t.expose('format', { type: CourseFormatEnum, description: 'What the line was read from.' }),
    partCount: t.exposeInt('parts', { description: 'How many parts; they are never joined.' }),
    pointCount: t.exposeInt('points', { description: 'How many points in all parts.' }),
    lengthM: t.exposeFloat('lengthM', { description: 'Length of all parts in metres, gaps not counted.' }),
  }),
})

export const CourseElevationType = builder.objectRef<CourseElevation>('CourseElevation').implement({
  description: 'Climb and heights of a line.',
  fields: (t) => ({
    source: t.expose('source', { type: HeightSourceEnum, description: 'Where the heights come from.' }),
    ...sentenceFields(t, 'method', 'How climb is counted.', (climb) => climb.method),
    ascentM: t.exposeFloat('ascentM', { description: 'Climb in metres; voids and straight legs are left out.' }),
    descentM: t.exposeFloat('descentM', { description: 'Descent in metres; voids and straight legs are left out.' }),
    minM: t.exposeFloat('minM', { description: 'Lowest height in metres.' }),
    maxM: t.exposeFloat('maxM', { description: 'Highest height in metres.' }),
    unknownM: t.exposeFloat('unknownM', { description: 'Metres of the line without heights.' }),
  }),
})

// REST paths for profiles, pace plans and files.

import { planPace, profileLine } from '../../resolvers/course.ts'
import { cleanGpxFile, simplifyGpxFile } from '../../resolvers/gpx-files.ts'
import { writeCourseFile } from '../../resolvers/course-file.ts'
import { measureWalker } from '../../resolvers/walker.ts'
import { row } from '../operation-route.ts'

export const COURSE_ROWS = [
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/elevation-profile',
    errors: 'product',
    operation: profileLine,
    rawMembers: ['gpx', 'file'],
    reservedStatuses: [422],
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/pace-plan',
    errors: 'product',
    operation: planPace,
    rawMembers: ['gpx', 'file'],
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/gpx/clean',
    errors: 'product',
    operation: cleanGpxFile,
    rawMembers: ['gpx'],
    reservedStatuses: [422],
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/gpx/simplify',
    errors: 'product',
    operation: simplifyGpxFile,
    rawMembers: ['gpx', 'geometry', 'file'],
    reservedStatuses: [422],
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/course',
    errors: 'product',
    operation: writeCourseFile,
    rawMembers: ['gpx', 'geometry', 'file'],
  }),
  row({ host: 'api', method: 'POST', path: '/v1/walker', errors: 'product', operation: measureWalker }),
] as const

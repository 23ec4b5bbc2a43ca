// What each REST operation answers with 200, as TypeScript has it: the types that the answers are compiled against,
// nothing typed twice. `npm run codegen` makes answer-schemas.json of them (codegen-answers.ts), which the OpenAPI
// document shows.
// Types alone: nothing imports this when the service runs. Keys are resolver ids.

import type { usage } from '../resolvers/account.ts'
import type { cleanGpxFile, planPace, profileLine, simplifyGpxFile } from '../resolvers/course.ts'
import type { Resolver } from '../resolvers/define-resolver.ts'
import type { elevation, manifest, status } from '../resolvers/maps.ts'
import type { analyseRoute, matchTrace } from '../resolvers/matching.ts'
import type { roundTrips } from '../resolvers/round-trips.ts'
import type { routeWeather } from '../resolvers/route-weather.ts'
import type { planRoute, planTrip, routeCapabilities } from '../resolvers/routing.ts'
import type { routeSnow } from '../resolvers/snow.ts'
import type { forecast } from '../resolvers/weather.ts'
import type { PreparedAnswer } from '../src/wire/prepared-answer.ts'
import type {
  poisResult,
  reverseResult,
  searchResult,
  trailBoxResult,
  trailFeature,
  trailSearchResult,
} from './catalogue-answers.ts'

// any: a resolver of whatever input
type AnswerOf<R> =
  R extends Readonly<Resolver<any, infer Output>>
    ? Output extends PreparedAnswer<infer Value>
      ? Value
      : Output
    : never

/**
 * `filters` leave out members of edges and points, and whole lists of them; what is unmatched and the lengths always
 * stay.
 */
type Filtered<Answer extends { edges: object[]; matchedPoints: object[]; shape: string }> = Omit<
  Answer,
  'edges' | 'matchedPoints' | 'shape'
> & {
  edges?: Partial<Answer['edges'][number]>[]
  matchedPoints?: Partial<Answer['matchedPoints'][number]>[]
  shape?: Answer['shape']
}

/**
 * camelCase; what REST calls a member follows from the one rule of src/wire/wire-case.ts. Pictures and plain text have
 * no entry.
 */
export interface RestAnswers {
  manifest: AnswerOf<typeof manifest>
  status: AnswerOf<typeof status>
  elevation: AnswerOf<typeof elevation>
  'waypoint-route': AnswerOf<typeof planRoute>
  route: AnswerOf<typeof planTrip>
  'route-capabilities': AnswerOf<typeof routeCapabilities>
  roundtrips: AnswerOf<typeof roundTrips>
  'route-analysis': AnswerOf<typeof analyseRoute>
  'trace-attributes': Filtered<AnswerOf<typeof matchTrace>>
  'elevation-profile': AnswerOf<typeof profileLine>
  'pace-plan': AnswerOf<typeof planPace>
  'gpx-clean': AnswerOf<typeof cleanGpxFile>
  'gpx-simplify': AnswerOf<typeof simplifyGpxFile>
  search: ReturnType<typeof searchResult>
  reverse: ReturnType<typeof reverseResult>
  trails: ReturnType<typeof trailSearchResult>
  'trail-relation': ReturnType<typeof trailFeature>
  'trails-bbox': ReturnType<typeof trailBoxResult>
  pois: ReturnType<typeof poisResult>
  snow: AnswerOf<typeof routeSnow>
  weather: AnswerOf<typeof forecast>
  'route-weather': AnswerOf<typeof routeWeather>
  usage: AnswerOf<typeof usage>
}

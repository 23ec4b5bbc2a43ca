// The codes of errors, each with a sentence. `@raises` names them, and `extensions.code` of an error is one: REST's, in
// capitals, and those of the protocol of persisted queries.

import { GraphQLEnumType } from 'graphql'
import { type ErrorCode, inCapitals } from '../../src/errors.ts'

const ERRORS: Record<ErrorCode, string> = {
  invalid_json: 'The body is not JSON.',
  invalid_input: 'A value does not fit; `inputPath` names the field. Also a document that does not parse or validate.',
  invalid_gpx: 'The GPX cannot be read.',
  both_inputs: 'The same input was sent in two forms.',
  no_input: 'No line was sent.',
  invalid_key: 'The API key is unknown or revoked.',
  origin_not_allowed: 'The key may not be used from this web page.',
  not_found: 'There is nothing of this id in the live release.',
  method_not_allowed: 'The path does not accept this method.',
  too_large: 'The request is larger than its limit, or its answer would be.',
  too_many_points: 'The line has more points than the limit.',
  unsupported_media_type: 'The type of the body is not accepted.',
  too_long: 'The line is longer than the limit.',
  one_part_only: 'The line has several parts; the operation accepts only one.',
  no_path: 'No allowed way joins the waypoints.',
  no_snap: 'No usable way is near a waypoint.',
  no_loop: 'No loop fits the request.',
  no_outline: 'The place is a point or a line on the map: nothing lies inside it.',
  waypoint_avoided: 'A waypoint lies inside an area to avoid.',
  leg_too_long: 'A leg is longer than the limit.',
  outside_region: 'A point is outside the region that is served.',
  departure_out_of_range: 'The departure is earlier or later than forecasts reach.',
  pace_required: 'Running and cycling need a pace.',
  setting_refused: 'A setting does not go with the mode or the request.',
  no_heights: 'Heights were requested, and the line has none.',
  heights_unusable: 'The heights of the line fail the check.',
  upgrade_required: 'A WebSocket was requested; subscriptions are server-sent events.',
  rate_limited: 'Too many requests, or too much processor time; `retryAfterS` says when to try again.',
  credits_exhausted: 'The credits of the day are used up.',
  bbox_daily_ceiling: 'The area lookups of the day are used up.',
  concurrency_limit: 'Too many heavy requests of this caller are running.',
  internal: 'Something went wrong inside the service.',
  forecast_failed: 'The forecast provider failed.',
  artifacts_missing: 'No release is published, or it lacks what is needed.',
  terrain_unavailable: 'No terrain model is published.',
  network_unavailable: 'No network is published.',
  forecast_unavailable: 'No forecast provider is configured, or it is not available now.',
  snow_unavailable: 'Snow data cannot be read.',
  busy: 'The service is overloaded; `retryAfterS` says when to try again.',
}

export const ErrorCodeEnum = new GraphQLEnumType({
  name: 'ErrorCode',
  description: 'How a request or a field failed: `extensions.code` of its error, in these very words.',
  values: {
    ...Object.fromEntries(
      (Object.entries(ERRORS) as [ErrorCode, string][]).map(([code, description]) => [
        inCapitals(code),
        { value: code, description },
      ]),
    ),
    PERSISTED_QUERY_NOT_SUPPORTED: { description: 'A hash came without its text, which is to be sent; status 200.' },
    PERSISTED_QUERY_NOT_IN_LIST: { description: 'The document is none of those that this service runs; status 404.' },
  },
})

// Usage, what the planner can be asked, and documents about the service: sections 4.22 and 5, decisions `hosts`,
// `keys-and-credits`, decision `layouts`.

import { answers, fields, header, law, refused, refuses } from '../checks.ts'
import { get, NotRequested, type Operation } from '../operation.ts'
import { anything, box, integer, list, metres, number, object, orNull, stated, text } from '../shapes.ts'
import * as facts from './route-facts.ts'

const USAGE = () => get('/v1/usage')
const withKey =
  (headers: (key: string) => Record<string, string>, query: (key: string) => Record<string, string> = () => ({})) =>
  (known: { key: string | null }) => {
    if (known.key === null) throw new NotRequested('no key was given')
    return { ...get('/v1/usage', query(known.key)), headers: headers(known.key), withoutKey: true as const }
  }

const USED = fields(
  'keys-and-credits',
  object({
    period: object({ from: text, to: text }),
    plan: text,
    credits: object({ limit: integer, used: metres, remaining: metres, resets_at: text }),
    operations: list(object({ operation: text, calls: integer, credits: metres })),
  }),
)

export const usage: Operation = {
  id: 'usage',
  section: '4.22',
  host: 'api',
  method: 'GET',
  path: '/v1/usage',
  errors: 'Error',
  takesKey: true,
  metered: false,
  cases: [
    answers(
      'by the header X-Api-Key',
      withKey((key) => ({ 'x-api-key': key })),
      [
        USED,
        law(
          'keys-and-credits',
          'what is used and what remains are the whole',
          ({ credits: { limit, used, remaining } }) =>
            facts.isNear(used + remaining, limit, 0.5) ? null : `${used} + ${remaining} of ${limit}`,
        ),
        header('5', 'X-Service-Credits-Remaining', /^\d+$/),
      ],
    ),
    answers(
      'by the header Authorization',
      withKey((key) => ({ authorization: `Bearer ${key}` })),
      [USED],
    ),
    answers(
      'by the parameter key',
      withKey(
        () => ({}),
        (key) => ({ key }),
      ),
      [USED],
    ),
    refuses('keys-and-credits', 'a call without a key', () => ({ ...USAGE(), withoutKey: true }), refused(401)),
    refuses(
      'keys-and-credits',
      'an unknown key',
      () => ({ ...USAGE(), headers: { 'x-api-key': `svc_${'0'.repeat(32)}` }, withoutKey: true }),
      refused(401, 'invalid_key'),
    ),
  ],
}

const CAPABILITIES = () => get('/api/route/capabilities', {}, 'site')
export const capabilities: Operation = {
  id: 'route-capabilities',
  section: '4.21',
  host: 'site',
  method: 'GET',
  path: '/api/route/capabilities',
  errors: 'Error',
  takesKey: false,
  metered: false,
  sound: CAPABILITIES,
  cases: [
    answers('of the planner', CAPABILITIES, [
      fields(
        'layouts',
        object({
          engine: facts.ENGINE,
          profiles: list(text, 1),
          costings: list(text, 1),
          settings: list(
            object({
              name: text,
              type: text,
              min: orNull(number),
              max: orNull(number),
              values: orNull(list(text)),
              default: anything,
              profiles: list(text),
            }),
          ),
          limits: object({}),
          release: text,
          region_bbox: box,
        }),
      ),
      law('2.10', 'profiles are hike, run and bike', ({ profiles }) =>
        ['hike', 'run', 'bike'].every((one) => profiles.includes(one)) ? null : profiles.join(),
      ),
    ]),
  ],
}

/** Every path of section 4. */
const PATHS = [
  '/healthz',
  '/pmtiles/current/manifest.json',
  '/tiles/v1/status',
  '/tiles/v1/elevation/{release}/sample',
  '/api/weather/forecast',
  '/v1/route-analysis',
  '/v1/roundtrips',
  '/v1/route-weather',
  '/v1/elevation-profile',
  '/v1/route',
  '/v1/pace-plan',
  '/v1/gpx/clean',
  '/v1/gpx/simplify',
  '/search/v1/forward',
  '/search/v1/reverse',
  '/trails/v1/search',
  '/pois/v1/bbox',
  '/static-map/render',
  '/engine/trace_attributes',
  '/tiles/v1/snow/route-forecast',
  '/route/v1',
  '/v1/usage',
  '/trails/v1/relation/{relation_id}',
  '/trails/v1/bbox',
  '/api/route/capabilities',
]

export const openApi: Operation = {
  id: 'openapi',
  section: 'hosts',
  host: 'api',
  method: 'GET',
  path: '/openapi.json',
  errors: 'Error',
  takesKey: false,
  metered: false,
  hasNoGate: true,
  cases: [
    answers('of the whole REST layer', () => get('/openapi.json'), [
      fields(
        'hosts',
        object({
          openapi: text,
          info: object({ version: stated('layouts', text), 'x-build': stated('layouts', text) }),
          paths: object({}),
        }),
      ),
      law('hosts', 'it is OpenAPI 3.1', (document) => (document.openapi.startsWith('3.1.') ? null : document.openapi)),
      law('layouts', 'its version is that of the interface', ({ info }) =>
        info.version === '1.7.0' ? null : info.version,
      ),
      law('hosts', 'it holds every path', ({ paths }) => {
        const missing = PATHS.filter((path) => !(path in paths))
        return missing.length === 0 ? null : `it lacks ${missing.join(', ')}`
      }),
    ]),
  ],
}

export const changes: Operation = {
  id: 'changes',
  section: '6',
  host: 'site',
  method: 'GET',
  path: '/api/changes.atom',
  errors: 'Error',
  takesKey: false,
  metered: false,
  hasNoGate: true,
  cases: [
    answers('as an Atom feed', () => get('/api/changes.atom', {}, 'site'), [
      header('layouts', 'Content-Type', /^application\/atom\+xml/),
      law('6', 'entries are dated and have a category', (_, { answer }) => {
        const feed = new TextDecoder().decode(answer.bytes)
        const entries = feed.split('<entry>').slice(1)
        return entries.length > 0 && entries.every((one) => one.includes('<updated>') && one.includes('<category'))
          ? null
          : `${entries.length} entries`
      }),
    ]),
  ],
}

export const hosts: Operation = {
  id: 'hosts',
  section: 'hosts',
  host: 'site',
  method: 'GET',
  path: '/',
  errors: 'Error',
  takesKey: false,
  metered: false,
  hasNoGate: true,
  cases: [
    refuses('hosts', 'the forecast on the API host', () => get('/api/weather/forecast'), refused(404, 'not_found')),
    refuses(
      'hosts',
      'the capabilities on the API host',
      () => get('/api/route/capabilities'),
      refused(404, 'not_found'),
    ),
    refuses(
      'hosts',
      'the status on the site host',
      () => get('/tiles/v1/status', {}, 'site'),
      refused(404, 'not_found'),
    ),
  ],
}

// What holds for every operation before it runs: methods, keys, bodies, browsers. Made from its row in operations/.

import { refused, refuses, status } from './checks.ts'
import { type Case, NotRequested, type OneCheck, type Operation } from './operation.ts'

const UNKNOWN_KEY = `svc_${'0'.repeat(32)}`

export function gateCases(operation: Operation): Case[] {
  if (operation.hasNoGate === true) return []
  const cases = [otherMethod(operation), preflight(operation)]
  if (operation.method === 'POST') cases.push(...bodyCases(operation))
  if (operation.sound !== undefined) cases.push(...keyCases(operation))
  return cases.map((one) => ({ ...one, isRefusedEarly: true }))
}

const allow = (method: string): OneCheck => ({
  kind: 'header',
  section: 'errors',
  name: `header Allow has ${method}`,
  judge: ({ answer }) =>
    (answer.headers.allow ?? '').split(/,\s*/).includes(method) ? null : `Allow is ${answer.headers.allow}`,
})

function otherMethod({ host, method, path }: Operation): Case {
  const one = refuses(
    'errors',
    'another method',
    () => ({ host, method: 'DELETE', path: pathOf(path), withoutKey: true }),
    refused(405, 'method_not_allowed'),
  )
  return { ...one, checks: [...one.checks, allow(method)] }
}

/** What a browser asks before it sends a key or JSON from another origin. */
function preflight({ host, method, path, takesKey }: Operation): Case {
  const wanted = [...(takesKey ? ['x-api-key', 'authorization'] : []), ...(method === 'POST' ? ['content-type'] : [])]
  const lists = (name: string, words: readonly string[]): OneCheck => ({
    kind: 'header',
    section: 'keys-and-credits',
    name: `header ${name} has ${words.join(', ')}`,
    judge: ({ answer }) => {
      const listed = (answer.headers[name.toLowerCase()] ?? '').toLowerCase().split(/,\s*/)
      const missing = words.filter((word) => !listed.includes(word.toLowerCase()))
      return missing.length === 0 ? null : `${name} lacks ${missing.join(', ')}`
    },
  })
  return {
    name: 'answers a browser that asks first',
    ask: () => ({
      host,
      method: 'OPTIONS',
      path: pathOf(path),
      headers: { 'access-control-request-method': method, 'access-control-request-headers': wanted.join(',') },
      withoutKey: true,
    }),
    checks: [
      {
        kind: 'status',
        section: 'keys-and-credits',
        name: 'status 2xx',
        judge: ({ answer }) => (answer.status >= 200 && answer.status < 300 ? null : `${answer.status}`),
      },
      ...(method === 'POST' ? [lists('Access-Control-Allow-Methods', [method])] : []),
      ...(wanted.length > 0 ? [lists('Access-Control-Allow-Headers', wanted)] : []),
    ],
  }
}

function bodyCases({ path, bodyBytes = 1_048_576 }: Operation): Case[] {
  const send =
    (body: string, type = 'application/json') =>
    () => ({
      host: 'api' as const,
      method: 'POST',
      path,
      body,
      headers: { 'content-type': type },
    })
  return [
    refuses('errors', 'a body that is no JSON', send('{"'), refused(400, 'invalid_json')),
    refuses('errors', 'a body that is no object', send('[]'), refused(400)),
    refuses('errors', 'a body of another type', send('{}', 'text/plain'), refused(415, 'unsupported_media_type')),
    refuses('8', 'a body over its limit', send(`{"gpx":"${' '.repeat(bodyBytes)}"}`), refused(413, 'too_large')),
  ]
}

function keyCases({ sound, takesKey }: Operation): Case[] {
  const withKey =
    (headers: Record<string, string>): Case['ask'] =>
    (known) => {
      const ask = sound!(known)
      return { ...ask, headers: { ...ask.headers, ...headers }, withoutKey: true }
    }
  if (!takesKey)
    return [
      {
        name: 'ignores a key',
        ask: withKey({ 'x-api-key': UNKNOWN_KEY }),
        checks: [status('5', 200)],
      },
    ]
  return [
    refuses('keys-and-credits', 'an unknown key', withKey({ 'x-api-key': UNKNOWN_KEY }), refused(401, 'invalid_key')),
    refuses(
      'keys-and-credits',
      'two different keys',
      withKey({ 'x-api-key': UNKNOWN_KEY, authorization: `Bearer svc_${'1'.repeat(32)}` }),
      refused(400),
    ),
    refuses(
      'keys-and-credits',
      'a browser key without an origin',
      (known) => {
        if (known.browserKey === null) throw new NotRequested('no browser key was given')
        const ask = sound!(known)
        return { ...ask, headers: { ...ask.headers, 'x-api-key': known.browserKey, origin: '' }, withoutKey: true }
      },
      refused(403, 'origin_not_allowed'),
    ),
    refuses(
      '5',
      'a browser key from an origin that is not its own',
      (known) => {
        if (known.browserKey === null) throw new NotRequested('no browser key was given')
        const ask = sound!(known)
        return { ...ask, headers: { ...ask.headers, 'x-api-key': known.browserKey }, withoutKey: true }
      },
      refused(403, 'origin_not_allowed'),
    ),
  ]
}

/** Some path of that form. */
const pathOf = (path: string): string => path.replace(/\{\w+\}/g, '1')

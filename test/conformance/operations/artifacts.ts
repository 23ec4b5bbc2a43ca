// Health, the manifest and the status of artifacts: sections 4.1 to 4.3.

import { answers, fields, header, law, schemaIs } from '../checks.ts'
import { get, type Operation } from '../operation.ts'
import { flag, instant, list, mapOf, metres, object, orNull, stated, text, words } from '../shapes.ts'

const HEALTH = () => get('/healthz')
export const health: Operation = {
  id: 'health',
  section: '4.1',
  host: 'api',
  method: 'GET',
  path: '/healthz',
  errors: 'Error',
  takesKey: false,
  metered: false,
  sound: HEALTH,
  cases: [
    answers('is there', HEALTH, [
      header('4.1', 'Content-Type', /^text\/plain/),
      law('4.1', 'the body is ok', (_, { answer }) => {
        const body = new TextDecoder().decode(answer.bytes)
        return body.trim() === 'ok' ? null : `the body is "${body.slice(0, 40)}"`
      }),
    ]),
  ],
}

const ARTIFACT = { version: text, url: text, 'source_ts?': orNull(text) }
const MANIFEST = () => get('/pmtiles/current/manifest.json')
export const manifest: Operation = {
  id: 'manifest',
  section: '4.2',
  host: 'api',
  method: 'GET',
  path: '/pmtiles/current/manifest.json',
  errors: 'Error',
  takesKey: false,
  metered: false,
  sound: MANIFEST,
  cases: [
    answers('names what is published', MANIFEST, [
      header('4.2', 'Content-Type', /^application\/json/),
      fields(
        '2.2',
        object({
          artifacts: object({
            basemap: object(ARTIFACT),
            terrain: object(ARTIFACT),
            styles: object({ ...ARTIFACT, glyphs: text, sprite: text }),
          }),
        }),
      ),
    ]),
  ],
}

const STATUS = () => get('/tiles/v1/status')
export const status: Operation = {
  id: 'status',
  section: '4.3',
  host: 'api',
  method: 'GET',
  path: '/tiles/v1/status',
  errors: 'Error',
  takesKey: false,
  metered: false,
  sound: STATUS,
  cases: [
    answers('tells the age of each artifact', STATUS, [
      header('4.3', 'Content-Type', /^application\/json/),
      fields(
        '2.3',
        object({
          schema: schemaIs('artifact-status/1'),
          checked_at: stated('2.3', instant),
          available: flag,
          stale: list(text),
          artifacts: mapOf(
            object({
              version: orNull(text),
              source_ts: orNull(text),
              promoted_at: orNull(text),
              age_days: orNull(metres),
              max_age_days: orNull(metres),
              state: words('fresh', 'stale', 'unknown'),
            }),
          ),
        }),
      ),
    ]),
  ],
}

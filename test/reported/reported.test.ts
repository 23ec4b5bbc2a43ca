import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trackedFiles } from '../support/ask-git.ts'
import { UNKNOWNS, WARNINGS } from '../../src/unknowns.ts'
import { DATED_ROWS } from './dated-rows.ts'
import { AREA_ROWS, HEIGHT_ROWS, PACE_PLAN_ROWS, TIMED_ROWS, WALK_ROWS } from './line-rows.ts'
import { LISTS } from './list-rows.ts'
import { ANALYSIS_ROWS } from './analysis-rows.ts'
import { REACH_ROWS } from './reach-rows.ts'
import { ROUTE_ROWS } from './route-rows.ts'
import { type Row, type Rows, SAID } from './row.ts'
import { SNOW_FORECAST_ROWS, SNOW_ROWS, WEATHER_ROWS } from './weather-rows.ts'

/** By the file that reports. */
const TABLE: Record<string, Rows> = {
  'src/routing/details/route-notes.ts': ROUTE_ROWS,
  'src/routing/details/notes.ts': DATED_ROWS,
  'src/routing/isochrone/isochrone-planner.ts': REACH_ROWS,
  'src/routing/matching/analyse-route.ts': ANALYSIS_ROWS,
  'src/course/course-heights.ts': HEIGHT_ROWS,
  'src/course/pace-plan.ts': PACE_PLAN_ROWS,
  'src/weather/route-weather.ts': WEATHER_ROWS,
  'src/weather/walk-of-route.ts': WALK_ROWS,
  'src/weather/snow/snow-forecast.ts': SNOW_FORECAST_ROWS,
  'resolvers/route-weather.ts': TIMED_ROWS,
  'resolvers/snow.ts': SNOW_ROWS,
  'resolvers/place-lists.ts': AREA_ROWS,
}
const ROOT = join(import.meta.dirname, '../..')
const REPORTS = /(code: |\bunknown\(\s*|\bwarn\(\s*|\btell\(\s*|\bnote\(\s*)'(\w+)'/g
/** The ids of their sentences, which begin with the code. */
const SENTENCES = /['`](unknown|warning)\.(\w+)/g

/** What the files of the service report, by the way in which they write it. */
function reportedInSource(): string[] {
  const files = ['src', 'resolvers', 'schema', 'rest-compat', 'db'].flatMap((folder) => trackedFiles(folder))
  const found = new Set<string>()
  for (const file of files.filter((name) => name.endsWith('.ts') && !/^src\/(web|language|unknowns)/.test(name))) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, kind, code] of text.matchAll(SENTENCES)) found.add(`${file} ${kind} ${code}`)
    for (const [, how, code] of text.matchAll(REPORTS)) {
      const isWarning = how.startsWith('warn') || !(code in UNKNOWNS)
      if (code in (isWarning ? WARNINGS : UNKNOWNS)) found.add(`${file} ${isWarning ? 'warning' : 'unknown'} ${code}`)
    }
  }
  return [...found].sort()
}

test('the table has all that is reported anywhere, and nothing else', () => {
  const rows = Object.entries(TABLE).flatMap(([file, table]) => Object.keys(table).map((says) => `${file} ${says}`))
  expect(rows.sort()).toEqual(reportedInSource())
  const said = new Set(rows.map((row) => row.slice(row.indexOf(' ') + 1)))
  const all = [
    ...Object.keys(UNKNOWNS).map((code) => `unknown ${code}`),
    ...Object.keys(WARNINGS).map((code) => `warning ${code}`),
  ]
  expect(all.filter((code) => !said.has(code))).toEqual([])
})

const everyRow: [string, string, Row][] = [...Object.entries(TABLE), ...Object.entries(LISTS)].flatMap(([file, rows]) =>
  Object.entries(rows).map(([says, row]): [string, string, Row] => [file, says, row!]),
)

describe.each(everyRow)('%s: %s', (_, says, { must, mustNot }) => {
  test('has cases of both kinds', () => {
    expect(Object.keys(must)).not.toEqual([])
    expect(Object.keys(mustNot)).not.toEqual([])
  })
  test.each(Object.keys(must))('%s has it', async (name) => expect(await must[name]()).toContain(says))
  test.each(Object.keys(mustNot))('%s does not have it', async (name) =>
    expect(await mustNot[name]()).not.toContain(says),
  )
})

test('every sentence of a warning or an unknown is said in some case', async () => {
  for (const [, , { must }] of everyRow) for (const run of Object.values(must)) await run()
  const { messages } = JSON.parse(readFileSync(join(ROOT, 'src/language/catalogues/en.json'), 'utf8'))
  const sentences = Object.keys(messages).filter((id) => /^(?:unknown|warning)\./.test(id))
  expect(sentences.length).toBeGreaterThan(80)
  expect(sentences.filter((id) => !SAID.has(id))).toEqual([])
})

// The explorer renders every sentence of the service, refusals included, in each language: checked on the answers to
// its own documents over the demo region.

import { beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../src/language/catalogue-files.ts'
import type { EnglishCatalogue } from '../../src/language/codegen/print-values.ts'
import type { AnySentence } from '../../src/language/sentence.ts'
import {
  AnalyseLineDocument,
  LoopsDocument,
  PlanPaceDocument,
  ReachDocument,
  RouteOnMapDocument,
  SimplifyLineDocument,
  SnowAlongDocument,
  type TypedDocumentString,
  WeatherAlongDocument,
} from '../../src/web/documents/generated/graphql.ts'
import { createRenderer } from '../../src/web/i18n/create-renderer.ts'
import { sharedServer } from '../support/shared-server.ts'

const LANGUAGES = ['de', 'fr', 'it', 'es', 'ca']
const messagesOf = (tag: string) => (JSON.parse(readCatalogue(tag)) as EnglishCatalogue).messages
const english = createRenderer('en', messagesOf('en'))
/** Words that English needs for any sentence, and the others have not. */
const ENGLISH = /\b(?:the|of|is|are|and|with|from|not|at|have)\b/i
const PLACES: [number, number][] = [
  [-40.42889, 33.47111],
  [-40.44889, 33.44167],
  [-40.46, 33.46],
  [-40.41, 33.43],
  [-40.39, 33.4],
]
/** By their English. */
const sentences = new Map<string, AnySentence>()

/** Every `{code, values}` of an answer with a code such as `error.busy`, which a hint has not. */
function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const { code, values } = value as Record<string, unknown>
  if (typeof code === 'string' && code.includes('.') && typeof values === 'object') {
    const sentence = value as AnySentence
    sentences.set(english.render(sentence), sentence)
  } else for (const inner of Object.values(value)) collect(inner)
}

beforeAll(async () => {
  const { api } = await sharedServer()
  const ask = async <Result, Variables>(document: TypedDocumentString<Result, Variables>, variables: Variables) => {
    const answer = await fetch(`${api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document.toString(), variables }),
    })
    collect(await answer.json())
  }
  const [start, ...others] = PLACES
  const grades = ['T1', 'T2', 'T3', 'T6'] as const
  for (const mode of ['HIKE', 'RUN', 'BIKE'] as const)
    for (const [i, at] of others.entries()) {
      const waypoints = [start, at, PLACES[(i + 3) % PLACES.length]].map((one) => ({ at: one }))
      const settings = { mode, ...(mode === 'BIKE' ? {} : { maxSac: grades[i] }) }
      await ask(RouteOnMapDocument, { input: { waypoints, settings } })
    }
  const settings = { mode: 'HIKE' } as const
  const ends = [start, others[0]].map((at) => ({ at }))
  await ask(RouteOnMapDocument, { input: { waypoints: ends, settings }, withAlternatives: true })
  await ask(RouteOnMapDocument, { input: { waypoints: [{ at: start }, { at: [9, 47] }] } })
  for (const lengthM of [8000, 60_000, 900_000]) await ask(LoopsDocument, { at: start, lengthM, settings })
  await ask(ReachDocument, { at: start, within: { movingS: [2400] } })
  const line = { geojson: { type: 'LineString', coordinates: PLACES } }
  await ask(AnalyseLineDocument, { line })
  await ask(PlanPaceDocument, { line, target: { movingS: 7200 }, unit: 'KM' })
  await ask(SimplifyLineDocument, { input: { line, to: { toleranceM: 20 } } })
  const departure = new Date(Date.now() + 86_400_000).toISOString()
  const days = { day: '2026-06-01', dayAfter: '2026-06-02' }
  await ask(WeatherAlongDocument, { line, departure, mode: 'HIKE', start, ...days })
  await ask(SnowAlongDocument, { line, start })
}, 240_000)

test('answers and refusals are data', () => {
  expect(sentences.size).toBeGreaterThan(60)
  const families = [...sentences.values()].map(({ code }) => code.split('.')[0])
  expect([...new Set(families)].sort()).toEqual(expect.arrayContaining(['error', 'maneuver', 'unknown', 'warning']))
})

describe.each(LANGUAGES)('in %s', (tag) => {
  const own = createRenderer(tag, messagesOf(tag))
  test('every sentence is said, and none in English', () => {
    for (const [text, sentence] of sentences) {
      const said = own.render(sentence)
      expect(own.has(sentence.code), sentence.code).toBe(true)
      if (sentence.code !== 'label.split') expect(said, sentence.code).not.toBe(text) // km 1
      // fields and types keep their names
      expect(said.replaceAll(/`[^`]*`/g, ''), sentence.code).not.toMatch(ENGLISH)
      // a value without its words, or with none
      expect(said, sentence.code).not.toMatch(/[{}]|\b(?:undefined|null)\b|\[object/)
    }
  })
})

// A sentence is marked as what it is said in.

import { afterAll, expect, test } from 'vitest'
import { playPage } from '../../support/explorer-page.ts'

const page = playPage()
/** A fresh copy of the module: other test files in this worker may have loaded other sentences into it. */
const OWN: string = '../../../src/web/i18n/speech.ts?own'
const { loadSpeech, spoken } = (await import(OWN)) as typeof import('../../../src/web/i18n/speech.ts')
const { language } = await import('../../../src/web/i18n/preferences.ts')
const before = language.peek()
afterAll(() => {
  language.value = before
  page.close()
})

test('a sentence that the language lacks is said, and marked, in English', async () => {
  const english = { 'reason.search.wikidata': 'known to Wikidata', 'reason.search.in_box': 'in the box, 5 km off' }
  page.answer(() => ({}), {
    'en.sentences': english,
    'de.sentences': { 'reason.search.wikidata': 'Wikidata kennt es' },
  })
  await loadSpeech('de')
  const said = (code: string) => spoken({ code, values: {} })
  language.value = 'de'
  expect(said('reason.search.wikidata')).toEqual({ text: 'Wikidata kennt es', language: 'de' })
  expect(said('reason.search.in_box')).toEqual({ text: 'in the box, 5\u00a0km off', language: 'en' })
  language.value = 'en'
  expect(said('reason.search.wikidata')).toEqual({ text: 'known to Wikidata', language: 'en' })
  expect(spoken('as it came')).toEqual({ text: 'as it came', language: 'en' })
})

import { createElement } from 'preact'
import { expect, test } from 'vitest'
import { markEnglish } from '../../../src/web/i18n/mark-english.ts'
import { learn, say } from '../../../src/web/i18n/words.ts'

test('an element of nothing but a text that the language lacks is marked English, unless it names another', () => {
  learn('rm', { undo: 'Revocar' })
  markEnglish()
  const langOf = (text: string, props = {}) => (createElement('button', props, text).props as { lang?: string }).lang
  const [own, english] = [say('rm', 'undo'), say('rm', 'redo')]
  expect([langOf(own), langOf(english), langOf(english, { lang: 'de' })]).toEqual([undefined, 'en', 'de'])
  const part = createElement(() => null, null, english)
  expect(part.props).not.toHaveProperty('lang')
})

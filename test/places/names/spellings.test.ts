// Source: pelias/pelias#494, organicmaps/organicmaps#13242, kylekatarnls/vicopo#19.

import { describe, expect, test } from 'vitest'
import { matchName } from '../../../src/search/match-name.ts'
import { foldText } from '../../../src/search/parse-question.ts'

/** By language, as signs and maps write them; not this project's own table. */
const WRITTEN = [
  ...['Sant', 'Santa', 'St.', 'Sta.', 'S.'], // Catalan
  ...['San', 'Santo', 'Sto.'], // Spanish, Italian
  ...['Sankt', 'St', 'Skt.'], // German
  ...['Saint', 'Sainte', 'Ste', 'Ste.'], // French
  ...['São', 'Sao'], // Portuguese
  ...['Sent', 'Sontg', 'Sontga', 'Sogn'], // Occitan, Romansh
  ...['Sveti', 'Sv.'], // Slovene
]
const match = (question: string, name: string) => matchName(foldText(question), name, false)

describe('words for saint', () => {
  test('are one word, whichever of them the question and the name have', () => {
    const wrong = WRITTEN.flatMap((asked) =>
      WRITTEN.flatMap((named) => {
        const found = match(`${asked} Pere`, `${named} Pere de Castellar`)
        const whole = match(`capella ${asked} Pere`, `Capella ${named} Pere`)
        return found?.whole && !found.fuzzy && whole?.kind === 'name' && !whole.fuzzy ? [] : [`${asked} = ${named}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('rank behind the word as it is written', () => {
    expect(match('San Pere', 'San Pere')!.grade).toBeGreaterThan(match('San Pere', 'Sant Pere')!.grade)
  })

  test('are nothing else: not a street, not a word alone, not a part of a word', () => {
    expect(match('High St', 'High Sant')).toBe(null)
    expect(match('St', 'Sant')).toBe(null)
    expect(match('St Pere', 'Santander Pere')).toBe(null)
  })
})

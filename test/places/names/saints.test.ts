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
/** One saint a line, in as many languages; not this project's own table. */
const NAMED = `
Sant Miquel, San Miguel, Saint-Michel, San Michele, Sankt Michael, St. Michael, Sveti Mihael
Sant Joan, San Juan, Saint-Jean, San Giovanni, St. Johann, Sankt Johannes, Sao Joao, Saint John
Sant Pere, San Pedro, St-Pierre, San Pietro, St. Peter
Sant Martí, San Martín, Saint Martin, San Martino, St. Martin
Sant Jaume, Saint-Jacques, San Giacomo, St. Jakob, Saint James
Santa Maria, Sainte-Marie, St. Marien
Sant Llorenç, San Lorenzo, Saint-Laurent, Sankt Lorenz, S. Lorenzo
Sant Esteve, San Esteban, Saint-Étienne, Santo Stefano, St. Stefan, St. Stephan
Sant Bartomeu, San Bartolomé, Saint-Barthélemy, San Bartolomeo
Sant Maurici, Saint-Maurice, San Maurizio, St. Moritz
Sant Mateu, San Mateo, Saint-Mathieu, Sankt Matthäus, St. Matthaeus`
  .trim()
  .split('\n')
  .map((line) => line.split(', '))
const match = (question: string, name: string) => matchName(foldText(question), name, false)

describe('words for saint', () => {
  test('are one word, whichever of them the question and the name have', () => {
    const wrong = WRITTEN.flatMap((requested) =>
      WRITTEN.flatMap((named) => {
        const found = match(`${requested} Pere`, `${named} Pere de Castellar`)
        const whole = match(`capella ${requested} Pere`, `Capella ${named} Pere`)
        return found?.whole && !found.fuzzy && whole?.kind === 'name' && !whole.fuzzy ? [] : [`${requested} = ${named}`]
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

describe('names of saints', () => {
  test('are one name in every language, behind a word for saint', () => {
    const wrong = NAMED.flatMap((names) =>
      names.flatMap((requested) =>
        names.flatMap((named) => {
          const found = match(requested, named)
          const within = match(`${requested} Alta`, `Refugi ${named} Alta`)
          return found?.kind === 'name' && !found.fuzzy && within?.whole ? [] : [`${requested} = ${named}`]
        }),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('are those of one saint alone', () => {
    const wrong = NAMED.flatMap(([requested], i) =>
      NAMED.flatMap(([named], j) => (i !== j && match(requested, named) !== null ? [`${requested} = ${named}`] : [])),
    )
    expect(wrong).toEqual([])
  })

  test('are not the same without such a word', () => {
    expect(match('Michel', 'Miquel')).toBe(null)
    expect(match('Mont Michel', 'Mont Miquel')).toBe(null)
  })
})

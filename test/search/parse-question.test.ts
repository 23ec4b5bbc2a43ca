import { describe, expect, test } from 'vitest'
import { parseQuestion, querySyntaxIn } from '../../src/search/parse-question.ts'

test('what follows a name after commas are places, the next one first, three at most', () => {
  const near = (text: string) => {
    const requested = parseQuestion(text).near
    return requested === null ? null : [requested.name.plain, ...requested.places.map(({ plain }) => plain)]
  }
  expect(near('Hotel Post')).toBeNull()
  expect(near('Hotel Post, Ordino')).toEqual(['hotel post', 'ordino'])
  expect(near('Hotel Post; -, Ordino, Andorra')).toEqual(['hotel post', 'ordino', 'andorra'])
  expect(near('Post, Ordino, Andorra, Europa, Terra')).toEqual(['post', 'ordino', 'andorra', 'europa'])
})

describe('query syntax in a text', () => {
  test.each([
    ["Robert'); DROP TABLE place;--", 'DROP TABLE'],
    ["' OR 1=1 --", 'OR 1='],
    ["x' OR 'a'='a", "OR 'a'="],
    ['" OR ""="', 'OR ""='],
    ['1 UNION SELECT * FROM sqlite_master', 'UNION SELECT'],
    ['select name from place', 'select name from'],
    ['x/**/y', '/*'],
    ['insert into place', 'insert into'],
    ["name='hut'", "e='"],
    ["'; delete from place", 'delete from'],
    ['hut or 1<=2', 'or 1<='],
    ["'--", "'--"],
  ])('%s is SQL', (text, part) => {
    expect(querySyntaxIn(text)?.toLowerCase()).toContain(part.toLowerCase())
  })

  test.each([
    'neu*',
    'neu* hut',
    'name:neuhaus*',
    '^neuhaus',
    '"a" NEAR("b", 5)',
    'neuhaus NEAR/2 hut',
    '{name other}: neuhaus',
    'neuhaus:*A',
    'neuhaus <-> hut',
    'neuhaus <2> hut',
    'a & !b',
    '!(a | b)',
  ])('%s is full-text syntax', (text) => {
    expect(querySyntaxIn(text)).not.toBeNull()
  })

  test.each([
    "Coll d'Ordino",
    "L'aixopluc",
    'Gasthof "Zur Post"',
    '"Zur Po',
    'Borda Can Andreu (Can Benet)',
    'Kofi - Specialty coffee roasters',
    'GR 7: Andorra - Estrecho de Gibraltar',
    'GR 7;GR 11',
    'The Villager Tapas & Wine',
    'Hotel Post ****',
    'Hotel Post****',
    'Sport Hotel 4*',
    '[CIMA AN12] Collada Beixalís * Andorra la Vella / Anyós',
    'Rock AND Roll Café',
    'Salem, OR',
    'NOT, Hautes-Alpes',
    'Near Sawrey',
    'Camp near (old) mill',
    'Select Café, Frome',
    'Drop Zone',
    'Union Square',
    'Hut #3',
    'A | B',
    'km 12--13',
    'Ísland <3',
    '100 % Bio',
    '50% = ½',
    "'s-Hertogenbosch",
    "Rock 'n' Roll",
    '-',
    'St. John’s',
    'Update',
    'C++',
    '¡Hola!',
    'Yes! (Bar)',
    'a@b',
    '$ Shop',
    'Table Mountain',
    'Create Café and View',
    'Señor Like',
    'Food and Drinks like Home',
    'Bar and Grill <3',
  ])('%s can be a name', (text) => {
    expect(querySyntaxIn(text)).toBeNull()
  })
})

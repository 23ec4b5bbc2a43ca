// Names with the Latin forms that the tables' own lists of examples give (BGN/PCGN 1947, Ukraine's of 2010, Gaj's
// alphabet, ELOT 743), their signs aside.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transliterations } from '../../../src/places/names/normalise-name.ts'

test.each([
  ['Владивосток', 'vladivostok'],
  ['Хабаровск', 'khabarovsk'],
  ['Железнодорожный', 'zheleznodorozhnyy'],
  ['Щёлково', 'shchelkovo'],
  ['Юрга', 'yurga'],
  ['Яя', 'yaya'],
  ['Объячево', 'obyachevo'],
  ['Цаконски чукар', 'tsakonski chukar'],
])('%s is %s by BGN/PCGN', (name, latin) => {
  expect(transliterations(name)[0]).toBe(latin)
})

test.each([
  ['Жабљак', 'žabljak'],
  ['Ђердап', 'đerdap'],
  ['Његош', 'njegoš'],
  ['Џепчиште', 'džepčište'],
  ['Ћуприја', 'ćuprija'],
  ['Охрид', 'ohrid'],
])("%s is %s in Gaj's alphabet", (name, latin) => {
  expect(transliterations(name)[1]).toBe(latin)
})

test.each([
  ['Київ', 'kyiv'],
  ['Говерла', 'hoverla'],
  ['Згурський', 'zghurskyi'],
  ['Яготин', 'yahotyn'],
  ['Їжакевич', 'yizhakevych'],
  ['Костянтин', 'kostiantyn'],
])("%s is %s by Ukraine's table", (name, latin) => {
  expect(transliterations(name)).toContain(latin)
})

test.each([
  ['Αθήνα', 'athina'],
  ['Όλυμπος', 'olympos'],
  ['Μπουρνάζι', 'bournazi'],
  ['Αγγελόκαστρο', 'angelokastro'],
  ['Άγχιαλος', 'anchialos'],
  ['Ευρυτανία', 'evrytania'],
  ['Ναύπλιο', 'nafplio'],
  ['Αύρα', 'avra'],
  ['Ψαρά', 'psara'],
  ['Ξυλόκαστρο', 'xylokastro'],
  ['Άυλος', 'aylos'],
  ['Ταΰγετος', 'taygetos'],
])('%s is %s by ELOT 743', (name, latin) => {
  expect(transliterations(name)).toEqual([latin])
})

test('a name without such letters has no form, and a form has none of them', () => {
  expect(transliterations('Zürich')).toEqual([])
  expect(transliterations('東京')).toEqual([])
  const letters = fc.string({
    unit: fc.constantFrom(...'абвгґдеёєжзиіїйклмнопрстуўфхцчшщъыьэюяђјљњћџѓќѕάαβγδεζηθικλμνξοπρστυφχψως'),
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(letters, (name) => {
      for (const form of transliterations(name)) expect(form).toMatch(/^\p{Script=Latin}*$/u)
    }),
  )
})

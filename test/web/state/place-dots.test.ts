import { expect, test } from 'vitest'
import { placeDots } from '../../../src/web/state/place-dots.ts'

const node = { id: 'hut', location: [9.1, 42.3], kind: 'ALPINE_HUT' } as const
const found = { edges: [{ node }] } as unknown as Parameters<typeof placeDots>[0]
const dot = { id: 'hut', lon: 9.1, lat: 42.3, colour: expect.stringMatching(/^#/), chosen: false }

test('the dots of places do not lie over a trail while its card is open, and come back when it is closed', () => {
  expect(placeDots(found, null)).toEqual([dot])
  expect(placeDots(found, { kind: 'trail', id: 7 })).toEqual([])
  expect(placeDots(found, null)).toEqual([dot])
})

test('the dot of the place whose card is open is marked; before an answer nothing is drawn', () => {
  expect(placeDots(found, { kind: 'place', id: 'hut' })).toEqual([{ ...dot, chosen: true }])
  expect(placeDots(found, { kind: 'place', id: 'spring' })).toEqual([dot])
  expect(placeDots(null, null)).toEqual([])
})

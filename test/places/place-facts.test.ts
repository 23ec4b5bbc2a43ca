import { describe, expect, test } from 'vitest'
import {
  accessOf,
  bedsOf,
  capacityOf,
  emailOf,
  feeOf,
  isDrinkable,
  openingHoursOf,
  operatorOf,
  phoneOf,
  reservationOf,
  websiteOf,
  wheelchairOf,
} from '../../src/places/place-facts.ts'

describe('facts of a place', () => {
  test('are null where the map does not say', () => {
    const facts = [
      ...[accessOf, bedsOf, capacityOf, emailOf, feeOf, isDrinkable, openingHoursOf],
      ...[operatorOf, phoneOf, reservationOf, websiteOf, wheelchairOf],
    ]
    expect(facts.map((factOf) => factOf({ name: 'Hut' }))).toEqual(facts.map(() => null))
  })

  test('are read under each of their keys', () => {
    expect(phoneOf({ 'contact:phone': '+376 1' })).toBe('+376 1')
    expect(phoneOf({ 'contact:phone': '+376 1', phone: '+376 2' })).toBe('+376 2')
    expect(emailOf({ 'contact:email': 'a@example.org' })).toBe('a@example.org')
    expect(websiteOf({ url: 'https://a.example', website: '' })).toBe('https://a.example')
    expect([operatorOf({ operator: 'Club' }), openingHoursOf({ opening_hours: 'Jun-Sep' })]).toEqual([
      'Club',
      'Jun-Sep',
    ])
  })

  test('a number is one only if nothing is guessed', () => {
    expect(['20', ' 7 ', '20-30', 'ca. 20', '-1', '1.5', ''].map((capacity) => capacityOf({ capacity }))).toEqual([
      ...[20, 7],
      ...[null, null, null, null, null],
    ])
    expect(bedsOf({ beds: '12' })).toBe(12)
  })

  test('what is free is said, and what it costs', () => {
    expect(feeOf({ fee: 'no' })).toEqual({ isFree: true, text: null })
    expect(feeOf({ fee: 'yes', charge: '5 EUR' })).toEqual({ isFree: false, text: '5 EUR' })
    expect(feeOf({ charge: '5 EUR' })).toEqual({ isFree: false, text: '5 EUR' })
    expect(feeOf({ fee: 'Jun-Sep' })).toEqual({ isFree: null, text: 'Jun-Sep' })
  })

  test('water is drinkable if the map says so', () => {
    expect(isDrinkable({ natural: 'spring' })).toBeNull()
    expect(isDrinkable({ natural: 'spring', drinking_water: 'yes' })).toBe(true)
    expect(isDrinkable({ amenity: 'drinking_water' })).toBe(true)
    expect(isDrinkable({ amenity: 'drinking_water', drinking_water: 'no' })).toBe(false)
  })

  test('words of closed lists are those of the list', () => {
    expect(['yes', 'designated', 'limited', 'bad'].map((wheelchair) => wheelchairOf({ wheelchair }))).toEqual([
      ...['yes', 'yes', 'limited'],
      null,
    ])
    expect(['required', 'members_only', 'perhaps'].map((reservation) => reservationOf({ reservation }))).toEqual([
      ...['required', 'members_only'],
      null,
    ])
    expect(['public', 'private', 'unknown'].map((access) => accessOf({ access }))).toEqual(['yes', 'private', null])
  })
})

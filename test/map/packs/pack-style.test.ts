import { expect, test } from 'vitest'
import { listFontStacks } from '../../../src/map/packs/pack-style.ts'

test('the fonts of a style are those of all its words, from whatever zoom, each once', () => {
  const words = (font: unknown, more: object = {}) => ({ type: 'symbol', layout: { 'text-font': font }, ...more })
  const layers = [
    words(['Noto Sans Regular'], { minzoom: 12 }),
    words(['Noto Sans Italic'], { maxzoom: 9 }),
    words(['Noto Sans Regular']),
    words(['Noto Sans Bold', 'Noto Sans Regular']),
    words(['step', ['zoom'], 'a', 12, 'b']),
    { type: 'symbol' },
    { type: 'line', layout: { 'text-font': ['Never Drawn'] } },
  ]
  expect(listFontStacks(JSON.stringify({ layers }))).toEqual([
    'Noto Sans Bold,Noto Sans Regular',
    'Noto Sans Italic',
    'Noto Sans Regular',
  ])
})

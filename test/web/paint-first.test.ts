// The map waits for the page, in a browser of which only frames, timers and listeners are played.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Map as LibreMap } from 'maplibre-gl'
import { paintPageFirst } from '../../src/web/map/paint-first.ts'

let frames: (() => void)[]
let press: (target: unknown) => void
let drawn: number
let map: LibreMap
const onMap = new (class Node {})()

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  drawn = 0
  const listeners: ((event: { target: unknown }) => void)[] = []
  vi.stubGlobal('Node', onMap.constructor)
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  vi.stubGlobal('addEventListener', (_kind: string, listener: (typeof listeners)[0]) => listeners.push(listener))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
  press = (target) => listeners[0]({ target })
  map = {
    triggerRepaint: () => drawn++,
    getContainer: () => ({}),
    getCanvas: () => ({}),
    getCanvasContainer: () => ({ contains: (one: unknown) => one === onMap }),
  } as unknown as LibreMap
  paintPageFirst(map)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const paint = () => frames.splice(0).forEach((act) => act())

test('without a click or key the map is drawn at once', () => {
  map.triggerRepaint()
  expect(drawn).toBe(1)
})

test('after a click beside it the map is drawn once, when the page is painted and the click is over', () => {
  press(null)
  map.triggerRepaint()
  map.triggerRepaint()
  paint()
  vi.advanceTimersByTime(50)
  press(null) // the key goes up
  vi.advanceTimersByTime(60)
  expect(drawn).toBe(0)
  paint()
  vi.advanceTimersByTime(101)
  expect(drawn).toBe(1)
  map.triggerRepaint()
  expect(drawn).toBe(2)
})

test('taken by the pointer itself, the map waits for one frame alone', () => {
  press(onMap)
  map.triggerRepaint()
  expect(drawn).toBe(0)
  paint()
  vi.advanceTimersByTime(1)
  expect(drawn).toBe(1)
})

test('a page that is not seen, and has no frames, draws its map all the same', () => {
  press(onMap)
  map.triggerRepaint()
  vi.advanceTimersByTime(200)
  expect(drawn).toBe(1)
})

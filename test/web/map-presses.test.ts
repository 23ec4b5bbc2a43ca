// A finger or mouse on the map means one thing: a rest, a menu that is closed, or a click.

import { signal } from '@preact/signals'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FingerRest } from '../../src/web/map/finger-rest.ts'
import { followMenuPress } from '../../src/web/map/menu-press.ts'

describe('a finger that rests', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('acts once, and what the same touch does afterwards is no click and no second menu', () => {
    const act = vi.fn()
    const rest = new FingerRest()
    rest.begin(act)
    vi.advanceTimersByTime(399)
    expect(act).not.toHaveBeenCalled()
    expect(rest.hasActed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenCalledOnce()
    // lifted
    rest.stop()
    vi.advanceTimersByTime(1000)
    expect(act).toHaveBeenCalledOnce()
    expect(rest.hasActed).toBe(true)
  })

  test.each([
    ['lifted or moved', (rest: FingerRest) => rest.stop()],
    ['followed by another press', (rest: FingerRest) => rest.forget()],
  ])('too short a rest, %s, is a tap and never acts later', (_, end) => {
    const act = vi.fn()
    const rest = new FingerRest()
    rest.begin(act)
    vi.advanceTimersByTime(300)
    end(rest)
    vi.advanceTimersByTime(1000)
    expect(act).not.toHaveBeenCalled()
    expect(rest.hasActed).toBe(false)
  })

  test('the next touch is another one', () => {
    const rest = new FingerRest()
    rest.begin(() => {})
    vi.advanceTimersByTime(400)
    const next = vi.fn()
    rest.begin(next)
    expect(rest.hasActed).toBe(false)
    vi.advanceTimersByTime(400)
    expect(next).toHaveBeenCalledOnce()
    rest.forget()
    expect(rest.hasActed).toBe(false)
  })
})

describe('a press beside the open menu', () => {
  test('closes it and is no click, also where the press has closed it before the click comes', () => {
    for (const closesEarly of [true, false]) {
      const menu = signal<object | null>({})
      const map = new EventTarget()
      const press = followMenuPress(map, menu)
      map.dispatchEvent(new Event('pointerdown'))
      if (closesEarly) menu.value = null
      expect(press.isUsed()).toBe(true)
      expect(menu.value).toBe(null)
      // the next click counts again, even one that no pointer made
      expect(press.isUsed()).toBe(false)
      map.dispatchEvent(new Event('pointerdown'))
      expect(press.isUsed()).toBe(false)
    }
  })

  test('a menu closed by a key before the press leaves it a click', () => {
    const menu = signal<object | null>({})
    const map = new EventTarget()
    const press = followMenuPress(map, menu)
    menu.value = null
    map.dispatchEvent(new Event('pointerdown'))
    expect(press.isUsed()).toBe(false)
  })
})

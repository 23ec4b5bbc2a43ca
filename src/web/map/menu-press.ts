// A press on the map beside the open menu closes it and does nothing else. The press takes the focus away, and with it
// the menu, before its click comes; so the press itself is what tells whether the menu was open.

import type { Signal } from '@preact/signals'

/** `isUsed` says of a click, once, that it was for closing the menu. */
export function followMenuPress(map: EventTarget, menu: Signal<object | null>): { isUsed(): boolean } {
  let wasOpen = false
  const press = () => (wasOpen = menu.peek() !== null)
  map.addEventListener('pointerdown', press, { capture: true })
  return {
    isUsed() {
      const isUsed = wasOpen || menu.peek() !== null
      wasOpen = false
      menu.value = null
      return isUsed
    },
  }
}

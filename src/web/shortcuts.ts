// Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y, or with the command key) undo and redo, but where text is being written.

import { measuring, undoMeasured } from './state/measure-session.ts'
import { redo, undo } from './plan/session.ts'

const TEXT_TYPES = ['text', 'search', 'number', 'datetime-local', 'date', 'time', 'url', 'email']

export function followShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(event.target)) return
    const key = event.key.toLowerCase()
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)
    if (!isRedo && key !== 'z') return
    event.preventDefault()
    // while one measures, the plan stays as it is
    if (measuring.peek() !== null) return isRedo ? undefined : undoMeasured()
    if (isRedo) redo()
    else undo()
  })
}

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && TEXT_TYPES.includes(target.type) && target.value !== '')
  )
}

// Starts the page: asks for the shared route at once, draws the panels, and brings in the map, which is a file of its
// own.

import { measuring, undoMeasured } from './state/measure-session.ts'
import { readAddress, redo, undo } from './plan/session.ts'
import { render } from 'preact'
import 'maplibre-gl/dist/maplibre-gl.css'
import './page.css'
import { App } from './app.tsx'
import { markEnglish } from './i18n/mark-english.ts'
import { beginLanguage } from './i18n/preferences.ts'
import { keepPage } from './offline/page-worker.ts'
import { followConnection } from './panels/offline-note.tsx'
import { announceRoute, followRoute } from './state/route-session.ts'
import { followTitle } from './state/shared-link.ts'
import { pressKey } from './state/shortcuts.ts'
import { followNames } from './state/waypoint-names.ts'

const TEXT_TYPES = ['text', 'search', 'number', 'datetime-local', 'date', 'time', 'url', 'email']

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y, or with the command key) undo and redo, but where text is being written. */
function followShortcuts(): void {
  addEventListener('keydown', (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
    if (isPlain && !isField(event.target) && pressKey(event.key)) return event.preventDefault()
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

/** Where letters are taken, or choose from a list. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && TEXT_TYPES.includes(target.type))
  )
}

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && TEXT_TYPES.includes(target.type) && target.value !== '')
  )
}

markEnglish()
followRoute()
followConnection()
keepPage()
followNames()
followTitle()
followShortcuts()
addEventListener('hashchange', readAddress)
void beginLanguage().then(() => {
  announceRoute()
  render(<App />, document.querySelector('#app')!)
})

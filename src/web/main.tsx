// Starts the page: asks for the shared route at once, draws the panels, and brings in the map, which is a file of its
// own.

import { render } from 'preact'
import 'maplibre-gl/dist/maplibre-gl.css'
import './page.css'
import { App } from './app.tsx'
import { beginLanguage } from './i18n/preferences.ts'
import { keepPage } from './offline/page-worker.ts'
import { followConnection } from './panels/offline-note.tsx'
import { followRoute } from './state/route-session.ts'
import { readAddress } from './plan/session.ts'
import { followShortcuts } from './shortcuts.ts'
import { followNames } from './state/waypoint-names.ts'

followRoute()
followConnection()
keepPage()
followNames()
followShortcuts()
addEventListener('hashchange', readAddress)
void beginLanguage().then(() => render(<App />, document.querySelector('#app')!))

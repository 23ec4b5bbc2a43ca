// Starts the page: asks for the shared route at once, draws the panels, and brings in the map, which is a file of its
// own.

import { render } from 'preact'
import 'maplibre-gl/dist/maplibre-gl.css'
import './page.css'
import { App } from './app.tsx'
import { followRoute } from './route-session.ts'
import { readAddress } from './session.ts'
import { followShortcuts } from './shortcuts.ts'
import { followNames } from './waypoint-names.ts'

followRoute()
followNames()
followShortcuts()
addEventListener('hashchange', readAddress)
render(<App />, document.querySelector('#app')!)

// The map of docs/maps.md, for a bundler: each of both entries beside this says where MapLibre's worker is.

import { addProtocol, Map as MapView } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { Protocol } from 'pmtiles'

const apiUrl = new URLSearchParams(location.search).get('api') ?? 'http://localhost:4000'

export async function showMap(container) {
  addProtocol('pmtiles', new Protocol().tile)
  const { artifacts } = await (await fetch(`${apiUrl}/pmtiles/current/manifest.json`)).json()
  const map = new MapView({ container, style: artifacts.styles.url, center: [-40.44, 33.42], zoom: 12 })
  map.once('idle', () => container.removeAttribute('aria-busy'))
}

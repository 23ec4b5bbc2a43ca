// Vite: `?url` makes a file of the worker and gives its address.

import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { showMap } from '../show-map.js'

setWorkerUrl(workerUrl)
showMap(document.querySelector('#map'))

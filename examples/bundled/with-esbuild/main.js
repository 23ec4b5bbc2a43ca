// esbuild: build.mjs makes a file of the worker beside this one.

import { setWorkerUrl } from 'maplibre-gl'
import { showMap } from '../show-map.js'

setWorkerUrl(new URL('map-worker.js', import.meta.url).href)
showMap(document.querySelector('#map'))

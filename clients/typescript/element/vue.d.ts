// Types of <waypost-map> in Vue 3 templates: import '@waypost/client/element/vue' once.

import type { DefineComponent } from 'vue'
import type { WaypostMapAttributes, WaypostMapEvents } from '@waypost/client/element'

type Listeners = {
  onWaypostShown?: (event: WaypostMapEvents['waypost-shown']) => void
  onWaypostFailed?: (event: WaypostMapEvents['waypost-failed']) => void
}

declare module 'vue' {
  interface GlobalComponents {
    'waypost-map': DefineComponent<WaypostMapAttributes & Listeners & { mapLibre?: unknown }>
  }
}

// <waypost-map> in Svelte 5: import '@waypost/client/element/svelte' once.

import type { HTMLAttributes } from 'svelte/elements'
import type { WaypostMapAttributes, WaypostMapElement, WaypostMapEvents } from '@waypost/client/element'

type Listeners = { [Name in keyof WaypostMapEvents as `on${Name}`]?: (event: WaypostMapEvents[Name]) => void }

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'waypost-map': HTMLAttributes<WaypostMapElement> & WaypostMapAttributes & Listeners & { mapLibre?: unknown }
  }
}

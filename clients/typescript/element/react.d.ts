// <waypost-map> in TSX of React 19: import '@waypost/client/element/react' once.

import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { WaypostMapAttributes, WaypostMapElement, WaypostMapEvents } from '@waypost/client/element'

type Listeners = { [Name in keyof WaypostMapEvents as `on${Name}`]?: (event: WaypostMapEvents[Name]) => void }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'waypost-map': DetailedHTMLProps<HTMLAttributes<WaypostMapElement>, WaypostMapElement> &
        WaypostMapAttributes &
        Listeners & { mapLibre?: unknown }
    }
  }
}

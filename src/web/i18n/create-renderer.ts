// Says sentences as the page does: waypoints by the letters that they have on the map, coordinates latitude first.
// Pure.

import { Renderer } from '../../language/renderer.ts'
import { waypointLabel } from './waypoint-label.ts'

export const createRenderer = (
  language: string,
  messages: Readonly<Record<string, string>>,
  fallback: Renderer | null = null,
): Renderer =>
  new Renderer({ '@language': language, messages }, fallback, {
    waypoint: waypointLabel,
    position: (text) => text.split(', ').reverse().join(', '),
  })

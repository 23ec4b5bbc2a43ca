// What the role of a member says about a route's line, as bits: which members belong to it, and which way along them
// the route goes. Pure.

/** Not part of the main line. */
export const SIDE = 1
/** Travelled only as the member is drawn. */
export const FORWARD = 2
/** Travelled only against it. */
export const BACKWARD = 4

const SIDE_ROLES =
  /^(alternat|variant|excursion|approach|connection|link|shortcut|detour|access|guidepost|marker|stop|platform|proposed)/

export function readRole(role: string): number {
  if (role.startsWith('forward')) return FORWARD
  if (role.startsWith('backward')) return BACKWARD
  return SIDE_ROLES.test(role) ? SIDE : 0
}

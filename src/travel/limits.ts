// Limits on requests, shared by the input schemas, the planner, the capabilities and the explorer.

export const MIN_WAYPOINTS = 2
export const MAX_WAYPOINTS = 100
/** signed routes that one route follows */
export const MAX_TRAILS = 10
/** of one signed route, the part that is followed */
export const MAX_FOLLOWED_KM = 300
/** of all that are named, whole: their lines are read */
export const MAX_TRAIL_LINES_KM = 3000
/** longest leg of REST, in a straight line: the interface's own */
export const MAX_LEG_KM = 60
/** longest leg of GraphQL */
export const LONG_LEG_KM = { hike: 100, run: 100, bike: 150 } as const
export const MIN_LOOP_KM = 0.5
export const MAX_LOOP_KM = { hike: 40, run: 40, bike: 60 } as const
export const MAX_LOOP_ALTERNATIVES = 3
/** places that a loop is to pass */
export const MAX_THROUGH_PLACES = 10
/** contours of a reach */
export const MAX_CONTOURS = 4
export const REACH_MINUTES = { min: 1, max: 600 } as const
export const REACH_METRES = { min: 100, max: 60_000 } as const
/** how far reached ground extends to both sides of a way */
export const REACH_TOLERANCE_M = { min: 10, max: 500, preset: 25 } as const
/** Alternatives of a route. */
export const MAX_ALTERNATIVES = 3
/** points on each side of a matrix, and pairs of them */
export const MAX_MATRIX_POINTS = 200
export const MAX_MATRIX_PAIRS = 10_000

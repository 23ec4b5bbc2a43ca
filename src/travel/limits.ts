// Limits on requests, shared by the input schemas, the planner, the capabilities and the explorer.

export const MIN_WAYPOINTS = 2
export const MAX_WAYPOINTS = 100
/** longest leg, in a straight line */
export const MAX_LEG_KM = 60
export const MIN_LOOP_KM = 0.5
export const MAX_LOOP_KM = { hike: 40, run: 40, bike: 60 } as const
export const MAX_LOOP_ALTERNATIVES = 3

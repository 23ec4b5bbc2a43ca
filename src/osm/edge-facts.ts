// The closed lists of edge facts. Index 0 always means "untagged / none / unknown", never "easy".
// Repeating facts are stored once per *class* (a distinct combination); an edge refers to its class.

/** `ways` buckets of decision `layouts`, by index in `classWayKind`. */
export const WAY_KINDS = ['other', 'road', 'street', 'track', 'path', 'footway', 'steps', 'cycleway', 'ferry'] as const
export type WayKind = (typeof WAY_KINDS)[number]

/** Source of the surface bucket, by index in `classSurfaceSource`. */
export const SURFACE_SOURCES = ['class_default', 'mapped'] as const
export type SurfaceSource = (typeof SURFACE_SOURCES)[number]

/** `classLit`: whether a way is lit at night. */
export const LIGHTINGS = ['untagged', 'lit', 'unlit'] as const
export const LIT_UNTAGGED = 0
export const LIT_NO = 2

/** `classSac`: 0 untagged, 1..6 = T1..T6, 7 = via ferrata (above T6, decision `ways-and-access`). */
export const SAC_UNTAGGED = 0
export const SAC_VIA_FERRATA = 7
/** `classMtb`: 0 untagged, 1..7 = S0..S6. */
export const MTB_UNTAGGED = 0
/** `classVisibility` (trail_visibility), 0 untagged. */
export const VISIBILITIES = ['untagged', 'excellent', 'good', 'intermediate', 'bad', 'horrible', 'no'] as const
/** `classSmoothness`, 0 untagged. */
export const SMOOTHNESSES = [
  'untagged',
  'excellent',
  'good',
  'intermediate',
  'bad',
  'very_bad',
  'horrible',
  'very_horrible',
  'impassable',
] as const
export const SMOOTHNESS_UNTAGGED = 0
export type Smoothness = (typeof SMOOTHNESSES)[number]

/**
 * Access of one mode in one direction (`classFootForward`, `classFootBackward`, `classBikeForward`,
 * `classBikeBackward`). Only `closed` blocks an edge; the others are open, and those after `open` are reported in a
 * warning or an unknown.
 */
export const ACCESS = [
  'closed',
  'open',
  'agricultural',
  'forestry',
  'customers',
  'delivery',
  'destination',
  'conditional',
  'cycleway_untagged', // a cycleway without a foot tag: open on foot at a cost, reported as an unknown
  'dismount', // bicycle pushed at walking pace, counted separately
  'discouraged',
] as const
export type Access = (typeof ACCESS)[number]
export const ACCESS_CLOSED = 0
export const ACCESS_OPEN = 1

/** `classFlags` bits. */
export const FLAG_TUNNEL = 1
export const FLAG_BRIDGE = 2
export const FLAG_FERRY = 4
export const FLAG_STEPS = 8
/** The edge represents a barrier node: 0 m long, with access of its own. */
export const FLAG_BARRIER = 16
export const FLAG_ROUNDABOUT = 32
/** It leads to a house or along parked cars: nobody takes it for where the street goes. */
export const FLAG_DRIVE = 64

/** `hazardKind`, the wire words of `route/1`. */
export const HAZARD_KINDS = ['ford', 'aid', 'via_ferrata'] as const
export type HazardKind = (typeof HAZARD_KINDS)[number]

/**
 * `classSignedFoot`, `classSignedBike`, `trailLevel`: the highest network level, 0 none / unknown level is `unknown`.
 */
export const TRAIL_LEVELS = ['none', 'unknown', 'local', 'regional', 'national', 'international'] as const
export type TrailLevel = (typeof TRAIL_LEVELS)[number]

/** `trailKind`. */
export const TRAIL_KINDS = ['hiking', 'bicycle', 'mtb'] as const
export type TrailKind = (typeof TRAIL_KINDS)[number]

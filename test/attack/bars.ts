// What a request may cost and what others must still get, however it is written. docs/limits.md promises these.

/**
 * Requests up to this size, head included, cost at most SMALL_CPU_MS. The one exception are pictures, which
 * decision `static-maps` allows in 200 bytes: SMALL_PICTURE_CPU_MS and PICTURE_CPU_MS (docs/limits.md). They come as a
 * expensive request, too, measured by what they leave to others.
 */
export const SMALL_BYTES = 100 * 1024
export const SMALL_CPU_MS = 400
/** Any other, up to the limit of its operation. */
export const LARGE_CPU_MS = 1000
/**
 * A document of many expensive operations in a server that still compiles what it runs: it begins none once it has used
 * 300 ms, and finishes what runs then. Later LARGE_CPU_MS, which `npm run bench -- expensive` holds against.
 */
export const DOCUMENT_CPU_MS = 2000
/** A picture of 6.55 megapixels, the largest. */
export const PICTURE_CPU_MS = 1000
/** A picture of 2 megapixels: 0.3 to 0.4 s, and half as much again on a slow machine. */
export const SMALL_PICTURE_CPU_MS = 600
/** `/healthz` beside it. */
export const HEALTH_MS = 250
/** Memory that one attack may add, in MB of 1,048,576 bytes. */
export const RSS_MB = 300
/** 95 % of a neighbour's cheap requests, while one caller repeats a expensive one. */
export const NEIGHBOUR_P95_MS = 500
/**
 * Other programs' share of the machine from which waiting times are corrected by the time that threads waited for a
 * processor.
 */
export const BUSY_MACHINE_SHARE = 0.1

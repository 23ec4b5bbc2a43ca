// What a request may cost and what others must still get, however it is written. SECURITY.md promises these.

/**
 * Requests up to this size, head included, cost at most SMALL_CPU_MS. The one exception are large pictures, which
 * decision D8 allows in 200 bytes: of 16.8 megapixels they cost 0.6 to 2.2 s, 0.5 s of it for compressing the dearest
 * PNG alone. They come as a dear request instead, measured by what they leave to others: they are drawn on a thread of
 * their own, cost 10 credits and a slot, and their time counts in the caller's budget (SECURITY.md).
 */
export const SMALL_BYTES = 100 * 1024
export const SMALL_CPU_MS = 400
/** Any other, up to the limit of its operation. */
export const LARGE_CPU_MS = 1000
/** `/healthz` beside it. */
export const HEALTH_MS = 250
/** Memory that one attack may add, in MB of 1,048,576 bytes. */
export const RSS_MB = 300
/** 95 % of a neighbour's cheap requests, while one caller repeats a dear one. */
export const NEIGHBOUR_P95_MS = 500
/**
 * Other programs' share of the machine from which waiting times are corrected by the time that threads waited for a
 * processor.
 */
export const BUSY_MACHINE_SHARE = 0.1

// Reproducible randomness: a hash for draws by position, and gradient noise.
// Everything in the demo region is derived from these, so that every run makes the same bytes.
// Never reads the clock, Math.random or the machine.

/** A pseudo-random number in 0..1, the same for the same three integers. */
export function hashShare(x: number, y: number, seed: number): number {
  return mix(x, y, seed) / 4294967296
}

function mix(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Gradient noise (Perlin 1985, quintic fade) at x, y: about -0.7..0.7, smooth, one cell per unit. */
export function gradientNoise(x: number, y: number, seed: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fx = x - column
  const fy = y - row
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const a = slope(column, row, fx, fy, seed)
  const b = slope(column + 1, row, fx - 1, fy, seed)
  const c = slope(column, row + 1, fx, fy - 1, seed)
  const d = slope(column + 1, row + 1, fx - 1, fy - 1, seed)
  return a + u * (b - a) + v * (c - a + u * (a - b - c + d))
}

const GRADIENT_X = Float64Array.from({ length: 16 }, (_, i) => Math.cos((i * Math.PI) / 8))
const GRADIENT_Y = Float64Array.from({ length: 16 }, (_, i) => Math.sin((i * Math.PI) / 8))

function slope(column: number, row: number, fx: number, fy: number, seed: number): number {
  const direction = mix(column, row, seed) & 15
  return GRADIENT_X[direction] * fx + GRADIENT_Y[direction] * fy
}

/** Octaves of gradient noise, each twice as fine and half as strong. */
export function fractalNoise(x: number, y: number, octaves: number, seed: number): number {
  let sum = 0
  let strength = 1
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * gradientNoise(x, y, seed + octave)
    x *= 2
    y *= 2
    strength /= 2
  }
  return sum
}

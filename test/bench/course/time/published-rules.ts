// Published rules of walking time over recorded lines. Rules by slope see windows of about 80 m; rules by climb see the
// climb of src/geo/climb.ts. Each says where it comes from.

import type { Piece, Recording } from './recordings.ts'

const WINDOW_M = 80

/** Minutes a kilometre by slope in tenths (Schweizer Wanderwege, "Wanderzeitberechnung"; -40 to 40 %). */
const SWISS = [
  14.271, 3.6991, 2.5922, -1.4384, 0.32105, 0.81542, -0.090261, -0.20757, 0.010192, 0.028588, -5.7466e-4, -2.1842e-3,
  1.5176e-5, 8.6894e-5, -1.3584e-7, -1.4026e-6,
]

function swissSPerM(slope: number): number {
  const x = Math.max(-0.4, Math.min(0.4, slope)) * 10
  return SWISS.reduceRight((sum, c) => sum * x + c, 0) * 0.06
}
const toblerSPerM = (slope: number) => 0.6 * Math.exp(3.5 * Math.abs(Math.max(-1, Math.min(1, slope)) + 0.05))
/** Campbell and others 2022, Applied Geography 106: Lorentz function, median of a million recordings. */
function campbellSPerM(slope: number): number {
  const deg = (Math.atan(slope) * 180) / Math.PI
  const [a, b, c, d, e] = [-1.4579, 22.0787, 76.3271, 0.0525, -3.2002e-4]
  return 1 / Math.max(0.1, c / (Math.PI * b * (1 + ((deg - a) / b) ** 2)) + d + e * deg)
}
/** Irmischer and Clarke 2018, on paths, men. */
const irmischerSPerM = (slope: number) => 1 / (0.11 + Math.exp(-((slope * 100 + 5) ** 2) / 1800))

const bySlope = (sPerM: (slope: number) => number) => (recording: Recording) =>
  recording.pieces.reduce(
    (sum, piece) => sum + windowsOf(piece).reduce((s, { lengthM, slope }) => s + lengthM * sPerM(slope), 0),
    0,
  )

const naismithS = ({ lengthM, ascentM }: Recording) => lengthM * 0.72 + ascentM * 6

export const PUBLISHED_RULES: Record<string, (recording: Recording) => number> = {
  Swiss: bySlope(swissSPerM),
  'DIN 33466': ({ lengthM, ascentM, descentM }) => {
    const level = lengthM * 0.9
    const climbing = ascentM * 12 + descentM * 7.2
    return Math.max(level, climbing) + Math.min(level, climbing) / 2
  },
  Naismith: naismithS,
  'Naismith with Langmuir': (recording) =>
    naismithS(recording) +
    // 10 minutes less per 300 m down at 5 to 12 degrees, 10 more where steeper
    bySlope((slope) => {
      const deg = (Math.atan(slope) * 180) / Math.PI
      return deg > -5 ? 0 : (deg >= -12 ? -2 : 2) * -slope
    })(recording),
  Tobler: bySlope(toblerSPerM),
  'Campbell 2022': bySlope(campbellSPerM),
  'Irmischer and Clarke': bySlope(irmischerSPerM),
  'flat 5 km/h': ({ lengthM }) => lengthM * 0.72,
}

function windowsOf({ atM, heightM }: Piece): { lengthM: number; slope: number }[] {
  const totalM = atM[atM.length - 1]
  const count = Math.max(1, Math.round(totalM / WINDOW_M))
  const lengthM = totalM / count
  const heights: number[] = []
  let i = 0
  for (let k = 0; k <= count; k++) {
    while (i < atM.length - 2 && atM[i + 1] < lengthM * k) i++
    const stepM = atM[i + 1] - atM[i]
    const share = stepM <= 0 ? 1 : Math.min(1, (lengthM * k - atM[i]) / stepM)
    heights.push(heightM[i] + (heightM[i + 1] - heightM[i]) * share)
  }
  return Array.from({ length: count }, (_, k) => ({ lengthM, slope: (heights[k + 1] - heights[k]) / lengthM }))
}

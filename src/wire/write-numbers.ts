// HOT: npm run bench -- routing
// Coordinates and distances are most of an answer, so four digits are written at a time, from tables.
//
// Numbers as bytes of text. What is written may reach a few bytes beyond the end of the number.

const MINUS = 45
const DOT = 46
const ZERO = 48

// Digits of 0..9999 as the bytes of a word, first digit lowest: all four of them, and without leading zeros together
// with their count.
const FOUR_DIGITS = new Uint32Array(10_000)
const DIGITS = new Uint32Array(10_000)
const DIGIT_COUNT = new Uint8Array(10_000)
const TWO_DIGITS = new Uint16Array(100)
for (let n = 0; n < 10_000; n++) {
  const word =
    0x30303030 +
    Math.floor(n / 1000) +
    ((Math.floor(n / 100) % 10) << 8) +
    ((Math.floor(n / 10) % 10) << 16) +
    (n % 10) * 0x1000000
  FOUR_DIGITS[n] = word
  DIGIT_COUNT[n] = n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : 4
  DIGITS[n] = word >>> (8 * (4 - DIGIT_COUNT[n]))
  if (n < 100) TWO_DIGITS[n] = word >>> 16
}

/** Writes millionths as a number with six decimals; at most 12 bytes. Returns the position of the next byte. */
export function writeMicro(view: DataView, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    view.setUint8(at++, MINUS)
    rest = -rest | 0
  }
  const whole = (rest / 1_000_000) | 0
  const fraction = (rest - whole * 1_000_000) | 0
  view.setUint32(at, DIGITS[whole], true)
  at += DIGIT_COUNT[whole]
  view.setUint8(at, DOT)
  const high = (fraction / 100) | 0
  view.setUint32(at + 1, FOUR_DIGITS[high], true)
  view.setUint16(at + 5, TWO_DIGITS[fraction - high * 100], true)
  return at + 7
}

/**
 * Writes tenths as a number with one decimal or none; at most 12 bytes, and 3 beyond the end. Returns the position of
 * the next byte.
 */
export function writeTenths(view: DataView, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    view.setUint8(at++, MINUS)
    rest = -rest | 0
  }
  const whole = (rest / 10) | 0
  at = writeWhole(view, at, whole)
  const tenth = rest - whole * 10
  if (tenth === 0) return at
  view.setUint16(at, ((ZERO + tenth) << 8) | DOT, true)
  return at + 2
}

/** Writes a 32-bit integer; at most 11 bytes, and 3 beyond the end. Returns the position of the next byte. */
export function writeInteger(view: DataView, at: number, value: number): number {
  if (value >= 0) return writeWhole(view, at, value)
  view.setUint8(at, MINUS)
  return writeWhole(view, at + 1, -value)
}

function writeWhole(view: DataView, at: number, value: number): number {
  if (value < 10_000) {
    view.setUint32(at, DIGITS[value], true)
    return at + DIGIT_COUNT[value]
  }
  const high = Math.floor(value / 10_000)
  at = writeWhole(view, at, high)
  view.setUint32(at, FOUR_DIGITS[value - high * 10_000], true)
  return at + 4
}

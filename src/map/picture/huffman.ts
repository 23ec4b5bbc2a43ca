// Huffman codes as deflate writes them (RFC 1951, 3.2.2): lengths from counts, codes from lengths. Pure.

/** Deflate has no longer codes. */
const MAX_BITS = 15

/** Bits of each symbol's code; 0 for one that does not occur. At least two must occur. */
export function codeLengths(counts: Uint32Array): Uint8Array {
  let weights = Uint32Array.from(counts)
  for (;;) {
    const lengths = lengthsOf(weights)
    if (Math.max(...lengths) <= MAX_BITS) return lengths
    // flatter counts give shorter codes
    weights = flatter(weights)
  }
}

function flatter(weights: Uint32Array): Uint32Array<ArrayBuffer> {
  const flat = new Uint32Array(weights.length)
  for (let symbol = 0; symbol < weights.length; symbol++)
    if (weights[symbol] > 0) flat[symbol] = (weights[symbol] >> 2) + 1
  return flat
}

/** The two lightest trees become one, again and again: leaves and trees are each in order of weight. */
function lengthsOf(weights: Uint32Array): Uint8Array {
  const leaves = byWeight(weights)
  const parent = new Int32Array(leaves.length * 2)
  const weightOf = new Float64Array(leaves.length * 2)
  for (let i = 0; i < leaves.length; i++) weightOf[i] = weights[leaves[i]]
  let leaf = 0
  let tree = leaves.length
  let made = leaves.length
  const takeLightest = (): number =>
    leaf < leaves.length && (tree === made || weightOf[leaf] <= weightOf[tree]) ? leaf++ : tree++
  for (; made < leaves.length * 2 - 1; made++) {
    const a = takeLightest()
    const b = takeLightest()
    weightOf[made] = weightOf[a] + weightOf[b]
    parent[a] = parent[b] = made
  }
  const depth = new Uint8Array(made)
  for (let node = made - 2; node >= 0; node--) depth[node] = Math.min(255, depth[parent[node]] + 1)
  const lengths = new Uint8Array(weights.length)
  for (let i = 0; i < leaves.length; i++) lengths[leaves[i]] = depth[i]
  return lengths
}

/** The symbols that occur, the lightest first, then by number. */
function byWeight(weights: Uint32Array): Uint16Array {
  const keys: number[] = []
  for (let symbol = 0; symbol < weights.length; symbol++)
    if (weights[symbol] > 0) keys.push(weights[symbol] * weights.length + symbol)
  const sorted = Float64Array.from(keys).sort()
  const symbols = new Uint16Array(sorted.length)
  for (let i = 0; i < sorted.length; i++) symbols[i] = sorted[i] % weights.length
  return symbols
}

/** Codes of these lengths, first bit lowest, as they are written. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  let code = 0
  for (let bits = 1; bits <= MAX_BITS; bits++) {
    for (let symbol = 0; symbol < lengths.length; symbol++)
      if (lengths[symbol] === bits) codes[symbol] = reversed(code++, bits)
    code <<= 1
  }
  return codes
}

function reversed(code: number, bits: number): number {
  let turned = 0
  for (let i = 0; i < bits; i++) turned |= ((code >> i) & 1) << (bits - 1 - i)
  return turned
}

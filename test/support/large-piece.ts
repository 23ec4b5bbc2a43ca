/** Size of a piece of memory for metrics of a network that counts as large; that of a release called `large ...`. */
export const LARGE_PIECE_BYTES = 6_000_000

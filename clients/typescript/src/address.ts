/** An address without slashes at its end. */
export function trimSlashes(address: string): string {
  let trimmed = address
  while (trimmed.endsWith('/')) trimmed = trimmed.slice(0, -1)
  return trimmed
}

// The sign of a waypoint: A for the start, B for the end, numbers between.

export function waypointLabel(index: number, count: number): string {
  return index === 0 ? 'A' : index === count - 1 ? 'B' : String(index)
}

// The sign of a waypoint: A, B, C ... Z, AA, AB ...

export function waypointLabel(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % 26))
  return index < 26 ? letter : waypointLabel(Math.floor(index / 26) - 1) + letter
}

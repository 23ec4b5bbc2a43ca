// The sign of a waypoint: A, B, C ... Z, AA, AB ...

export function waypointLabel(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % 26))
  return index < 26 ? letter : waypointLabel(Math.floor(index / 26) - 1) + letter
}

/** A message of the service, which counts waypoints from 1, with their signs: `waypoint B to C`. */
export function withWaypointLabels(message: string): string {
  const sign = (number: string) => waypointLabel(Number(number) - 1)
  return message.replace(
    /\b([Ww]aypoint) ([1-9]\d{0,3})(?: to ([1-9]\d{0,3}))?(?: of [1-9]\d{0,3})?/g,
    (_, word: string, from: string, to: string | undefined) =>
      `${word} ${sign(from)}${to === undefined ? '' : ` to ${sign(to)}`}`,
  )
}

// What messages call the points of a request. Messages count waypoints from 1, machine-readable fields from 0.

export interface PointSubject {
  /** at the beginning of a sentence */
  words: string
  /** path of the field in the input */
  inputPath: string
  /** the setting that limits its distance from a way; null: there is none */
  radiusSetting: 'snapRadiusM' | null
}

/** `Waypoint 2 of 3` for index 1 of 3. */
export function waypointSubject(index: number, count: number): PointSubject {
  return {
    words: `Waypoint ${index + 1} of ${count}`,
    inputPath: `waypoints[${index}]`,
    radiusSetting: 'snapRadiusM',
  }
}

/** The start of a loop. */
export const START_SUBJECT: PointSubject = { words: 'The start', inputPath: 'start', radiusSetting: null }

/** The ends of a leg: `waypoint 1 to 2 of 3` for leg 0 of 2. */
export function legWords(leg: number, legCount: number): string {
  return `waypoint ${leg + 1} to ${leg + 2} of ${legCount + 1}`
}

// The map under construction: points in the local plane, ways over them, relations over all, and their tags.
// A point is its index; OSM ids are assigned when the file is written, above all ids in use today, so that nothing in
// the demo can be mistaken for a real object. Never contains a member that does not exist.

export type Tags = Record<string, string>
export type MemberType = 'node' | 'way' | 'relation'

export interface DemoWay {
  points: number[]
  tags: Tags
}

export interface DemoMember {
  type: MemberType
  /** index among the nodes, ways or relations of the map */
  index: number
  role: string
}

export interface DemoRelation {
  members: DemoMember[]
  tags: Tags
}

const FIRST_ID = { node: 90_000_000_001, way: 5_000_000_001, relation: 800_000_001 }

/** OSM id of the n-th object of a type. */
export const osmId = (type: MemberType, index: number) => FIRST_ID[type] + index

export class DemoMap {
  readonly xM: number[] = []
  readonly yM: number[] = []
  readonly pointTags = new Map<number, Tags>()
  readonly ways: DemoWay[] = []
  readonly relations: DemoRelation[] = []

  addPoint(xM: number, yM: number, tags?: Tags): number {
    this.xM.push(xM)
    this.yM.push(yM)
    const point = this.xM.length - 1
    if (tags) this.tagPoint(point, tags)
    return point
  }

  tagPoint(point: number, tags: Tags): void {
    this.pointTags.set(point, { ...this.pointTags.get(point), ...tags })
  }

  addWay(points: number[], tags: Tags): number {
    this.ways.push({ points, tags })
    return this.ways.length - 1
  }

  addRelation(members: DemoMember[], tags: Tags): number {
    this.relations.push({ members, tags })
    return this.relations.length - 1
  }

  /** Metres between two points of the plane. */
  gapM(a: number, b: number): number {
    return Math.hypot(this.xM[a] - this.xM[b], this.yM[a] - this.yM[b])
  }

  lengthM(points: readonly number[]): number {
    let sum = 0
    for (let i = 1; i < points.length; i++) sum += this.gapM(points[i - 1], points[i])
    return sum
  }
}

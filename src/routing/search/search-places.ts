// Where the labels of a search are, by node or rank: two arrays of the network's size, for either direction. The
// searches of a thread run one after the other and leave them empty, so that they share them: 8 bytes a node and
// thread, and these only where searches have been.

export interface SearchPlaces {
  /** 0 where a node has no label; all of it between searches */
  forward: Int32Array
  backward: Int32Array
}

export function searchPlaces(nodeCount: number): SearchPlaces {
  return { forward: new Int32Array(nodeCount), backward: new Int32Array(nodeCount) }
}

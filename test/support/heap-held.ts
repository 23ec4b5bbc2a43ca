// What V8's heap holds once everything that nobody needs is collected; memory of typed arrays is not in it.

import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export function heapHeldBytes(): number {
  collect()
  return getHeapStatistics().used_heap_size
}

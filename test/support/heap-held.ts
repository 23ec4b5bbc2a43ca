// What V8's heap holds once everything that nobody needs is collected; memory of typed arrays is not in it. What other
// test files of the worker left may go meanwhile, and code is compiled: a megabyte more or less says nothing.

import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export function heapHeldBytes(): number {
  // what the first one finalises goes with the second
  collect()
  collect()
  return getHeapStatistics().used_heap_size
}

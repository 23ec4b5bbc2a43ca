// Which faults are tried: of each kind as many as of the others, each at random.

import { type Fault, faultsOf, isProgram, putInto } from './faults.ts'

export interface PlacedFault extends Fault {
  file: string
}

/** `files`: path and text. `random`: from 0, below 1. */
export function chooseFaults(files: ReadonlyMap<string, string>, count: number, random: () => number): PlacedFault[] {
  const byKind = new Map<string, PlacedFault[]>()
  for (const [file, text] of files)
    for (const fault of faultsOf(text)) {
      const list = byKind.get(fault.kind) ?? []
      byKind.set(fault.kind, list)
      list.push({ ...fault, file })
    }
  const chosen: PlacedFault[] = []
  for (let kinds = [...byKind.values()]; kinds.length > 0 && chosen.length < count; )
    kinds = kinds.filter((list) => {
      const [fault] = list.splice(Math.floor(random() * list.length), 1)
      if (chosen.length < count && isProgram(putInto(files.get(fault.file)!, fault))) chosen.push(fault)
      return list.length > 0
    })
  return chosen
}

// The error for a leg without a path, naming the setting to blame where another would find one.

import { ServiceError } from '../../errors.ts'
import type { CostSettings } from '../costs/cost-settings.ts'
import { WAYPOINT_WORDS } from '../costs/point-subject.ts'
import type { FindLegsInput } from './legs-input.ts'
import { partsOfEdges } from './search-leg.ts'
import { usableEdges } from './snap-waypoints.ts'

export function noPath(input: FindLegsInput, leg: number): ServiceError {
  const { graph, model, snapper, costs, settings, waypoints, words = WAYPOINT_WORDS } = input
  const pair = [waypoints[leg], waypoints[leg + 1]]
  const exists = (changed: Partial<CostSettings>): boolean => {
    const table = model.table({ ...costs, ...changed })
    return (
      snapper.snapToCommonPart(pair, settings.snapRadiusM, usableEdges(graph, table), partsOfEdges(input, table)) !==
      null
    )
  }
  let why = ''
  if (input.isAvoided != null) why = ' that keeps out of what `avoid` names'
  else if (costs.profile === 'bike') {
    if (costs.push === 'never' && exists({ push: 'anywhere' }))
      why = ' without pushing the bicycle; a path exists with `push` allowed'
    else if (exists({ profile: 'hike', maxSac: 3, markedTrails: 'off' })) why = ' by bicycle; there is one on foot'
    else if (costs.bicycleType !== 'mountain' && exists({ bicycleType: 'mountain' }))
      why = ` with \`bicycleType\` ${costs.bicycleType}; a path exists with mountain`
  } else {
    for (let maxSac = costs.maxSac + 1; maxSac <= 6 && why === ''; maxSac++) {
      if (exists({ maxSac })) why = ` with \`maxSac\` ${costs.maxSac}; a path exists with \`maxSac\` ${maxSac}`
    }
    if (why === '' && costs.markedTrails === 'strict') {
      if (exists({ markedTrails: 'off' })) why = ' on signed trails only; a path exists with `markedTrails` prefer'
      else if (exists({ markedTrails: 'off', maxSac: 6 }))
        why = ` on signed trails with \`maxSac\` ${costs.maxSac}; a path exists with \`markedTrails\` prefer and \`maxSac\` 6`
    }
  }
  return new ServiceError(
    'no_path',
    `No path leads from ${words.legOf(leg, waypoints.length - 1)}${why === '' ? ': the network has none between the ways around them' : why}.`,
    { inputPath: words.subjectOf(leg + 1, waypoints.length).inputPath },
  )
}

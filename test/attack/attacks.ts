// Every attack, by theme. A new theme is a file of its own, named here.

import type { Attack, ExpensiveRequest, Siege } from './attack.ts'
import { AREA_ATTACKS } from './area-attacks.ts'
import { BRACKET_ATTACKS } from './bracket-attacks.ts'
import { CONNECTION_SIEGES } from './connection-attacks.ts'
import { EXPENSIVE_REQUESTS as EXPENSIVE } from './expensive-requests.ts'
import { DOCUMENT_ATTACKS } from './document-attacks.ts'
import { FILE_ATTACKS } from './file-attacks.ts'
import { PACKED_FILE_ATTACKS } from './packed-file-attacks.ts'
import { PATH_ATTACKS } from './path-attacks.ts'
import { PICTURE_ATTACKS } from './picture-attacks.ts'
import { ROUTE_ATTACKS } from './route-attacks.ts'
import { SHAPE_ATTACKS } from './shape-attacks.ts'
import { TEXT_ATTACKS } from './text-attacks.ts'
import { VISITOR_SIEGES } from './visitor-attacks.ts'
import { WEATHER_ATTACKS, WEATHER_SIEGES } from './weather-attacks.ts'

export const ATTACKS: readonly Attack[] = [
  ...TEXT_ATTACKS,
  ...BRACKET_ATTACKS,
  ...FILE_ATTACKS,
  ...PACKED_FILE_ATTACKS,
  ...AREA_ATTACKS,
  ...DOCUMENT_ATTACKS,
  ...PATH_ATTACKS,
  ...SHAPE_ATTACKS,
  ...ROUTE_ATTACKS,
  ...PICTURE_ATTACKS,
  ...WEATHER_ATTACKS,
]

export const SIEGES: readonly Siege[] = [...CONNECTION_SIEGES, ...VISITOR_SIEGES, ...WEATHER_SIEGES]

export const EXPENSIVE_REQUESTS: readonly ExpensiveRequest[] = EXPENSIVE

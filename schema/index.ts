// The schema, put together from its words. Exports the schema and nothing else.

import './scalars.ts'
import './maps.ts'
import './routing.ts'
import './round-trips.ts'
import './elevation-profile.ts'
import './pace-plan.ts'
import './clean-gpx.ts'
import './simplify-gpx.ts'
import './matching.ts'
import './snow.ts'
import './static-map.ts'
import './search.ts'
import './search-links.ts'
import './forecast.ts'
import './route-weather.ts'
import './walker.ts'
import './account.ts'
import { builder } from './builder.ts'

export const schema = builder.toSchema()

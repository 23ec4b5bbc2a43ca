// Random properties run from one seed, so that a run tells about the code and not about its luck. `THOROUGH=1` (before
// a release) and `npm run fuzz` look at new cases each time.

import fc from 'fast-check'

if (process.env.THOROUGH !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 })

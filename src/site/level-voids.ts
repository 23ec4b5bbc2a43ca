// Hill shading that leaves out what the terrain has no height for: the map library takes a void (-32,768 m) for ground,
// and would draw a cliff around it.

import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** In its shader: the slope at a pixel is kept, of the heights of its eight neighbours. */
const SLOPE_IS_KEPT = 'fragColor=clamp(vec4(deriv.x/8.0+'
const LEVEL_BESIDE_VOID = 'for(int n=0;n<9;n++)if(getElevation(pos+ivec2(n%3-1,n/3-1))<-32767.0)deriv=vec2(0.0);'

/** Slopes between known heights alone. Throws where the library is no longer the one that this was written for. */
function withLevelVoids(library: string): string {
  const parts = library.split(SLOPE_IS_KEPT)
  if (parts.length !== 2) throw new Error('MapLibre works out slopes in another way now: see src/site/level-voids.ts.')
  return parts.join(LEVEL_BESIDE_VOID + SLOPE_IS_KEPT)
}

export const levelVoids: Plugin = {
  name: 'level-voids',
  setup(build) {
    build.onLoad({ filter: /maplibre-gl\.mjs$/ }, async ({ path }) => ({
      contents: withLevelVoids(await readFile(path, 'utf8')),
    }))
  },
}

// What a click or key changes on the page is painted before the map is drawn again: where no GPU helps, a picture of
// the map takes longer than anybody should wait to see that a click was taken.

import type { Map as LibreMap } from 'maplibre-gl'

const INPUTS = ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'change'] as const
/** A key goes up again, and a click follows its press; on the map itself nothing waits for that. */
const REST_MS = 100
/** A page that is not seen has no frames. */
const PATIENCE_MS = 200

/** From now on the map waits for the page after each click and key, and when its own size changes. */
export function paintPageFirst(map: LibreMap): void {
  const draw = map.triggerRepaint.bind(map)
  let held = 0
  let isWanted = false
  map.triggerRepaint = () => {
    if (held > 0) isWanted = true
    else draw()
  }
  const release = () => {
    held--
    if (held > 0 || !isWanted) return
    isWanted = false
    draw()
  }
  const hold = ({ target }: Event) => {
    held++
    const isOnMap = target instanceof Node && map.getCanvasContainer().contains(target)
    afterPaint(isOnMap ? release : () => setTimeout(release, REST_MS))
  }
  for (const kind of INPUTS) addEventListener(kind, hold, { capture: true, passive: true })
  followSize(map)
}

/** The map follows its box; its own way of doing so draws at once. */
function followSize(map: LibreMap): void {
  const box = map.getContainer()
  const canvas = map.getCanvas()
  const isSame = () => canvas.clientWidth === box.clientWidth && canvas.clientHeight === box.clientHeight
  const fit = () => {
    if (!isSame()) map.resize().redraw()
  }
  new ResizeObserver(() => isSame() || afterPaint(fit)).observe(box)
}

/** Once what is changed now is on the screen. */
export function afterPaint(act: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    act()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, PATIENCE_MS)
}

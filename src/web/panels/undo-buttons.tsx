// Undo and redo, as Ctrl+Z and Ctrl+Shift+Z do.

import { t } from '../say.ts'
import { canRedo, canUndo, redo, undo } from '../session.ts'

export function UndoButtons() {
  return (
    <>
      <button type="button" disabled={!canUndo.value} title="Ctrl+Z" aria-keyshortcuts="Control+Z" onClick={undo}>
        {t('undo')}
      </button>
      <button
        type="button"
        disabled={!canRedo.value}
        title="Ctrl+Shift+Z"
        aria-keyshortcuts="Control+Shift+Z"
        onClick={redo}
      >
        {t('redo')}
      </button>
    </>
  )
}

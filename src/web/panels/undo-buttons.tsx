// Undo and redo, as Ctrl+Z and Ctrl+Shift+Z do: arrows, so that they fit into the row of buttons they stand in.

import { t } from '../i18n/t.ts'
import { canRedo, canUndo, redo, undo } from '../plan/session.ts'

export function UndoButtons() {
  return (
    <>
      <button
        type="button"
        class="arrow"
        disabled={!canUndo.value}
        aria-label={t('undo')}
        title={`${t('undo')} (${t('key.control')}+Z)`}
        aria-keyshortcuts="Control+Z"
        onClick={undo}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M8 3.2 2.5 8 8 12.8V9.6h3.5a3 3 0 0 1 0 6H7v2h4.5a5 5 0 0 0 0-10H8z" />
        </svg>
      </button>
      <button
        type="button"
        class="arrow"
        disabled={!canRedo.value}
        aria-label={t('redo')}
        title={`${t('redo')} (${t('key.control')}+${t('key.shift')}+Z)`}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={redo}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M12 3.2 17.5 8 12 12.8V9.6H8.5a3 3 0 0 0 0 6H13v2H8.5a5 5 0 0 1 0-10H12z" />
        </svg>
      </button>
    </>
  )
}

import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { getStateTone } from '../field-values/state-tone.ts'
import { formatMinutes, type BoardSlot } from './board-slots.ts'
import type { BoardContext } from './board-context.ts'
import type { PlacedRow } from './use-board.ts'
import styles from './BoardGrid.module.css'

/** Shows a time at which the chosen row can start in this room. */
export function FreeSlot({
  context,
  room,
  slot,
  style,
  isRequested,
  isTabStop,
}: {
  context: BoardContext
  room: Row
  slot: BoardSlot
  style: CSSProperties
  isRequested: boolean
  isTabStop: boolean
}) {
  const { t } = useTranslation('console')
  const { chosenRow, placement, labels } = context
  const { setNodeRef, isOver } = useDroppable({ id: `${slot.room} ${slot.from}`, data: slot })
  const times = `${formatMinutes(slot.from)}–${formatMinutes(slot.to)}`
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.slot}
      style={style}
      data-slot={slot.from}
      data-wanted={isRequested || undefined}
      data-over={isOver || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t('board.slot', { room: labels.room(room), times })}
      onClick={({ detail, currentTarget }) => {
        if (chosenRow) placement.place(chosenRow, slot)
        // The button disappears with the placement, so a keyboard user's focus moves to the board.
        if (detail === 0) currentTarget.closest<HTMLElement>('[data-plan]')?.focus()
      }}
    >
      {formatMinutes(slot.from)}
    </button>
  )
}

/** Shows a placed row. A touch chooses the row; a touch on a free slot then moves it there. */
export function PlacedBlock({
  context,
  placed,
  style,
}: {
  context: BoardContext
  placed: PlacedRow
  style: CSSProperties
}) {
  const { t } = useTranslation('console')
  const { metadata, chosenRow, placement, labels, onChoose } = context
  const { row, from, to, isInFlight } = placed
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placement.findAction(row) === undefined,
  })
  const isChosen = chosenRow?.id === row.id
  const stateField = metadata.workflow?.field
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.block}
      style={style}
      data-block={row.id}
      data-tone={stateField === undefined ? undefined : getStateTone(metadata, row[stateField])}
      aria-pressed={isChosen}
      {...listeners}
      // `detail` is 0 when the click came from the keyboard.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={styles.times}>
        {formatMinutes(from)}–{formatMinutes(to)}
      </span>
      <span className={styles.name}>{labels.title(row)}</span>
      {isInFlight && (
        <span className={styles.fact}>
          <Icon name="clock" size={16} />
          {t('board.onItsWay')}
        </span>
      )}
      {labels.facts(row).map(({ key, line }) => (
        <span key={key} className={styles.fact}>
          {line}
        </span>
      ))}
    </button>
  )
}

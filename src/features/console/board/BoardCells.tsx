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
  plan,
  room,
  slot,
  style,
  isWanted,
  isFirst,
}: {
  plan: BoardContext
  room: Row
  slot: BoardSlot
  style: CSSProperties
  isWanted: boolean
  isFirst: boolean
}) {
  const { t } = useTranslation('console')
  const { chosen, placing, labels } = plan
  const { setNodeRef, isOver } = useDroppable({ id: `${slot.room} ${slot.from}`, data: slot })
  const times = `${formatMinutes(slot.from)}–${formatMinutes(slot.to)}`
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.slot}
      style={style}
      data-slot={slot.from}
      data-wanted={isWanted || undefined}
      data-over={isOver || undefined}
      tabIndex={isFirst ? 0 : -1}
      aria-label={t('board.slot', { room: labels.room(room), times })}
      onClick={({ detail, currentTarget }) => {
        if (chosen) placing.place(chosen, slot)
        // The button disappears once the slot is taken, so a keyboard user's focus moves to the plan.
        if (detail === 0) currentTarget.closest<HTMLElement>('[data-plan]')?.focus()
      }}
    >
      {formatMinutes(slot.from)}
    </button>
  )
}

/** Shows a placed row: a touch chooses it, and another slot moves it. */
export function PlacedBlock({
  plan,
  placed,
  style,
}: {
  plan: BoardContext
  placed: PlacedRow
  style: CSSProperties
}) {
  const { t } = useTranslation('console')
  const { metadata, chosen, placing, labels, onChoose } = plan
  const { row, from, to, isOnItsWay } = placed
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placing.findAction(row) === undefined,
  })
  const isChosen = chosen?.id === row.id
  const state = metadata.workflow?.field
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.block}
      style={style}
      data-block={row.id}
      data-tone={state === undefined ? undefined : getStateTone(metadata, row[state])}
      aria-pressed={isChosen}
      {...listeners}
      // A click with `detail` 0 came from a key.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={styles.times}>
        {formatMinutes(from)}–{formatMinutes(to)}
      </span>
      <span className={styles.name}>{labels.title(row)}</span>
      {isOnItsWay && (
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

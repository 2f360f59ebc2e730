import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { stateTone } from '../field-values/state-tone.ts'
import { formatMinutes, type BoardSlot } from './board-slots.ts'
import type { BoardContext } from './board-context.ts'
import type { PlacedRow } from './use-board.ts'
import styles from './BoardGrid.module.css'

/** A time at which the chosen one can begin here. */
export function FreeSlot({
  plan,
  room,
  span,
  style,
  isWanted,
  isFirst,
}: {
  plan: BoardContext
  room: Row
  span: BoardSlot
  style: CSSProperties
  isWanted: boolean
  isFirst: boolean
}) {
  const { t } = useTranslation('console')
  const { chosen, placing, words } = plan
  const { setNodeRef, isOver } = useDroppable({ id: `${span.room} ${span.from}`, data: span })
  const times = `${formatMinutes(span.from)}–${formatMinutes(span.to)}`
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.slot}
      style={style}
      data-slot={span.from}
      data-wanted={isWanted || undefined}
      data-over={isOver || undefined}
      tabIndex={isFirst ? 0 : -1}
      aria-label={t('board.slot', { room: words.room(room), times })}
      onClick={({ detail, currentTarget }) => {
        if (chosen) placing.place(chosen, span)
        // The time goes once it is taken: who came by keys stays in the plan.
        if (detail === 0) currentTarget.closest<HTMLElement>('[data-plan]')?.focus()
      }}
    >
      {formatMinutes(span.from)}
    </button>
  )
}

/** A row in its place: a touch shows it, and another time moves it. */
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
  const { metadata, chosen, placing, words, onChoose } = plan
  const { row, from, to, isOnItsWay } = placed
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placing.actionOf(row) === undefined,
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
      data-tone={state === undefined ? undefined : stateTone(metadata, row[state])}
      aria-pressed={isChosen}
      {...listeners}
      // A click without a pointer came from a key.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={styles.times}>
        {formatMinutes(from)}–{formatMinutes(to)}
      </span>
      <span className={styles.name}>{words.title(row)}</span>
      {isOnItsWay && (
        <span className={styles.fact}>
          <Icon name="clock" size={16} />
          {t('board.onItsWay')}
        </span>
      )}
      {words.facts(row).map(({ key, line }) => (
        <span key={key} className={styles.fact}>
          {line}
        </span>
      ))}
    </button>
  )
}

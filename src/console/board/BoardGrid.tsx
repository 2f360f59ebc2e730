import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { Row } from '../data/console-api.ts'
import { Icon } from '#ui/Icon.tsx'
import { getStateTone } from '../field-values/ValueText.tsx'
import {
  formatMinutes,
  listFreeStarts,
  getShownHours,
  stepMinutes,
  fitsRoom,
  getRequestedSlot,
  type BoardSlot,
} from './board-slots.ts'
import { moveFocus } from './move-focus.ts'
import type { BoardContext, PlacedRow } from './use-board.ts'
import styles from './BoardGrid.module.css'

/** Shows the rooms of a day as columns, by the hour. Occupied times offer no slot. */
export function BoardGrid({ context }: { context: BoardContext }) {
  const { t } = useTranslation('console')
  const { data, day } = context
  const placedOnDay = data.placed.filter(({ date }) => date === day)
  const shownHours = getShownHours(placedOnDay)
  const hours = Array.from(
    { length: (shownHours.to - shownHours.from) / 60 },
    (_, index) => shownHours.from + index * 60,
  )
  const gridRowCount = (shownHours.to - shownHours.from) / stepMinutes
  return (
    // The element scrolls, so it needs keyboard focus; arrow keys move between the free slots.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroller} data-plan tabIndex={0} onKeyDown={moveFocus}>
      <div
        className={styles.grid}
        style={{ '--rooms': data.rooms.length, '--rows': gridRowCount } as CSSProperties}
      >
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span
              key={hour}
              className={styles.hour}
              style={{ '--at': (hour - shownHours.from) / stepMinutes } as CSSProperties}
            >
              {formatMinutes(hour)}
            </span>
          ))}
        </div>
        {data.rooms.map((room) => (
          <RoomColumn
            key={room.id}
            context={context}
            room={room}
            placedOnDay={placedOnDay}
            shownHours={shownHours}
          />
        ))}
      </div>
      {data.rooms.length === 0 && <p className={styles.none}>{t('board.noRooms')}</p>}
    </div>
  )
}

/** Shows the day of one room: its placed rows, and the free slots of the chosen row if the room suits it. */
function RoomColumn({
  context,
  room,
  placedOnDay,
  shownHours,
}: {
  context: BoardContext
  room: Row
  placedOnDay: readonly PlacedRow[]
  shownHours: { from: number; to: number }
}) {
  const { t } = useTranslation('console')
  const { metadata, board, labels, chosenRow, day, placement } = context
  const isRoomSuitable = !chosenRow || fitsRoom(metadata, board, chosenRow, room)
  const placedInRoom = placedOnDay.filter((placed) => placed.room === room.id)
  const request = chosenRow && getRequestedSlot(board, chosenRow)
  const canPlace = chosenRow && isRoomSuitable && placement.findAction(chosenRow) !== undefined
  // The chosen row may be moved to a time that overlaps with its present slot.
  const otherPlaced = placedInRoom.filter(({ id }) => id !== chosenRow?.id)
  const freeStarts =
    canPlace && request
      ? listFreeStarts({ room: room.id, date: day }, request.minutes, otherPlaced, shownHours)
      : []
  const requestedStart = request?.date === day && request.from !== undefined ? request.from : undefined
  // The tab key reaches one slot of a room; arrow keys move between them.
  const tabStopStart =
    requestedStart !== undefined && freeStarts.includes(requestedStart) ? requestedStart : freeStarts[0]
  // Position and height in rows of the grid.
  const getCellStyle = (from: number, to: number) =>
    ({
      '--at': (from - shownHours.from) / stepMinutes,
      '--length': (to - from) / stepMinutes,
    }) as CSSProperties
  return (
    <section
      className={styles.roomColumn}
      aria-label={labels.room(room)}
      data-unsuited={!isRoomSuitable || undefined}
    >
      <h3 className={styles.roomName}>
        {labels.room(room)}
        {!isRoomSuitable && <span className={styles.unsuitedReason}>{t('board.unsuited')}</span>}
      </h3>
      <div className={styles.column}>
        {request &&
          freeStarts.map((from) => (
            <FreeSlot
              key={from}
              context={context}
              room={room}
              slot={{ room: room.id, date: day, from, to: from + request.minutes }}
              // One step high, because the next slot starts one step later.
              style={getCellStyle(from, from + stepMinutes)}
              isRequested={from === requestedStart}
              isTabStop={from === tabStopStart}
            />
          ))}
        {placedInRoom.map((placed) => (
          <PlacedBlock
            key={placed.id}
            context={context}
            placed={placed}
            style={getCellStyle(placed.from, placed.to)}
          />
        ))}
      </div>
    </section>
  )
}

/** Shows a time at which the chosen row can start in this room. */
function FreeSlot({
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
  /** The chosen row requests this day and start. */
  isRequested: boolean
  /** The tab key reaches this slot of the room; the others are reached by arrow keys. */
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
function PlacedBlock({
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

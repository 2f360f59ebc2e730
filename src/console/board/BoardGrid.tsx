import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../data/console-api.ts'
import {
  formatMinutes,
  listFreeStarts,
  getShownHours,
  stepMinutes,
  fitsRoom,
  getRequestedSlot,
} from './board-slots.ts'
import { moveFocus } from './move-focus.ts'
import type { BoardContext } from './board-context.ts'
import { PlacedBlock, FreeSlot } from './BoardCells.tsx'
import type { PlacedRow } from './use-board.ts'
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
  const placedInRoom = placedOnDay.filter((one) => one.room === room.id)
  const request = chosenRow && getRequestedSlot(board, chosenRow)
  const canPlace = chosenRow && isRoomSuitable && placement.findAction(chosenRow) !== undefined
  const otherPlaced = placedInRoom.filter(({ id }) => id !== chosenRow?.id)
  const freeStarts =
    canPlace && request
      ? listFreeStarts({ room: room.id, date: day }, request.minutes, otherPlaced, shownHours)
      : []
  const requestedStart = request?.date === day && request.from !== undefined ? request.from : undefined
  const tabStopStart =
    requestedStart !== undefined && freeStarts.includes(requestedStart) ? requestedStart : freeStarts[0]
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
        {!isRoomSuitable && <span className={styles.why}>{t('board.unsuited')}</span>}
      </h3>
      <div className={styles.column}>
        {request &&
          freeStarts.map((from) => (
            <FreeSlot
              key={from}
              context={context}
              room={room}
              slot={{ room: room.id, date: day, from, to: from + request.minutes }}
              style={getCellStyle(from, from + stepMinutes)}
              isRequested={from === requestedStart}
              isTabStop={from === tabStopStart}
            />
          ))}
        {placedInRoom.map((one) => (
          <PlacedBlock key={one.id} context={context} placed={one} style={getCellStyle(one.from, one.to)} />
        ))}
      </div>
    </section>
  )
}

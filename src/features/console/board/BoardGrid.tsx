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
export function BoardGrid({ plan }: { plan: BoardContext }) {
  const { t } = useTranslation('console')
  const { data, day } = plan
  const ofDay = data.placed.filter(({ date }) => date === day)
  const shown = getShownHours(ofDay)
  const hours = Array.from({ length: (shown.to - shown.from) / 60 }, (_, at) => shown.from + at * 60)
  const rows = (shown.to - shown.from) / stepMinutes
  return (
    // It can be scrolled, so the keyboard must reach it; arrow keys move between the free slots.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroller} data-plan tabIndex={0} onKeyDown={moveFocus}>
      <div className={styles.grid} style={{ '--rooms': data.rooms.length, '--rows': rows } as CSSProperties}>
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span
              key={hour}
              className={styles.hour}
              style={{ '--at': (hour - shown.from) / stepMinutes } as CSSProperties}
            >
              {formatMinutes(hour)}
            </span>
          ))}
        </div>
        {data.rooms.map((room) => (
          <RoomColumn key={room.id} plan={plan} room={room} ofDay={ofDay} shown={shown} />
        ))}
      </div>
      {data.rooms.length === 0 && <p className={styles.none}>{t('board.noRooms')}</p>}
    </div>
  )
}

function RoomColumn({
  plan,
  room,
  ofDay,
  shown,
}: {
  plan: BoardContext
  room: Row
  ofDay: readonly PlacedRow[]
  shown: { from: number; to: number }
}) {
  const { t } = useTranslation('console')
  const { metadata, board, labels, chosen, day, placing } = plan
  const isSuited = !chosen || fitsRoom(metadata, board, chosen, room)
  const here = ofDay.filter((one) => one.room === room.id)
  const wish = chosen && getRequestedSlot(board, chosen)
  const isOpen = chosen && isSuited && placing.findAction(chosen) !== undefined
  const others = here.filter(({ id }) => id !== chosen?.id)
  const starts =
    isOpen && wish ? listFreeStarts({ room: room.id, date: day }, wish.minutes, others, shown) : []
  const wanted = wish?.date === day && wish.from !== undefined ? wish.from : undefined
  const first = wanted !== undefined && starts.includes(wanted) ? wanted : starts[0]
  const at = (from: number, to: number) =>
    ({
      '--at': (from - shown.from) / stepMinutes,
      '--length': (to - from) / stepMinutes,
    }) as CSSProperties
  return (
    <section
      className={styles.roomColumn}
      aria-label={labels.room(room)}
      data-unsuited={!isSuited || undefined}
    >
      <h3 className={styles.roomName}>
        {labels.room(room)}
        {!isSuited && <span className={styles.why}>{t('board.unsuited')}</span>}
      </h3>
      <div className={styles.column}>
        {wish &&
          starts.map((from) => (
            <FreeSlot
              key={from}
              plan={plan}
              room={room}
              slot={{ room: room.id, date: day, from, to: from + wish.minutes }}
              style={at(from, from + stepMinutes)}
              isWanted={from === wanted}
              isFirst={from === first}
            />
          ))}
        {here.map((one) => (
          <PlacedBlock key={one.id} plan={plan} placed={one} style={at(one.from, one.to)} />
        ))}
      </div>
    </section>
  )
}

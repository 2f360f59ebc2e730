import { useTranslation } from 'react-i18next'
import type { Row } from '../data/console-api.ts'
import { formatMinutes, listFreeStarts, getShownHours, fitsRoom, getRequestedSlot } from './board-slots.ts'
import type { BoardContext } from './use-board.ts'
import styles from './BoardList.module.css'

/** Shows the plan on a phone: room by room with placed rows and the free slots of the chosen row. */
export function BoardList({ context }: { context: BoardContext }) {
  const { t } = useTranslation('console')
  const { metadata, board, data, chosenRow, labels } = context
  const rooms = data.rooms.filter((room) => !chosenRow || fitsRoom(metadata, board, chosenRow, room))
  return (
    <div className={styles.rooms}>
      {rooms.map((room) => (
        <section key={room.id} className={styles.room} aria-label={labels.room(room)}>
          <h3 className={styles.name}>{labels.room(room)}</h3>
          <PlacedRows context={context} room={room} />
          {chosenRow && <FreeSlots context={context} room={room} chosenRow={chosenRow} />}
        </section>
      ))}
      {rooms.length === 0 && <p className={styles.none}>{t('board.noRooms')}</p>}
    </div>
  )
}

/** Lists the rows of a room and day in the order of time; a touch chooses one. */
function PlacedRows({ context, room }: { context: BoardContext; room: Row }) {
  const { t } = useTranslation('console')
  const { data, day, chosenRow, labels, onChoose } = context
  const placedInRoom = data.placed
    .filter((placed) => placed.room === room.id && placed.date === day)
    .toSorted((a, b) => a.from - b.from)
  if (placedInRoom.length === 0) return <p className={styles.none}>{t('board.allFree')}</p>
  return (
    <ul className={styles.list}>
      {placedInRoom.map(({ id, from, to, row }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.block}
            data-block={id}
            aria-pressed={chosenRow?.id === id}
            onClick={() => onChoose(chosenRow?.id === id ? undefined : id)}
          >
            <span className={styles.times}>
              {formatMinutes(from)}–{formatMinutes(to)}
            </span>
            <span>{labels.title(row)}</span>
            <span className={styles.facts}>
              {labels.facts(row).map(({ key, line }) => (
                <span key={key}>{line}</span>
              ))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Lists the times at which the chosen row can start in this room; a touch places the row. */
function FreeSlots({ context, room, chosenRow }: { context: BoardContext; room: Row; chosenRow: Row }) {
  const { t } = useTranslation('console')
  const { board, data, day, placement, labels } = context
  if (placement.findAction(chosenRow) === undefined) return null
  const request = getRequestedSlot(board, chosenRow)
  const placedOnDay = data.placed.filter(({ date }) => date === day)
  const otherPlaced = placedOnDay.filter(({ id }) => id !== chosenRow.id)
  const freeStarts = listFreeStarts(
    { room: room.id, date: day },
    request.minutes,
    otherPlaced,
    getShownHours(placedOnDay),
  )
  return (
    <div className={styles.times}>
      {freeStarts.map((from) => {
        const slot = { room: room.id, date: day, from, to: from + request.minutes }
        const times = `${formatMinutes(from)}–${formatMinutes(slot.to)}`
        return (
          <button
            key={from}
            type="button"
            className={styles.slot}
            data-slot={from}
            data-wanted={(request.date === day && request.from === from) || undefined}
            aria-label={t('board.slot', { room: labels.room(room), times })}
            onClick={() => placement.place(chosenRow, slot)}
          >
            {formatMinutes(from)}
          </button>
        )
      })}
    </div>
  )
}

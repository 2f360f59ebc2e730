import { useTranslation } from 'react-i18next'
import type { Row } from '../data/console-api.ts'
import { formatMinutes, listFreeStarts, getShownHours, fitsRoom, getRequestedSlot } from './board-slots.ts'
import type { BoardContext } from './board-context.ts'
import styles from './BoardList.module.css'

/** Shows the plan on a phone: room by room with placed rows and the free slots of the chosen row. */
export function BoardList({ plan }: { plan: BoardContext }) {
  const { t } = useTranslation('console')
  const { metadata, board, data, chosen, labels } = plan
  const rooms = data.rooms.filter((room) => !chosen || fitsRoom(metadata, board, chosen, room))
  return (
    <div className={styles.rooms}>
      {rooms.map((room) => (
        <section key={room.id} className={styles.room} aria-label={labels.room(room)}>
          <h3 className={styles.name}>{labels.room(room)}</h3>
          <PlacedRows plan={plan} room={room} />
          {chosen && <FreeSlots plan={plan} room={room} chosen={chosen} />}
        </section>
      ))}
      {rooms.length === 0 && <p className={styles.none}>{t('board.noRooms')}</p>}
    </div>
  )
}

function PlacedRows({ plan, room }: { plan: BoardContext; room: Row }) {
  const { t } = useTranslation('console')
  const { data, day, chosen, labels, onChoose } = plan
  const here = data.placed
    .filter((one) => one.room === room.id && one.date === day)
    .toSorted((a, b) => a.from - b.from)
  if (here.length === 0) return <p className={styles.none}>{t('board.allFree')}</p>
  return (
    <ul className={styles.list}>
      {here.map(({ id, from, to, row }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.block}
            data-block={id}
            aria-pressed={chosen?.id === id}
            onClick={() => onChoose(chosen?.id === id ? undefined : id)}
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

function FreeSlots({ plan, room, chosen }: { plan: BoardContext; room: Row; chosen: Row }) {
  const { t } = useTranslation('console')
  const { board, data, day, placing, labels } = plan
  if (placing.findAction(chosen) === undefined) return null
  const wish = getRequestedSlot(board, chosen)
  const ofDay = data.placed.filter(({ date }) => date === day)
  const others = ofDay.filter(({ id }) => id !== chosen.id)
  const starts = listFreeStarts({ room: room.id, date: day }, wish.minutes, others, getShownHours(ofDay))
  return (
    <div className={styles.times}>
      {starts.map((from) => {
        const slot = { room: room.id, date: day, from, to: from + wish.minutes }
        const times = `${formatMinutes(from)}–${formatMinutes(slot.to)}`
        return (
          <button
            key={from}
            type="button"
            className={styles.slot}
            data-slot={from}
            data-wanted={(wish.date === day && wish.from === from) || undefined}
            aria-label={t('board.slot', { room: labels.room(room), times })}
            onClick={() => placing.place(chosen, slot)}
          >
            {formatMinutes(from)}
          </button>
        )
      })}
    </div>
  )
}

import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../reading/console-calls.ts'
import { stateTone } from '../values/state-tone.ts'
import { clockOf, freeStarts, shownDay, stepMinutes, suits, wishOf, type Span } from './board-rules.ts'
import { moveFocus } from './move-focus.ts'
import type { Plan } from './plan.ts'
import type { PlacedRow } from './use-board.ts'
import styles from './BoardGrid.module.css'

/** A day's places beside each other, by the hours. What is taken takes nothing more. */
export function BoardGrid({ plan }: { plan: Plan }) {
  const { t } = useTranslation('console')
  const { data, day, chosen } = plan
  const ofDay = data.placed.filter(({ date }) => date === day)
  const shown = shownDay(ofDay)
  const hours = Array.from({ length: (shown.to - shown.from) / 60 }, (_, at) => shown.from + at * 60)
  const rows = (shown.to - shown.from) / stepMinutes
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows go between the buttons inside
    <div className={styles.scroller} data-choosing={chosen !== undefined || undefined} onKeyDown={moveFocus}>
      <div className={styles.grid} style={{ '--rooms': data.rooms.length, '--rows': rows } as CSSProperties}>
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span
              key={hour}
              className={styles.hour}
              style={{ '--at': (hour - shown.from) / stepMinutes } as CSSProperties}
            >
              {clockOf(hour)}
            </span>
          ))}
        </div>
        {data.rooms.map((room) => (
          <Place key={room.id} plan={plan} room={room} ofDay={ofDay} shown={shown} />
        ))}
      </div>
      {data.rooms.length === 0 && <p className={styles.none}>{t('board.noRooms')}</p>}
    </div>
  )
}

function Place({
  plan,
  room,
  ofDay,
  shown,
}: {
  plan: Plan
  room: Row
  ofDay: readonly PlacedRow[]
  shown: { from: number; to: number }
}) {
  const { t } = useTranslation('console')
  const { metadata, board, words, chosen, day, placing } = plan
  const isSuited = !chosen || suits(metadata, board, chosen, room)
  const here = ofDay.filter((one) => one.room === room.id)
  const wish = chosen && wishOf(board, chosen)
  const isOpen = chosen && isSuited && placing.actionOf(chosen) !== undefined
  const others = here.filter(({ id }) => id !== chosen?.id)
  const starts = isOpen && wish ? freeStarts({ room: room.id, date: day }, wish.minutes, others, shown) : []
  const wanted = wish?.date === day && wish.from !== undefined ? wish.from : undefined
  const first = wanted !== undefined && starts.includes(wanted) ? wanted : starts[0]
  const at = (from: number, to: number) =>
    ({
      '--at': (from - shown.from) / stepMinutes,
      '--length': (to - from) / stepMinutes,
    }) as CSSProperties
  return (
    <section className={styles.place} aria-label={words.room(room)} data-unsuited={!isSuited || undefined}>
      <h3 className={styles.placeName}>
        {words.room(room)}
        {!isSuited && <span className={styles.why}>{t('board.unsuited')}</span>}
      </h3>
      <div className={styles.column}>
        {wish &&
          starts.map((from) => (
            <Slot
              key={from}
              plan={plan}
              room={room}
              span={{ room: room.id, date: day, from, to: from + wish.minutes }}
              style={at(from, from + stepMinutes)}
              isWanted={from === wanted}
              isFirst={from === first}
            />
          ))}
        {here.map((one) => (
          <Block key={one.id} plan={plan} placed={one} style={at(one.from, one.to)} />
        ))}
      </div>
    </section>
  )
}

/** A time at which the chosen one can begin here. */
function Slot({
  plan,
  room,
  span,
  style,
  isWanted,
  isFirst,
}: {
  plan: Plan
  room: Row
  span: Span
  style: CSSProperties
  isWanted: boolean
  isFirst: boolean
}) {
  const { t } = useTranslation('console')
  const { chosen, placing, words } = plan
  const { setNodeRef, isOver } = useDroppable({ id: `${span.room} ${span.from}`, data: span })
  const times = `${clockOf(span.from)}–${clockOf(span.to)}`
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
      onClick={() => chosen && placing.place(chosen, span)}
    >
      {clockOf(span.from)}
    </button>
  )
}

/** A row in its place: a touch shows it, and another time moves it. */
function Block({ plan, placed, style }: { plan: Plan; placed: PlacedRow; style: CSSProperties }) {
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
        {clockOf(from)}–{clockOf(to)}
      </span>
      <span className={styles.name}>{words.title(row)}</span>
      {isOnItsWay && (
        <span className={styles.fact}>
          <Icon name="clock" size={16} />
          {t('board.onItsWay')}
        </span>
      )}
      {words.facts(row).map(({ key, label, text }) => (
        <span key={key} className={styles.fact}>
          {label}: {text}
        </span>
      ))}
    </button>
  )
}

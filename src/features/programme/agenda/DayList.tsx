import { memo, useRef, useState } from 'react'
import { formatTimeInTimeZone } from '#contract/time.ts'
import {
  findNowIndex,
  groupByStart,
  getTimeState,
  type ProgrammeItem,
  type StartGroup,
} from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { useCardLabels } from './use-card-labels.ts'
import styles from './DayList.module.css'
import { NowLine } from './NowLine.tsx'
import { SessionCard } from './SessionCard.tsx'
import { useIncrementalCount } from './use-incremental-render.ts'

/** Cards in the first frame: a screenful on a phone, and on a tablet with two or three columns. */
const firstCards = { phone: 6, tablet: 24 }

/** Cards added per idle callback: about 20 ms of work on a slow phone. */
const stepCards = 24

interface DayListProps {
  items: readonly ProgrammeItem[]
  timeZone: string
  /** Identifies the list; rendering starts again when it changes. */
  listKey: string
  overlaps: ReadonlyMap<string, unknown>
  nowMs: number
  isWide: boolean
}

const noTerms: string[] = []

/** Lists a day's sessions grouped by start time, with a line at the current time. */
export const DayList = memo(function DayList(props: DayListProps) {
  const { items, timeZone, listKey, overlaps, nowMs, isWide } = props
  const locale = useLocale()
  const labels = useCardLabels()
  const groups = groupByStart(items)
  const nowIndex = findNowIndex(groups, nowMs)
  const [minCount, setMinCount] = useState(0)
  const count = useIncrementalCount(
    items.length,
    isWide ? firstCards.tablet : firstCards.phone,
    stepCards,
    listKey,
  )
  const visible = takeCards(groups, Math.max(count, minCount))
  const line = useRef<HTMLLIElement>(null)
  const jump = () => {
    setMinCount(items.length)
    // After the render that the state change above causes.
    requestAnimationFrame(() => line.current?.scrollIntoView({ block: 'center' }))
  }
  const nowLine =
    nowIndex === undefined ? null : <NowLine ref={line} nowMs={nowMs} timeZone={timeZone} onJump={jump} />
  return (
    <ol className={styles.groups}>
      {visible.map((group, index) => (
        <GroupWithLine key={group.startMs} line={nowIndex === index ? nowLine : null}>
          <li className={styles.group}>
            <h3 className={styles.time}>
              <time dateTime={new Date(group.startMs).toISOString()}>
                {formatTimeInTimeZone(group.startMs, timeZone)}
              </time>
            </h3>
            <ul className={styles.cards}>
              {group.items.map((item) => (
                <SessionCard
                  key={item.id}
                  item={item}
                  timeZone={timeZone}
                  locale={locale}
                  labels={labels}
                  timeState={getTimeState(item, nowMs)}
                  hasOverlap={overlaps.has(item.id)}
                  terms={noTerms}
                  listName="day"
                />
              ))}
            </ul>
          </li>
        </GroupWithLine>
      ))}
      {nowIndex !== undefined && nowIndex >= visible.length && nowLine}
      {visible.length < groups.length && <li className={styles.more} aria-hidden="true" />}
    </ol>
  )
})

function GroupWithLine({ line, children }: { line: React.ReactNode; children: React.ReactNode }) {
  return (
    <>
      {line}
      {children}
    </>
  )
}

/** Returns the first cards, in their groups. */
function takeCards(groups: readonly StartGroup[], count: number): StartGroup[] {
  const firstGroups: StartGroup[] = []
  let remaining = count
  for (const group of groups) {
    if (remaining <= 0) break
    firstGroups.push(
      remaining >= group.items.length ? group : { ...group, items: group.items.slice(0, remaining) },
    )
    remaining -= group.items.length
  }
  return firstGroups
}

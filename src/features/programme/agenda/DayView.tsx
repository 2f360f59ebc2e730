import { memo, useMemo, useRef, useState, type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeInTimeZone } from '#contract/time.ts'
import { useFavourites } from '#features/programme/favourites'
import { type AgendaSearch, countFilters, withoutFilters } from './agenda-search.ts'
import { formatDayLabel, type Programme, type ProgrammeItem } from '#features/programme/sessions'
import {
  findNearestDay,
  findOverlaps,
  findNowIndex,
  groupByStart,
  getTimeState,
  type StartGroup,
} from '#features/programme/session-times'
import { useLocale } from '#platform/locale.ts'
import styles from './DayView.module.css'
import { EmptyAgenda } from './AgendaNotices.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { useCardLabels, SessionCard } from './SessionCard.tsx'
import dayListStyles from './DayList.module.css'
import { useIncrementalCount } from './use-incremental-render.ts'
import nowLineStyles from './NowLine.module.css'

/** The day to show, and how. */
export interface DayViewProps {
  programme: Programme
  /** `YYYY-MM-DD` */
  day: string
  view: 'list' | 'grid'
  /** The settings of the URL, without the search text. */
  search: AgendaSearch
  /** Whether a session matches the filters of `search`. */
  matchesFilters: (item: ProgrammeItem) => boolean
  /** The current time; `-Infinity` when the forum is not running, so that no session counts as over. */
  nowMs: number
  /** True on a screen with room for the timetable (a tablet). */
  isWide: boolean
  /** Called with the settings to write into the URL. */
  onChange: (next: AgendaSearch) => void
}

/** Shows a day of the programme as a list or a timetable. */
export const DayView = memo(function DayView(props: DayViewProps) {
  const { programme, day, view, search, matchesFilters, nowMs, isWide, onChange } = props
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const favourites = useFavourites()
  const items = useMemo(
    () => programme.items.filter((item) => item.day === day && matchesFilters(item)),
    [programme, day, matchesFilters],
  )
  const overlaps = useMemo(
    () => findOverlaps(programme.items.filter((item) => favourites.has(item.id))),
    [programme, favourites],
  )
  const filterCount = countFilters(search)
  const nearestDay =
    items.length === 0 ? findNearestDay(programme.items.filter(matchesFilters), day) : undefined
  const emptyText = search.mine ? t('empty_mine') : filterCount > 0 ? t('empty_filters') : t('empty_day')
  return (
    <section aria-labelledby="agenda-day">
      <h2 id="agenda-day" className={styles.hidden}>
        {formatDayLabel(day, locale, 'long')}
      </h2>
      {items.length === 0 && (
        <EmptyAgenda
          text={emptyText}
          actions={[
            ...(nearestDay
              ? [
                  {
                    label: t('go_to_day', {
                      day: formatDayLabel(nearestDay.day, locale, 'long'),
                      count: nearestDay.count,
                    }),
                    onAction: () => onChange({ ...search, day: nearestDay.day }),
                  },
                ]
              : []),
            ...(filterCount > 0
              ? [{ label: t('show_all'), onAction: () => onChange(withoutFilters(search)) }]
              : []),
          ]}
        />
      )}
      {items.length > 0 && view === 'list' && (
        <DayList
          items={items}
          timeZone={programme.timeZone}
          listKey={`${day} ${JSON.stringify(search)}`}
          overlaps={overlaps}
          nowMs={nowMs}
          isWide={isWide}
        />
      )}
      {items.length > 0 && view === 'grid' && (
        <TimeGrid items={items} programme={programme} nowMs={nowMs} day={day} />
      )}
    </section>
  )
})

/** Number of cards in the first frame: a screenful on a phone, and on a tablet with two or three columns. */
const firstCards = { phone: 6, tablet: 24 }

/** Number of cards added per idle callback: about 20 ms of work on a slow phone. */
const stepCards = 24

interface DayListProps {
  items: readonly ProgrammeItem[]
  timeZone: string
  /** Identifies the list; rendering starts again when it changes. */
  listKey: string
  /** Starred sessions that overlap others, by id; the values are not used. */
  overlaps: ReadonlyMap<string, unknown>
  nowMs: number
  isWide: boolean
}

/** The cards of a day highlight nothing. A constant, since a new list would render every card again. */
const noTerms: string[] = []

/** Lists a day's sessions grouped by start time, with a line at the current time. */
const DayList = memo(function DayList(props: DayListProps) {
  const { items, timeZone, listKey, overlaps, nowMs, isWide } = props
  const locale = useLocale()
  const labels = useCardLabels()
  const groups = groupByStart(items)
  const nowIndex = findNowIndex(groups, nowMs)
  // A jump to the current time renders all cards at once, because the line may be below those rendered so far.
  const [minCount, setMinCount] = useState(0)
  const count = useIncrementalCount(
    items.length,
    isWide ? firstCards.tablet : firstCards.phone,
    stepCards,
    listKey,
  )
  const renderedGroups = takeCards(groups, Math.max(count, minCount))
  const line = useRef<HTMLLIElement>(null)
  const jumpToNow = () => {
    setMinCount(items.length)
    // After the render that the state change above causes.
    requestAnimationFrame(() => line.current?.scrollIntoView({ block: 'center' }))
  }
  const nowLine =
    nowIndex === undefined ? null : (
      <NowLine ref={line} nowMs={nowMs} timeZone={timeZone} onJump={jumpToNow} />
    )
  return (
    <ol className={dayListStyles.groups}>
      {renderedGroups.map((group, index) => (
        <GroupWithLine key={group.startMs} line={nowIndex === index ? nowLine : null}>
          <li className={dayListStyles.group}>
            <h3 className={dayListStyles.time}>
              <time dateTime={new Date(group.startMs).toISOString()}>
                {formatTimeInTimeZone(group.startMs, timeZone)}
              </time>
            </h3>
            <ul className={dayListStyles.cards}>
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
      {nowIndex !== undefined && nowIndex >= renderedGroups.length && nowLine}
      {renderedGroups.length < groups.length && <li className={dayListStyles.more} aria-hidden="true" />}
    </ol>
  )
})

/** A group below the "now" line, if the line belongs there; a fragment with a key, since the list has no other. */
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

interface NowLineProps {
  /** The line's element, to which `onJump` scrolls. */
  ref: RefObject<HTMLLIElement | null>
  nowMs: number
  timeZone: string
  /** Called when the user wants to see the line. */
  onJump: () => void
}

/** The line at the current time. While it is out of view, a button scrolls to it. */
function NowLine({ ref, nowMs, timeZone, onJump }: NowLineProps) {
  const { t } = useTranslation('agenda')
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    // The last entry is the latest state.
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return (
    <li ref={ref} className={nowLineStyles.line}>
      <span className={nowLineStyles.label}>
        {t('now')} <time>{formatTimeInTimeZone(nowMs, timeZone)}</time>
      </span>
      {!isInView && (
        <button type="button" className={nowLineStyles.jump} onClick={onJump}>
          {t('jump_to_now')}
        </button>
      )}
    </li>
  )
}

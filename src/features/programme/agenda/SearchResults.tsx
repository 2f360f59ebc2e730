import { startTransition, useCallback, useMemo, useState, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type AgendaSearch, countFilters } from './agenda-search.ts'
import { formatDayLabel, type Programme, type ProgrammeItem } from '#features/programme/sessions'
import { getTimeState } from '#features/programme/session-times'
import { type SearchIndex, searchProgramme } from './search-index.ts'
import { whenIdle } from '#platform/browser.ts'
import { useHanForms, splitTerms } from '#platform/text-search.ts'
import { useLocale } from '#platform/locale.ts'
import { type SearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'
import { useCardLabels, SessionCard } from './SessionCard.tsx'
import { EmptyAgenda } from './AgendaNotices.tsx'
import styles from './SearchResults.module.css'

/**
 * Number of results in the frame after a keystroke: those above a phone's keyboard. The others follow while the device
 * is idle.
 */
const firstResultCount = 4
/** Number of results added when the end of the list comes near the viewport. */
const resultsPerStep = 12

interface SearchResultsProps {
  programme: Programme
  index: SearchIndex
  query: SearchQueryStore
  /** Whether a session matches the filters of `search`. */
  matchesFilters: (item: ProgrammeItem) => boolean
  /** The settings of the URL, without the search text. */
  search: AgendaSearch
  /** The current time; `-Infinity` when the forum is not running. */
  nowMs: number
}

/** Lists the sessions that match the search over all days, by day, best match first. */
export function SearchResults(props: SearchResultsProps) {
  const { programme, index, matchesFilters, search, nowMs } = props
  const query = useSearchQueryValue(props.query)
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const labels = useCardLabels()
  const simplify = useHanForms(true)
  const hits = useMemo(
    () => searchProgramme(index, query).flatMap(({ item }) => (matchesFilters(item) ? [item] : [])),
    // The index grows by abstracts that load later.
    // oxlint-disable-next-line react/exhaustive-deps
    [index, index.abstracts.size, query, matchesFilters],
  )
  const terms = useMemo(() => splitTerms(query, simplify), [query, simplify])
  /** How many results the list was extended to, for the query at that time. */
  const [expanded, setExpanded] = useState({ query, count: firstResultCount })
  const count = expanded.query === query ? expanded.count : firstResultCount
  const showMore = useCallback(
    () => startTransition(() => setExpanded({ query, count: count + resultsPerStep })),
    [query, count],
  )
  const days = groupByDay(hits, count)
  return (
    <section className={styles.results}>
      <output className={styles.status}>{t('results', { count: hits.length })}</output>
      {hits.length === 0 && (
        <EmptyAgenda
          text={t('results_none', { query: query.trim() })}
          hint={countFilters(search) > 0 ? t('results_filtered_hint') : t('results_none_hint')}
          actions={[{ label: t('clear_search'), onAction: () => props.query.type('') }]}
        />
      )}
      {days.map(([day, items]) => (
        <div key={day} className={styles.day}>
          <h2>{formatDayLabel(day, locale, 'long')}</h2>
          <ul className={styles.cards}>
            {items.map((item, index) => (
              // Cards are reused by position while typing: updating texts takes half the time of a new card.
              // oxlint-disable-next-line react/no-array-index-key
              <SessionCard
                key={index}
                item={item}
                timeZone={programme.timeZone}
                locale={locale}
                labels={labels}
                timeState={getTimeState(item, nowMs)}
                hasOverlap={false}
                terms={terms}
                listName="found"
              />
            ))}
          </ul>
        </div>
      ))}
      {/* A new element for each count: it calls back once. */}
      {hits.length > count && <NearEnd key={count} onNear={showMore} />}
    </section>
  )
}

/** Marks the end of the visible results: more results are rendered when the end comes near the viewport. */
function NearEnd({ onNear }: { onNear: () => void }) {
  const ref = useOnNearViewport(onNear)
  return <div ref={ref} className={styles.end} />
}

/** Groups hits by day in the order of days, and takes the first `count` of them; within a day their order stays. */
function groupByDay(hits: readonly ProgrammeItem[], count: number): [string, ProgrammeItem[]][] {
  const days = new Map<string, ProgrammeItem[]>()
  for (const item of hits) {
    const day = days.get(item.day)
    if (day) day.push(item)
    else days.set(item.day, [item])
  }
  let remaining = count
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([day, items]): [string, ProgrammeItem[]][] => {
      const renderedItems = items.slice(0, Math.max(0, remaining))
      remaining -= items.length
      return renderedItems.length > 0 ? [[day, renderedItems]] : []
    })
}

/** Distance below the viewport that counts as near, in CSS pixels. */
const nearPx = 200

/** Calls back once, when idle, after the element comes near the viewport. */
function useOnNearViewport(onNear: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    let cancelIdle = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        // When idle: rendering more cards must not delay the browser's response to a key.
        cancelIdle = whenIdle(onNear)
      },
      { rootMargin: `0px 0px ${nearPx}px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelIdle()
    }
  }, [onNear])
  return ref
}

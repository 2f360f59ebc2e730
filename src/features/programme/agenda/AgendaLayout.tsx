import { Outlet, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { Activity, useState, Suspense, useCallback, useMemo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateInTimeZone } from '#contract/time.ts'
import { SessionUpdatesBanner } from '#features/programme/session-updates'
import { useFavourites } from '#features/programme/favourites'
import { MyAgendaBar } from '#features/programme/my-agenda'
import type { AgendaSearch } from './agenda-search.ts'
import { chooseDay, findNearestDay, listDays, useNow } from '#features/programme/session-times'
import { createSessionFilter } from './filters.ts'
import { type SearchIndex, useSearchIndex } from './search-index.ts'
import { useProgramme } from '#features/programme/sessions'
import { useDocumentTitle } from '#platform/forum.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { useHasSearchQuery, useSearchQueryStore, type SearchQueryStore } from '#platform/search-query.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { AgendaHeader, DayTabs } from './AgendaHeader.tsx'
import { AgendaNotices, EmptyAgenda } from './AgendaNotices.tsx'
import styles from './AgendaScreen.module.css'
import { DayView, type DayViewProps } from './DayView.tsx'
import { FilterChips } from './FilterChips.tsx'
import { SearchResults } from './SearchResults.tsx'
import agendaSkeletonStyles from './AgendaSkeleton.module.css'

/**
 * Keeps the agenda mounted but hidden while a session is read, with its results and scroll position.
 * A session opened by its URL does not render the list.
 */
export function AgendaLayout() {
  /** The route of the agenda itself; undefined while a session is open. */
  const agendaMatch = useMatch({ from: '/_main/agenda/', shouldThrow: false })
  /** The last search parameters of the agenda; undefined until it has been opened. */
  const [search, setSearch] = useState(agendaMatch?.search)
  // Compared as text: each navigation creates a new object.
  if (agendaMatch && JSON.stringify(agendaMatch.search) !== JSON.stringify(search))
    setSearch(agendaMatch.search)
  return (
    <>
      {search && (
        <Activity mode={agendaMatch ? 'visible' : 'hidden'}>
          <AgendaScreen search={search} />
        </Activity>
      )}
      <Outlet />
    </>
  )
}

/** The agenda: days, filters, list or timetable, search. All of its state is in the URL. */
function AgendaScreen({ search }: { search: AgendaSearch }) {
  const { t } = useTranslation('agenda')
  useDocumentTitle(t('title'))
  const { programme, forum, failed, retry } = useProgramme()
  const nowMs = useNow()
  const isWide = useHasGridSpace()
  const favourites = useFavourites()
  const getSearchIndex = useSearchIndex(programme)
  const followLink = useLinkDelegation()
  const { settings, changeSettings, query, hasQuery } = useAgendaSearch(search)
  const [isSearching, setIsSearching] = useState(Boolean(search.q))
  // Without "my agenda" the filter does not depend on the stars, so that a tap on a star does not filter all sessions
  // again.
  const starredIds = settings.mine ? favourites : undefined
  const matchesFilters = useMemo(
    () => createSessionFilter(settings, (id) => starredIds?.has(id) ?? false),
    [settings, starredIds],
  )
  const days = useMemo(() => (programme ? listDays(programme, forum) : []), [programme, forum])
  const today = formatDateInTimeZone(nowMs, forum.timeZone)
  const day = chooseDay(days, settings.day, today)
  // Past sessions are pale only while the forum runs; afterwards all would be.
  const displayedNowMs = days.includes(today) ? nowMs : Number.NEGATIVE_INFINITY
  /** Changes to the nearest day with matching sessions when the day on screen has none. */
  const showMatches = useCallback(() => {
    const nearestDay = programme && findNearestDay(programme.items.filter(matchesFilters), day)
    if (nearestDay) changeSettings({ ...settings, day: nearestDay.day })
  }, [programme, matchesFilters, day, settings, changeSettings])
  const view = settings.view ?? (isWide ? 'grid' : 'list')

  const renderContent = () => {
    if (!programme) {
      return failed ? <LoadState failed retry={retry} /> : <AgendaSkeleton />
    }
    if (programme.items.length === 0) return <EmptyAgenda text={t('empty_all')} />
    return (
      <AgendaContent
        index={isSearching && hasQuery ? getSearchIndex() : undefined}
        query={query}
        days={days}
        hasFavourites={favourites.size > 0}
        onShowMatches={showMatches}
        programme={programme}
        day={day}
        view={view}
        search={settings}
        matchesFilters={matchesFilters}
        nowMs={displayedNowMs}
        isWide={isWide}
        onChange={changeSettings}
      />
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.screen} onClick={followLink}>
      <AgendaHeader
        query={query}
        isSearching={isSearching}
        onSearchingChange={setIsSearching}
        view={view}
        onView={(next) => changeSettings({ ...settings, view: next })}
      />
      {renderContent()}
    </div>
  )
}

interface AgendaContentProps extends DayViewProps {
  /** The search index; undefined while there is no search, and then the day is shown. */
  index: SearchIndex | undefined
  query: SearchQueryStore
  days: readonly string[]
  hasFavourites: boolean
  /** Called when the user confirms the sheet of a filter: shows a day with matching sessions. */
  onShowMatches: () => void
}

/** A filtered day of the programme, or the search results. */
function AgendaContent({
  index,
  query,
  days,
  hasFavourites,
  onShowMatches,
  ...dayViewProps
}: AgendaContentProps) {
  const { programme, day, search: settings, matchesFilters, nowMs, onChange } = dayViewProps
  const showsResults = index !== undefined
  return (
    <>
      {!showsResults && (
        <DayTabs days={days} day={day} onPick={(next) => onChange({ ...settings, day: next })} />
      )}
      <FilterChips
        programme={programme}
        search={settings}
        matchesFilters={matchesFilters}
        onChange={onChange}
        onShowMatches={onShowMatches}
      />
      {settings.mine && (
        <Suspense fallback={<div className={styles.bar} />}>
          <MyAgendaBar programme={programme} />
        </Suspense>
      )}
      <AgendaNotices programme={programme} mine={settings.mine === true} />
      {index && (
        <SearchResults
          programme={programme}
          index={index}
          query={query}
          matchesFilters={matchesFilters}
          search={settings}
          nowMs={nowMs}
        />
      )}
      {/* The day stays mounted behind the results, so that closing the search does not render it again. */}
      <div
        className={showsResults ? styles.behind : undefined}
        // The printed "my agenda" has all days (MyAgendaBar).
        data-print={showsResults || settings.mine ? 'off' : undefined}
      >
        <DayView {...dayViewProps} />
      </div>
      {hasFavourites && (
        <Suspense>
          <SessionUpdatesBanner programme={programme} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Splits the URL's parameters into the search text and the settings, which are all others (day, view, filters), with
 * functions to change both.
 */
function useAgendaSearch(search: AgendaSearch) {
  const navigate = useNavigate()
  const settings = useSettings(search)
  const change = useCallback(
    (update: (previous: AgendaSearch) => AgendaSearch) =>
      void navigate({ to: '/agenda', search: update, replace: true, resetScroll: false }),
    [navigate],
  )
  const changeSettings = useCallback(
    (next: AgendaSearch) => change(({ q }) => (q ? { ...next, q } : next)),
    [change],
  )
  const changeQuery = useCallback(
    (q: string) => change(({ q: _q, ...rest }) => (q ? { ...rest, q } : rest)),
    [change],
  )
  const query = useSearchQueryStore(search.q ?? '', changeQuery)
  const hasQuery = useHasSearchQuery(query)
  return { settings, changeSettings, query, hasQuery }
}

/**
 * Returns the URL's parameters without the search text; the same object while they are the same, so that lists do not
 * render.
 */
function useSettings({ q: _query, ...settings }: AgendaSearch): AgendaSearch {
  const json = JSON.stringify(settings)
  return useMemo(() => JSON.parse(json) as AgendaSearch, [json])
}

/** True on a screen with room for at least five rooms of the timetable (a tablet in landscape). */
const useHasGridSpace = () => useMediaQuery('(width >= 1000px)')

/** Number of placeholder rows: as many as a phone shows. */
const skeletonRowCount = 6

/** Placeholder of the agenda while it loads for the first time. */
function AgendaSkeleton() {
  return (
    <div className={agendaSkeletonStyles.skeleton} aria-hidden="true">
      {Array.from({ length: skeletonRowCount }, (_, row) => (
        <div key={row} className={agendaSkeletonStyles.row}>
          <span />
          <div />
        </div>
      ))}
    </div>
  )
}

/**
 * Returns one click handler for all links of a list. Hundreds of router links would each subscribe to the router, which
 * costs more than the list itself.
 */
function useLinkDelegation(): (event: MouseEvent) => void {
  const router = useRouter()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link?.getAttribute('href')
      // Other clicks open a new tab or window, which is the browser's task.
      const isPlainClick =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!href?.startsWith('/') || !isPlainClick || event.defaultPrevented) return
      event.preventDefault()
      router.history.push(href)
    },
    [router],
  )
}

import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateInTimeZone } from '#contract/time.ts'
import { SessionUpdatesBanner } from '#features/session-updates'
import { useFavourites } from '#features/favourites'
import { MyAgendaBar } from '#features/my-agenda'
import {
  type AgendaSearch,
  chooseDay,
  createSessionFilter,
  findNearestDay,
  listDays,
  type SearchIndex,
  useNow,
  useProgramme,
  useSearchIndex,
} from '#features/sessions'
import { useDocumentTitle } from '#lib/document-title.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { AgendaHeader } from './AgendaHeader.tsx'
import { AgendaNotices } from './AgendaNotices.tsx'
import styles from './AgendaScreen.module.css'
import { AgendaSkeleton } from './AgendaSkeleton.tsx'
import { DayTabs } from './DayTabs.tsx'
import { DayView, type DayViewProps } from './DayView.tsx'
import { EmptyAgenda } from './EmptyAgenda.tsx'
import { FilterChips } from './FilterChips.tsx'
import { SearchResults } from './SearchResults.tsx'
import { useLinkDelegation } from './use-link-delegation.ts'
import { useHasSearchQuery, useSearchQueryStore, type SearchQueryStore } from '#lib/search-query.ts'
import { useHasGridSpace } from './use-has-grid-space.ts'

/** The agenda: days, filters, list or timetable, search. All of its state is in the URL. */
export function AgendaScreen({ search }: { search: AgendaSearch }) {
  const { t } = useTranslation('agenda')
  useDocumentTitle(t('title'))
  const { programme, forum, failed, retry } = useProgramme()
  const now = useNow()
  const wide = useHasGridSpace()
  const favourites = useFavourites()
  const findIndex = useSearchIndex(programme)
  const followLink = useLinkDelegation()
  const { settings, changeSettings, query, hasQuery } = useAgendaSearch(search)
  const [searching, setSearching] = useState(Boolean(search.q))
  const starred = settings.mine ? favourites : undefined
  const passes = useMemo(
    () => createSessionFilter(settings, (id) => starred?.has(id) ?? false),
    [settings, starred],
  )
  const days = useMemo(() => (programme ? listDays(programme, forum) : []), [programme, forum])
  const today = formatDateInTimeZone(now, forum.timeZone)
  const day = chooseDay(days, settings.day, today)
  // Past sessions are pale only while the forum runs; afterwards all would be.
  const displayedNow = days.includes(today) ? now : Number.NEGATIVE_INFINITY
  const showMatches = useCallback(() => {
    const other = programme && findNearestDay(programme.items.filter(passes), day)
    if (other) changeSettings({ ...settings, day: other.day })
  }, [programme, passes, day, settings, changeSettings])
  const view = settings.view ?? (wide ? 'grid' : 'list')

  const renderContent = () => {
    if (!programme) {
      return failed ? <LoadState failed retry={retry} /> : <AgendaSkeleton />
    }
    if (programme.items.length === 0) return <EmptyAgenda text={t('empty_all')} />
    return (
      <AgendaContent
        index={searching && hasQuery ? findIndex() : undefined}
        query={query}
        days={days}
        hasFavourites={favourites.size > 0}
        onShow={showMatches}
        programme={programme}
        day={day}
        view={view}
        search={settings}
        passes={passes}
        now={displayedNow}
        wide={wide}
        onChange={changeSettings}
      />
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.screen} onClick={followLink}>
      <AgendaHeader
        query={query}
        searching={searching}
        onSearching={setSearching}
        view={view}
        onView={(next) => changeSettings({ ...settings, view: next })}
      />
      {renderContent()}
    </div>
  )
}

interface AgendaContentProps extends DayViewProps {
  /** The search index; undefined while there is no search. */
  index: SearchIndex | undefined
  query: SearchQueryStore
  days: readonly string[]
  hasFavourites: boolean
  /** Shows the nearest day with sessions. */
  onShow: () => void
}

/** A filtered day of the programme, or the search results. */
function AgendaContent({ index, query, days, hasFavourites, onShow, ...view }: AgendaContentProps) {
  const { programme, day, search: settings, passes, now, onChange } = view
  const resultsShown = index !== undefined
  return (
    <>
      {!resultsShown && (
        <DayTabs days={days} day={day} onPick={(next) => onChange({ ...settings, day: next })} />
      )}
      <FilterChips
        programme={programme}
        search={settings}
        passes={passes}
        onChange={onChange}
        onShow={onShow}
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
          passes={passes}
          search={settings}
          now={now}
        />
      )}
      <div
        className={resultsShown ? styles.behind : undefined}
        // The printed "my agenda" has all days (MyAgendaBar).
        data-print={resultsShown || settings.mine ? 'off' : undefined}
      >
        <DayView {...view} />
      </div>
      {hasFavourites && (
        <Suspense>
          <SessionUpdatesBanner programme={programme} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the settings and the search text of the URL, with functions to change them. */
function useAgendaSearch(search: AgendaSearch) {
  const navigate = useNavigate()
  const settings = useSettings(search)
  const change = useCallback(
    (toNext: (before: AgendaSearch) => AgendaSearch) =>
      void navigate({ to: '/agenda', search: toNext, replace: true, resetScroll: false }),
    [navigate],
  )
  const changeSettings = useCallback(
    (next: AgendaSearch) => change(({ q }) => (q ? { ...next, q } : next)),
    [change],
  )
  const changeWords = useCallback(
    (q: string) => change(({ q: _before, ...rest }) => (q ? { ...rest, q } : rest)),
    [change],
  )
  const query = useSearchQueryStore(search.q ?? '', changeWords)
  const hasQuery = useHasSearchQuery(query)
  return { settings, changeSettings, query, hasQuery }
}

/**
 * Returns the URL's parameters without the search text; the same object while they are the same, so that lists do not
 * render.
 */
function useSettings({ q: _query, ...settings }: AgendaSearch): AgendaSearch {
  const text = JSON.stringify(settings)
  return useMemo(() => JSON.parse(text) as AgendaSearch, [text])
}

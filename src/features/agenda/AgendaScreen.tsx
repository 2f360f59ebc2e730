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

/** The agenda: days, filters, list or timetable, search. All of its state is in the address. */
export function AgendaScreen({ search }: { search: AgendaSearch }) {
  const { t } = useTranslation('agenda')
  useDocumentTitle(t('title'))
  const { programme, forum, failed, retry } = useProgramme()
  const now = useNow()
  const wide = useHasGridSpace()
  const favourites = useFavourites()
  const findIndex = useSearchIndex(programme)
  const followLink = useLinkDelegation()
  const { settings, changeSettings, words, hasWords } = useAgendaSearch(search)
  const [searching, setSearching] = useState(Boolean(search.q))
  const starred = settings.mine ? favourites : undefined
  const passes = useMemo(
    () => createSessionFilter(settings, (id) => starred?.has(id) ?? false),
    [settings, starred],
  )
  const days = useMemo(() => (programme ? listDays(programme, forum) : []), [programme, forum])
  const today = formatDateInTimeZone(now, forum.timeZone)
  const day = chooseDay(days, settings.day, today)
  // Past and present are told apart while the forum runs; afterwards everything would be past, and pale.
  const shownNow = days.includes(today) ? now : Number.NEGATIVE_INFINITY
  const showMatches = useCallback(() => {
    const other = programme && findNearestDay(programme.items.filter(passes), day)
    if (other) changeSettings({ ...settings, day: other.day })
  }, [programme, passes, day, settings, changeSettings])
  const view = settings.view ?? (wide ? 'grid' : 'list')

  const body = () => {
    if (!programme) {
      return failed ? <LoadState failed retry={retry} /> : <AgendaSkeleton />
    }
    if (programme.items.length === 0) return <EmptyAgenda text={t('empty_all')} />
    return (
      <AgendaContent
        index={searching && hasWords ? findIndex() : undefined}
        words={words}
        days={days}
        hasFavourites={favourites.size > 0}
        onShow={showMatches}
        programme={programme}
        day={day}
        view={view}
        search={settings}
        passes={passes}
        now={shownNow}
        wide={wide}
        onChange={changeSettings}
      />
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.screen} onClick={followLink}>
      <AgendaHeader
        words={words}
        searching={searching}
        onSearching={setSearching}
        view={view}
        onView={(next) => changeSettings({ ...settings, view: next })}
      />
      {body()}
    </div>
  )
}

interface AgendaContentProps extends DayViewProps {
  /** Finds sessions by words; undefined while there is no search. */
  index: SearchIndex | undefined
  words: SearchQueryStore
  days: readonly string[]
  hasFavourites: boolean
  /** Shows the nearest day that has something. */
  onShow: () => void
}

/** A day of the programme with its filters, or what the search found. */
function AgendaContent({ index, words, days, hasFavourites, onShow, ...shown }: AgendaContentProps) {
  const { programme, day, search: settings, passes, now, onChange } = shown
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
          words={words}
          passes={passes}
          search={settings}
          now={now}
        />
      )}
      <div
        className={resultsShown ? styles.behind : undefined}
        // On paper one's own agenda has all of its days (MyAgendaBar).
        data-print={resultsShown || settings.mine ? 'off' : undefined}
      >
        <DayView {...shown} />
      </div>
      {hasFavourites && (
        <Suspense>
          <SessionUpdatesBanner programme={programme} />
        </Suspense>
      )}
    </>
  )
}

/** The settings and the words of the address, and how a screen changes them. */
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
  const words = useSearchQueryStore(search.q ?? '', changeWords)
  const hasWords = useHasSearchQuery(words)
  return { settings, changeSettings, words, hasWords }
}

/** What the address says besides the words; the same object as long as it says the same, so that lists stay. */
function useSettings({ q: _words, ...settings }: AgendaSearch): AgendaSearch {
  const text = JSON.stringify(settings)
  return useMemo(() => JSON.parse(text) as AgendaSearch, [text])
}

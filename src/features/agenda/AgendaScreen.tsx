import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateIn } from '#contract/time.ts'
import { useFavourites } from '#features/favourites'
import {
  type AgendaSearch,
  chooseDay,
  filterOf,
  listDays,
  useNow,
  useProgramme,
  useSearchIndex,
} from '#features/sessions'
import { LoadState } from '#ui/LoadState.tsx'
import { AgendaHeader } from './AgendaHeader.tsx'
import { AgendaNotices } from './AgendaNotices.tsx'
import styles from './AgendaScreen.module.css'
import { AgendaSkeleton } from './AgendaSkeleton.tsx'
import { DayTabs } from './DayTabs.tsx'
import { DayView } from './DayView.tsx'
import { EmptyAgenda } from './EmptyAgenda.tsx'
import { FilterChips } from './FilterChips.tsx'
import { SearchResults } from './SearchResults.tsx'
import { useInnerLinks } from './use-inner-links.ts'
import { useQueryText } from './use-query-text.ts'
import { useWide } from './use-wide.ts'

/** The agenda: days, filters, list or timetable, search. All of its state is in the address. */
export function AgendaScreen({ search }: { search: AgendaSearch }) {
  const { t } = useTranslation('agenda')
  const { programme, forum, failed, retry } = useProgramme()
  const now = useNow()
  const wide = useWide()
  const favourites = useFavourites()
  const findIndex = useSearchIndex(programme)
  const navigate = useNavigate()
  const followLink = useInnerLinks()
  const change = useCallback(
    (next: AgendaSearch) => void navigate({ to: '/agenda', search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  const words = useQueryText(search.q ?? '', (q) => {
    const { q: _before, ...rest } = search
    change(q ? { ...rest, q } : rest)
  })
  const [searching, setSearching] = useState(Boolean(search.q))
  const starred = search.mine ? favourites : undefined
  const passes = useMemo(() => filterOf(search, (id) => starred?.has(id) ?? false), [search, starred])
  const days = useMemo(() => (programme ? listDays(programme, forum) : []), [programme, forum])
  const today = dateIn(now, forum.timeZone)
  const day = chooseDay(days, search.day, today)
  // Past and present are told apart while the forum runs; afterwards everything would be past, and pale.
  const shownNow = days.includes(today) ? now : Number.NEGATIVE_INFINITY
  const view = search.view ?? (wide ? 'grid' : 'list')

  const body = () => {
    if (!programme) {
      return failed ? <LoadState failed retry={retry} /> : <AgendaSkeleton />
    }
    if (programme.items.length === 0) return <EmptyAgenda text={t('empty_all')} />
    const index = searching && words.text.trim() !== '' ? findIndex() : undefined
    const resultsShown = index !== undefined
    return (
      <>
        {!resultsShown && (
          <DayTabs days={days} day={day} onPick={(next) => change({ ...search, day: next })} />
        )}
        <FilterChips programme={programme} search={search} passes={passes} onChange={change} />
        <AgendaNotices programme={programme} mine={search.mine === true} />
        {index && (
          <SearchResults
            programme={programme}
            index={index}
            query={words.text}
            passes={passes}
            search={search}
            now={shownNow}
            onClear={() => words.type('')}
          />
        )}
        <DayView
          programme={programme}
          day={day}
          view={view}
          search={search}
          passes={passes}
          now={shownNow}
          wide={wide}
          hidden={resultsShown}
          onChange={change}
        />
      </>
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
        onView={(next) => change({ ...search, view: next })}
      />
      {body()}
    </div>
  )
}

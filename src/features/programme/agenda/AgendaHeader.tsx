import { useEffect, useRef, memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import { type SearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'
import { formatDayLabel } from '#features/programme/sessions'
import { queryMaxCharacters } from './agenda-search.ts'
import { useLocale } from '#platform/locale.ts'
import styles from './AgendaHeader.module.css'
import dayTabsStyles from './DayTabs.module.css'

interface AgendaHeaderProps {
  query: SearchQueryStore
  /** True while the search field is open, also when it is empty. */
  isSearching: boolean
  /** Called when the user opens or closes the search field. */
  onSearchingChange: (isSearching: boolean) => void
  view: 'list' | 'grid'
  /** Called when the user switches between list and timetable. */
  onView: (view: 'list' | 'grid') => void
}

/** Title, switch between list and timetable, and the search field, which expands over both. */
export function AgendaHeader({ query, isSearching, onSearchingChange, view, onView }: AgendaHeaderProps) {
  const { t } = useTranslation('agenda')
  const openButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    query.type('')
    onSearchingChange(false)
    // The field is removed in the next render; then the focus returns to the button that opened it.
    requestAnimationFrame(() => openButton.current?.focus())
  }
  return (
    <div className={styles.header} data-searching={isSearching || undefined}>
      <h1 className={styles.title}>{t('title')}</h1>
      {isSearching ? (
        <SearchField query={query} onClose={close} />
      ) : (
        <>
          <fieldset className={styles.views} aria-label={t('views')} data-print="off">
            {(['list', 'grid'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={view === name}
                aria-label={t(`view_${name}`)}
                title={t(`view_${name}`)}
                onClick={() => onView(name)}
              >
                <Icon name={name} size={22} />
              </button>
            ))}
          </fieldset>
          <button
            ref={openButton}
            type="button"
            className={styles.round}
            aria-label={t('search')}
            onClick={() => onSearchingChange(true)}
          >
            <Icon name="search" />
          </button>
        </>
      )}
    </div>
  )
}

function SearchField({ query, onClose }: { query: SearchQueryStore; onClose: () => void }) {
  const { t } = useTranslation('agenda')
  const text = useSearchQueryValue(query)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A search restored from the URL shows its results: the focus would open a phone's keyboard over them.
    if (!field.current?.value) field.current?.focus()
  }, [])
  return (
    <search className={styles.search}>
      <Icon name="search" size={20} />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={t('search')}
        placeholder={t('search_label')}
        maxLength={queryMaxCharacters}
        value={text}
        onChange={(event) => query.type(event.target.value)}
        onBlur={query.settle}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          // Closes a phone's keyboard, which covers the results.
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
      <button type="button" className={styles.round} aria-label={t('search_close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </search>
  )
}

/** Sticky tabs of the forum's days. Each is a link, so that a day can be shared. */
export const DayTabs = memo(function DayTabs({
  days,
  day,
  onPick,
}: {
  /** `YYYY-MM-DD`, in order. */
  days: readonly string[]
  /** The day on screen. */
  day: string
  /** Called with the day that the user taps. */
  onPick: (day: string) => void
}) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // With many days, or on a narrow phone, the chosen tab may be out of view. `scrollIntoView` would scroll the page too.
    const link = row.current?.querySelector(`a[href$="${day}"]`)
    if (row.current && link) scrollRowTo(row.current, link)
  }, [day])
  const pick = (event: MouseEvent, next: string) => {
    // Other clicks open a new tab or window, which is the browser's task.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPick(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <nav className={dayTabsStyles.days} aria-label={t('days')} data-print="off">
      <ul ref={row} className={dayTabsStyles.row}>
        {days.map((each) => (
          <li key={each}>
            <a
              href={`/agenda?day=${each}`}
              className={dayTabsStyles.day}
              aria-current={each === day ? 'date' : undefined}
              onClick={(event) => pick(event, each)}
            >
              {formatDayLabel(each, locale, 'short')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
})

/** Scrolls a row sideways until an element of it is in view. */
function scrollRowTo(row: Element, element: Element): void {
  const [rowBox, box] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  row.scrollLeft += Math.min(0, box.left - rowBox.left) + Math.max(0, box.right - rowBox.right)
}

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './AgendaHeader.module.css'
import { type SearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'

interface AgendaHeaderProps {
  query: SearchQueryStore
  isSearching: boolean
  onSearchingChange: (isSearching: boolean) => void
  view: 'list' | 'grid'
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
        maxLength={200}
        value={text}
        onChange={(event) => query.type(event.target.value)}
        onBlur={query.settle}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
      <button type="button" className={styles.round} aria-label={t('search_close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </search>
  )
}

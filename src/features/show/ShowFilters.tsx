import { useTranslation } from 'react-i18next'
import { useWords, type QueryText } from '#lib/query-text.ts'
import { useLocale } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { areaLabel } from './area-label.ts'
import { maxQueryCharacters } from './exhibitors.ts'
import styles from './ShowFilters.module.css'

/** The search field, and a chip for each area. */
export function ShowFilters({
  words,
  areas,
  area,
  onArea,
}: {
  words: QueryText
  areas: readonly string[]
  area: string | undefined
  onArea: (area: string | undefined) => void
}) {
  const { t } = useTranslation('show')
  const locale = useLocale()
  const text = useWords(words)
  const choices = [undefined, ...areas]
  return (
    <div className={styles.filters}>
      <search className={styles.search}>
        <Icon name="search" size={20} />
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          maxLength={maxQueryCharacters}
          value={text}
          onChange={(event) => words.type(event.target.value)}
          onBlur={words.settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
        {text && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('search.clear')}
            onClick={() => {
              words.type('')
              words.settle()
            }}
          >
            <Icon name="close" size={20} />
          </button>
        )}
      </search>
      {areas.length > 1 && (
        <fieldset aria-label={t('areas')} className={styles.chips}>
          {choices.map((kind) => (
            <button
              key={kind ?? ''}
              type="button"
              className={styles.chip}
              aria-pressed={kind === area}
              onClick={() => onArea(kind)}
            >
              {kind === undefined ? t('all') : areaLabel(kind, locale)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { CategoryRow } from '#lib/article-categories.ts'
import { useLocalized } from '#lib/locale.ts'
import styles from './Filters.module.css'

/** All documents, or those of one category. */
export function CategoryChips({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly CategoryRow[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const choices: { id: string | undefined; name: string }[] = [
    { id: undefined, name: t('everything') },
    ...categories.map(({ id, name }) => ({ id, name: pick(name).text })),
  ]
  return (
    <fieldset aria-label={t('categories')} className={styles.chips}>
      {choices.map(({ id, name }) => (
        <button
          key={id ?? ''}
          type="button"
          className={styles.chip}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

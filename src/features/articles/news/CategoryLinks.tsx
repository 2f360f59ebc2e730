import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '#platform/article-categories.ts'
import { useLocalized } from '#platform/locale.ts'
import styles from './CategoryLinks.module.css'

/** Links to all news and to each category. The chosen one is scrolled into view. */
export function CategoryLinks({ chosen }: { chosen?: string }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { data: categories = [] } = useQuery(categoriesQuery())
  if (categories.length === 0) return <div className={styles.room} />
  return (
    <nav aria-label={t('categories')} className={styles.scroll} data-print="off">
      <ul className={styles.row}>
        <li>
          <Link to="/news" className={styles.chip}>
            {t('all')}
          </Link>
        </li>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link
              ref={id === chosen ? scrollIntoRow : undefined}
              to="/article/category/$id"
              params={{ id }}
              className={styles.chip}
              lang={pick(name).locale}
            >
              {pick(name).text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls only the row: `scrollIntoView` would scroll the page as well. */
function scrollIntoRow(chip: HTMLElement | null): void {
  const row = chip?.closest('nav')
  if (!chip || !row) return
  const [chipRect, rowRect] = [chip.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += chipRect.left + chipRect.width / 2 - (rowRect.left + rowRect.width / 2)
}

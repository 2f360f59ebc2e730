import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '#lib/article-categories.ts'
import { useLocalized } from '#lib/locale.ts'
import styles from './CategoryLinks.module.css'

/** All news, or that of one category. */
export function CategoryLinks() {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { data: categories = [] } = useQuery(categoriesQuery())
  if (categories.length === 0) return null
  return (
    <nav aria-label={t('categories')} className={styles.scroll}>
      <ul className={styles.row}>
        <li>
          <Link to="/news" className={styles.chip}>
            {t('all')}
          </Link>
        </li>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link to="/article/category/$id" params={{ id }} className={styles.chip} lang={pick(name).locale}>
              {pick(name).text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

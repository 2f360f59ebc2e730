import { Link } from '@tanstack/react-router'
import { useLocalized } from '#platform/locale.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { FallbackLanguageTag } from '#ui/InlineText.tsx'
import type { CategoryItem } from './queries.ts'
import styles from './ArticleLinks.module.css'

/** Lists articles as links to their pages. */
export function ArticleLinks({ rows, icon }: { rows: readonly CategoryItem[]; icon?: IconName }) {
  const pick = useLocalized()
  return (
    <ul className={styles.list}>
      {rows.map((row) => {
        const title = pick(row.title)
        return (
          <li key={row.id}>
            <Link to="/article/view/$no" params={{ no: row.no }} className={styles.link}>
              {icon && (
                <span className={styles.icon}>
                  <Icon name={icon} size={20} />
                </span>
              )}
              <span className={styles.text}>
                <span lang={title.locale}>{title.text}</span> <FallbackLanguageTag locale={title.locale} />
              </span>
              <span className={styles.arrow}>
                <Icon name="forward" size={18} />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateRange } from '#platform/forum-time.ts'
import { useForum } from '#platform/forum.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { secondaryPages } from './menu.ts'
import styles from './Footer.module.css'

/** The footer on wide screens: the organiser of the forum, and the pages that are not in the menu. */
export function Footer() {
  const { t } = useTranslation()
  const pick = useLocalized()
  const locale = useLocale()
  const forum = useForum()
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>
          <span className={styles.name}>{pick(forum.name).text}</span>
          <span>
            {formatDateRange(forum.startsOn, forum.endsOn, locale)} · {pick(forum.city).text}
          </span>
        </p>
        <ul className={styles.links}>
          {secondaryPages.map((page) => (
            <li key={page.name}>
              <Link to={page.to} className={styles.link}>
                {t(`menu.${page.name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocalized } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { HomeDocumentRow, HomeNewsRow } from './queries.ts'
import styles from './HomeLists.module.css'

/** Titles of the latest news. Undefined rows are still on their way. */
export function NewsLinks({ rows }: { rows: readonly HomeNewsRow[] | undefined }) {
  const { t } = useTranslation('home')
  const pick = useLocalized()
  const time = useForumTime()
  if (!rows) return <SkeletonLines lines={5} />
  if (rows.length === 0) return <p className={styles.none}>{t('noNews')}</p>
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to="/article/view/$no" params={{ no: row.no }} className={styles.item}>
            <span className={styles.words}>
              <span className={styles.title} lang={pick(row.title).locale}>
                {pick(row.title).text}
              </span>
              <time className={styles.second} dateTime={row.published_at}>
                {time.date(row.published_at)}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Titles of documents. Undefined rows are still on their way. */
export function DocumentLinks({ rows }: { rows: readonly HomeDocumentRow[] | undefined }) {
  const { t } = useTranslation('home')
  const pick = useLocalized()
  if (!rows) return <SkeletonLines lines={3} />
  if (rows.length === 0) return <p className={styles.none}>{t('noDocuments')}</p>
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to="/article/view/$no" params={{ no: row.no }} className={styles.item}>
            <span className={styles.icon}>
              <Icon name="file" size={22} />
            </span>
            <span className={styles.title} lang={pick(row.title).locale}>
              {pick(row.title).text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

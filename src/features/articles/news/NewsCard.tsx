import { Link } from '@tanstack/react-router'
import { getFileUrl } from '#platform/api.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { FallbackLanguageTag } from '#ui/FallbackLanguageTag.tsx'
import { DecorativeImage } from './DecorativeImage.tsx'
import type { NewsRow } from './rows.ts'
import styles from './NewsCard.module.css'

/** A news article in a list. @param isLead with a large picture */
export function NewsCard({ row, isLead = false }: { row: NewsRow; isLead?: boolean }) {
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(row.title)
  const summary = pick(row.summary)
  const className = isLead && row.cover ? `${styles.card} ${styles.lead}` : styles.card
  return (
    <Link to="/article/view/$no" params={{ no: row.no }} className={className}>
      {row.cover && (
        <DecorativeImage
          className={styles.cover}
          src={getFileUrl(row.cover.no)}
          width={1200}
          height={675}
          lazy={!isLead}
        />
      )}
      <div className={styles.text}>
        <h2 className={styles.title} lang={title.locale}>
          {title.text}
        </h2>
        {summary.text && (
          <p className={styles.summary} lang={summary.locale}>
            {summary.text}
          </p>
        )}
        <p className={styles.facts}>
          <time dateTime={row.published_at}>{time.date(row.published_at)}</time>
          <FallbackLanguageTag locale={title.locale} />
        </p>
      </div>
    </Link>
  )
}

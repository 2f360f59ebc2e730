import { Link } from '@tanstack/react-router'
import { getFileUrl } from '#platform/api.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { FallbackLanguageTag } from '#ui/FallbackLanguageTag.tsx'
import type { NewsRow } from './rows.ts'
import styles from './NewsList.module.css'
import { DecorativeImage } from './DecorativeImage.tsx'
import newsCardStyles from './NewsCard.module.css'

/** Lists news, in columns where there is room. @param hasLead the first one stands out */
export function NewsCards({ rows, hasLead = false }: { rows: readonly NewsRow[]; hasLead?: boolean }) {
  return (
    <ul className={styles.list}>
      {rows.map((row, index) => (
        <li key={row.id} className={hasLead && index === 0 ? styles.lead : undefined}>
          <NewsCard row={row} isLead={hasLead && index === 0} />
        </li>
      ))}
    </ul>
  )
}

/** A news article in a list. @param isLead with a large picture */
function NewsCard({ row, isLead = false }: { row: NewsRow; isLead?: boolean }) {
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(row.title)
  const summary = pick(row.summary)
  const className =
    isLead && row.cover ? `${newsCardStyles.card} ${newsCardStyles.lead}` : newsCardStyles.card
  return (
    <Link to="/article/view/$no" params={{ no: row.no }} className={className}>
      {row.cover && (
        <DecorativeImage
          className={newsCardStyles.cover}
          src={getFileUrl(row.cover.no)}
          width={1200}
          height={675}
          lazy={!isLead}
        />
      )}
      <div className={newsCardStyles.text}>
        <h2 className={newsCardStyles.title} lang={title.locale}>
          {title.text}
        </h2>
        {summary.text && (
          <p className={newsCardStyles.summary} lang={summary.locale}>
            {summary.text}
          </p>
        )}
        <p className={newsCardStyles.facts}>
          <time dateTime={row.published_at}>{time.date(row.published_at)}</time>
          <FallbackLanguageTag locale={title.locale} />
        </p>
      </div>
    </Link>
  )
}

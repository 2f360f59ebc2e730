import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { favourites } from '#features/favourites'
import { useLocale } from '#lib/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ChangeLines } from './ChangeLines.tsx'
import type { SessionUpdate } from './find-session-updates.ts'
import styles from './SessionUpdatesSheet.module.css'

/** Most sessions drawn: after another programme was taken in, every star may be without its session. */
const mostShown = 100

interface NewsSheetProps {
  news: readonly SessionUpdate[]
  zone: string
  markRead: (read: readonly SessionUpdate[]) => void
  onClose: () => void
}

/** The changes one by one. They are told until the person says that they are read. */
export function SessionUpdatesSheet({ news, zone, markRead, onClose }: NewsSheetProps) {
  const { t } = useTranslation(['my-agenda', 'common'])
  const gone = news.filter((each) => !each.item)
  const more = news.length - mostShown
  return (
    <Sheet
      title={t('changes.count', { count: news.length })}
      closeLabel={t('common:close')}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {news.slice(0, mostShown).map((each) => (
          <NewsRow key={each.id} news={each} zone={zone} />
        ))}
        {more > 0 && <li className={styles.more}>{t('changes.more', { count: more })}</li>}
      </ul>
      <div className={styles.foot}>
        {gone.length > 0 && (
          <Button onClick={() => void favourites.remove(gone.map(({ id }) => id))}>
            {t('changes.removeStars', { count: gone.length })}
          </Button>
        )}
        <Button look="filled" onClick={() => markRead(news)}>
          {t('changes.read')}
        </Button>
      </div>
    </Sheet>
  )
}

function NewsRow({ news, zone }: { news: SessionUpdate; zone: string }) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const title = selectLocalizedText(news.item ? news.item.row.title : news.title, locale)
  return (
    <li className={styles.row}>
      {news.item ? (
        <>
          <Link
            to="/agenda/$sessionId"
            params={{ sessionId: news.id }}
            className={styles.title}
            lang={title.locale}
          >
            {title.text}
          </Link>
          <ChangeLines item={news.item} changes={news.changes} zone={zone} />
        </>
      ) : (
        <>
          <span className={styles.title} lang={title.locale}>
            {title.text || t('changes.unknownTitle')}
          </span>
          <span className={styles.gone}>{t('changes.gone')}</span>
        </>
      )}
    </li>
  )
}

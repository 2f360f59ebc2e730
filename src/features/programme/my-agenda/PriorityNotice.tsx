import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProgrammeItem, TrackNumeral } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import styles from './PriorityNotice.module.css'
import { findSubForumClashes } from './sub-forum-clashes.ts'

/** Names the starred sub-forums that overlap: a registration for them needs a priority. */
export function PriorityNotice({ items }: { items: readonly ProgrammeItem[] }) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const tracks = useMemo(() => findSubForumClashes(items), [items])
  if (tracks.length === 0) return null
  return (
    <div className={styles.notice} role="note" data-print="off">
      <ul className={styles.tracks}>
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackNumeral track={track} locale={locale} />
          </li>
        ))}
      </ul>
      <p>{t('priority')}</p>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import cardStyles from './NewsCard.module.css'
import styles from './NewsList.module.css'

/** Cards to come: as many as a phone and a tablet show at once. */
const cards = 6

/** The list of news before it is there, with its final layout. */
export function NewsSkeleton({ hasLead }: { hasLead: boolean }) {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')}>
      <span className={styles.list} aria-hidden="true">
        {Array.from({ length: cards }, (_, place) => {
          const isLead = hasLead && place === 0
          return (
            <span key={place} className={isLead ? styles.lead : undefined}>
              <span className={`${cardStyles.card} ${isLead ? cardStyles.lead : ''}`}>
                <span className={cardStyles.cover} />
                <span className={cardStyles.words}>
                  <SkeletonLines lines={3} />
                </span>
              </span>
            </span>
          )
        })}
      </span>
    </output>
  )
}

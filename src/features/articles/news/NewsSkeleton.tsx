import { useTranslation } from 'react-i18next'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import cardStyles from './NewsCard.module.css'
import styles from './NewsList.module.css'

/** Number of placeholder cards: as many as a phone or tablet shows at once. */
const cardCount = 6

/** Placeholder of the list of news in its final layout. */
export function NewsSkeleton({ hasLead }: { hasLead: boolean }) {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')}>
      <span className={styles.list} aria-hidden="true">
        {Array.from({ length: cardCount }, (_, index) => {
          const isLead = hasLead && index === 0
          return (
            <span key={index} className={isLead ? styles.lead : undefined}>
              <span className={`${cardStyles.card} ${isLead ? cardStyles.lead : ''}`}>
                <span className={cardStyles.cover} />
                <span className={cardStyles.text}>
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

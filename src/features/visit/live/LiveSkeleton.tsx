import { useTranslation } from 'react-i18next'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from './LiveScreen.module.css'
import skeleton from './LiveSkeleton.module.css'

const cardCount = 4

/** Placeholders of cards and rooms. */
export function LiveSkeleton({ hasCovers }: { hasCovers: boolean }) {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')} className={styles.columns}>
      <div className={styles.first}>
        <div className={skeleton.heading} />
        <div className={styles.cards}>
          {Array.from({ length: cardCount }, (_, card) => (
            <div key={card} className={skeleton.card}>
              {hasCovers && <div className={skeleton.cover} />}
              <div className={skeleton.text}>
                <SkeletonLines lines={4} />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={styles.aside}>
        <div className={skeleton.heading} />
        <div className={skeleton.card}>
          <div className={skeleton.text}>
            <SkeletonLines lines={9} />
          </div>
        </div>
      </div>
    </output>
  )
}

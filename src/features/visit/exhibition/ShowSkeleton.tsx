import { useTranslation } from 'react-i18next'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from './ExhibitionScreen.module.css'
import skeleton from './ShowSkeleton.module.css'

const cardCount = 6

/** Placeholders of field, plan and cards. */
export function ShowSkeleton() {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')} className={styles.columns}>
      <div className={styles.filters}>
        <div className={skeleton.field} />
      </div>
      <div className={styles.halls}>
        <div className={skeleton.plan} />
      </div>
      <div className={styles.areas}>
        <div className={styles.list}>
          {Array.from({ length: cardCount }, (_, card) => (
            <div key={card} className={skeleton.card}>
              <SkeletonLines lines={3} />
            </div>
          ))}
        </div>
      </div>
    </output>
  )
}

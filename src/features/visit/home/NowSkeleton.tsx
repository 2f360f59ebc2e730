import { useTranslation } from 'react-i18next'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { HomeSection } from './HomeSection.tsx'
import styles from './NowAndNext.module.css'

const lists = ['now', 'next'] as const
const items = [1, 2]

/** Placeholder of "now and next" with the same height. */
export function NowSkeleton() {
  const { t } = useTranslation('home')
  return (
    <HomeSection title={t('during.title')} more={{ to: '/agenda', label: t('during.all') }}>
      <div className={styles.lists}>
        {lists.map((list) => (
          <div key={list} className={styles.group}>
            <h3 className={styles.title}>{t(`during.${list}`)}</h3>
            <div className={styles.list}>
              {items.map((item) => (
                <div key={item} className={styles.item}>
                  <div className={styles.session}>
                    <SkeletonLines lines={3} />
                  </div>
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </HomeSection>
  )
}

import { useTranslation } from 'react-i18next'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { HomeSection } from './HomeSection.tsx'
import styles from './NowAndNext.module.css'

const strips = ['now', 'next'] as const
const places = [1, 2]

/** The place of "now and next" while the programme is on its way: as high as it will be. */
export function NowSkeleton() {
  const { t } = useTranslation('home')
  return (
    <HomeSection title={t('during.title')} more={{ to: '/agenda', label: t('during.all') }}>
      <div className={styles.strips}>
        {strips.map((strip) => (
          <div key={strip} className={styles.strip}>
            <h3 className={styles.title}>{t(`during.${strip}`)}</h3>
            <div className={styles.list}>
              {places.map((place) => (
                <div key={place} className={styles.place}>
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

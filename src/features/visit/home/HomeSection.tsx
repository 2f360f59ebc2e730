import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import styles from './HomeSection.module.css'
import nowStyles from './NowAndNext.module.css'

/** A section of home with a title and a link to the full list. */
export function HomeSection({
  title,
  more,
  children,
}: {
  title: string
  /** The link to the full list. */
  more?: { to: '/news' | '/download' | '/agenda' | '/qa'; label: string }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {more && (
          <Link to={more.to} className={styles.more}>
            {more.label}
            <Icon name="forward" size={18} />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

/** The lists of `NowAndNext`; parts of the locale keys `during.…`. */
const skeletonLists = ['now', 'next'] as const
/** Two placeholders in each list. */
const skeletonItems = [1, 2]

/** Placeholder of `NowAndNext` with the same height, in this file because home needs it before that is loaded. */
export function NowSkeleton() {
  const { t } = useTranslation('home')
  return (
    <HomeSection title={t('during.title')} more={{ to: '/agenda', label: t('during.all') }}>
      <div className={nowStyles.lists}>
        {skeletonLists.map((list) => (
          <div key={list} className={nowStyles.group}>
            <h3 className={nowStyles.title}>{t(`during.${list}`)}</h3>
            <div className={nowStyles.list}>
              {skeletonItems.map((item) => (
                <div key={item} className={nowStyles.item}>
                  <div className={nowStyles.session}>
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

import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '#features/sessions'
import { useForum } from '#lib/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { findPhase } from './phase.ts'
import styles from './RightNow.module.css'

const NowAndNext = lazy(() => import('./NowAndNext.tsx'))

/** The one thing that matters at this moment: before, during or after the forum. */
export function RightNow() {
  const { t } = useTranslation('home')
  const phase = findPhase(useForum(), useNow())
  if (phase.kind === 'during') {
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <NowAndNext />
      </Suspense>
    )
  }
  if (phase.kind === 'before') {
    return (
      <Panel icon="agenda" title={t('before.title', { count: phase.days })} text={t('before.text')}>
        <Link to="/agenda" className={buttonClass('filled')}>
          {t('before.action')}
        </Link>
      </Panel>
    )
  }
  return (
    <Panel icon="download" title={t('after.title')} text={t('after.text')}>
      <Link to="/download" className={buttonClass('filled')}>
        {t('after.action')}
      </Link>
    </Panel>
  )
}

function Panel({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <section className={styles.panel}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </section>
  )
}

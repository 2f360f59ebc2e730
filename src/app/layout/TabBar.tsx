import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { menuInHeader, useMedia } from '#lib/media.ts'
import { Icon } from '#ui/Icon.tsx'
import { menu } from './menu.ts'
import styles from './TabBar.module.css'

const MoreSheet = lazy(() => import('./MoreSheet.tsx'))

/** The menu under the thumb, on phones. */
export function TabBar() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isElsewhere = useMedia(menuInHeader)
  if (isElsewhere) return null
  return (
    <nav className={styles.bar} aria-label={t('menu.label')}>
      {menu
        .filter((entry) => entry.onPhone === 'tab')
        .map((entry) => (
          <Link
            key={entry.name}
            to={entry.to}
            className={styles.tab}
            activeOptions={{ exact: entry.to === '/' }}
          >
            <Icon name={entry.icon} />
            <span>{t(`menu.${entry.name}`)}</span>
          </Link>
        ))}
      <button
        type="button"
        className={styles.tab}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
        <span>{t('menu.more')}</span>
      </button>
      {open && (
        <Suspense>
          <MoreSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}

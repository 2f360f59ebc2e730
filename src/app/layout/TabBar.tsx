import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import { isInMoreSheet, menu } from './menu.ts'
import { MenuLink } from './MenuLink.tsx'
import styles from './TabBar.module.css'

const MoreSheet = lazy(() => import('./MoreSheet.tsx'))

/** The menu at the bottom of the screen, on phones. */
export function TabBar() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  // The path on which the sheet was opened, so that it closes on another page.
  const [openOnPath, setOpenOnPath] = useState<string>()
  const open = openOnPath === pathname
  return (
    <nav className={styles.bar} aria-label={t('menu.label')}>
      {menu
        .filter((entry) => entry.onPhone === 'tab')
        .map((entry) => (
          <MenuLink key={entry.name} entry={entry} className={styles.tab}>
            <Icon name={entry.icon} />
            <span>{t(`menu.${entry.name}`)}</span>
          </MenuLink>
        ))}
      <button
        type="button"
        className={styles.tab}
        data-current={isInMoreSheet(pathname)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenOnPath(pathname)}
      >
        <Icon name="more" />
        <span>{t('menu.more')}</span>
      </button>
      {open && (
        <Suspense>
          <MoreSheet onClose={() => setOpenOnPath(undefined)} />
        </Suspense>
      )}
    </nav>
  )
}

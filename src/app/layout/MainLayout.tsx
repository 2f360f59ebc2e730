import { Outlet, Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazy, Suspense, useState } from 'react'
import { headerMenuQuery, useMediaQuery } from '#platform/media-query.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useForum } from '#platform/forum.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { Header, DemoClockBanner, MenuLink } from './Header.tsx'
import { StaleDataBanner } from '../offline/StaleDataBanner.tsx'
import { secondaryPages, isInMoreSheet, menu } from './menu.ts'
import styles from './MainLayout.module.css'
import footerStyles from './Footer.module.css'
import tabBarStyles from './TabBar.module.css'

/** Layout of all pages but sign-in and console: a header; on wide screens with menu and footer, on phones a tab bar. */
export function MainLayout() {
  const isWide = useMediaQuery(headerMenuQuery)
  return (
    <div className={styles.shell}>
      <Header />
      <DemoClockBanner />
      <StaleDataBanner />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {isWide ? <Footer /> : <TabBar />}
    </div>
  )
}

/** The footer on wide screens: name, dates and city of the forum, and the pages that are not in the menu. */
function Footer() {
  const { t } = useTranslation()
  const pick = useLocalized()
  const locale = useLocale()
  const forum = useForum()
  return (
    <footer className={footerStyles.footer}>
      <div className={footerStyles.row}>
        <p>
          <span className={footerStyles.name}>{pick(forum.name).text}</span>
          <span>
            {formatDateRange(forum.startsOn, forum.endsOn, locale)} · {pick(forum.city).text}
          </span>
        </p>
        <ul className={footerStyles.links}>
          {secondaryPages.map((page) => (
            <li key={page.name}>
              <Link to={page.to} className={footerStyles.link}>
                {t(`menu.${page.name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

const MoreSheet = lazy(() => import('./MoreSheet.tsx'))

/** The menu at the bottom of the screen, on phones. */
function TabBar() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  // The path on which the sheet was opened, so that it closes on another page.
  const [openOnPath, setOpenOnPath] = useState<string>()
  const isOpen = openOnPath === pathname
  return (
    <nav className={tabBarStyles.bar} aria-label={t('menu.label')}>
      {menu
        .filter((entry) => entry.onPhone === 'tab')
        .map((entry) => (
          <MenuLink key={entry.name} entry={entry} className={tabBarStyles.tab}>
            <Icon name={entry.icon} />
            <span>{t(`menu.${entry.name}`)}</span>
          </MenuLink>
        ))}
      <button
        type="button"
        className={tabBarStyles.tab}
        data-current={isInMoreSheet(pathname)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenOnPath(pathname)}
      >
        <Icon name="more" />
        <span>{t('menu.more')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <MoreSheet onClose={() => setOpenOnPath(undefined)} />
        </Suspense>
      )}
    </nav>
  )
}

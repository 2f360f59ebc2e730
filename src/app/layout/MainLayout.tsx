import { Outlet, Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazy, Suspense, useState } from 'react'
import { headerMenuQuery, useMediaQuery } from '#platform/media-query.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useForum } from '#platform/forum.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { Home, MyCenter, Search } from '#platform/route-paths.ts'
import { useAttentionCount } from '#platform/attention-count.ts'
import { StaleDataBanner } from '../offline/StaleDataBanner.tsx'
import { DemoClockBadge } from './DemoClockBadge.tsx'
import styles from './MainLayout.module.css'
import { secondaryPages, isInMoreSheet, menu } from './menu.ts'
import footerStyles from './Footer.module.css'
import { MenuLink } from './MenuLink.tsx'
import tabBarStyles from './TabBar.module.css'
import { LanguageButton } from './LanguageButton.tsx'
import headerStyles from './Header.module.css'

/** The basic shell: header with the menu and a footer on wide screens, tab bar on phones. */
export function MainLayout() {
  const isWide = useMediaQuery(headerMenuQuery)
  return (
    <div className={styles.shell}>
      <Header />
      <DemoClockBadge />
      <StaleDataBanner />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {isWide ? <Footer /> : <TabBar />}
    </div>
  )
}

/** The footer on wide screens: the organiser of the forum, and the pages that are not in the menu. */
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
  const open = openOnPath === pathname
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

/** The bar at the top: the forum's name, the menu where there is room, search, language, account. */
function Header() {
  const { t } = useTranslation()
  const pick = useLocalized()
  const forum = useForum()
  const name = pick(forum.shortName)
  const hasMenu = useMediaQuery(headerMenuQuery)
  const unsentCount = useAttentionCount()
  const accountLabel = unsentCount > 0 ? t('menu.centerUnsent', { count: unsentCount }) : t('menu.center')
  return (
    <header className={headerStyles.bar}>
      <div className={headerStyles.row}>
        <Link to={Home} className={headerStyles.brand} aria-label={name.text}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span className={headerStyles.name}>{name.text}</span>
        </Link>
        {hasMenu && (
          <nav className={headerStyles.menu} aria-label={t('menu.label')}>
            {menu.map((entry) => (
              <MenuLink key={entry.name} entry={entry} className={headerStyles.entry}>
                {t(`menu.${entry.name}`)}
              </MenuLink>
            ))}
          </nav>
        )}
        <Link to={Search} className={headerStyles.action} aria-label={t('menu.search')}>
          <Icon name="search" />
        </Link>
        <LanguageButton />
        <Link to={MyCenter} className={headerStyles.action} aria-label={accountLabel}>
          <Icon name="user" />
          {unsentCount > 0 && (
            <span aria-hidden="true" className={headerStyles.badge}>
              {unsentCount}
            </span>
          )}
        </Link>
      </div>
    </header>
  )
}

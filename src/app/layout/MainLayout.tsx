import { Outlet } from '@tanstack/react-router'
import { headerMenuQuery, useMediaQuery } from '#platform/media-query.ts'
import { StaleDataBanner } from '../offline/StaleDataBanner.tsx'
import { DemoClockBadge } from './DemoClockBadge.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { TabBar } from './TabBar.tsx'
import styles from './MainLayout.module.css'

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

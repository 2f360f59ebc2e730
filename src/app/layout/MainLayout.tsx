import { Outlet } from '@tanstack/react-router'
import { menuInHeader, useMedia } from '#lib/media.ts'
import { OfflineStrip } from '../offline/OfflineStrip.tsx'
import { Demonstration } from './Demonstration.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { TabBar } from './TabBar.tsx'
import styles from './MainLayout.module.css'

/** The basic shell: header with the menu and a footer on wide screens, tab bar on phones. */
export function MainLayout() {
  const isWide = useMedia(menuInHeader)
  return (
    <div className={styles.shell}>
      <Header />
      <Demonstration />
      <OfflineStrip />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {isWide ? <Footer /> : <TabBar />}
    </div>
  )
}

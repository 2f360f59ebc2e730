import { Link, Outlet } from '@tanstack/react-router'
import { useForum } from '#platform/forum.ts'
import { useLocalized } from '#platform/locale.ts'
import { DemoClockBanner, LanguageButton } from './Header.tsx'
import styles from './UserLayout.module.css'

/** Layout of the sign-in page: no menu that leads away from it, only the link home. */
export function UserLayout() {
  const pick = useLocalized()
  const forum = useForum()
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span>{pick(forum.shortName).text}</span>
        </Link>
        <LanguageButton />
      </header>
      <DemoClockBanner />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

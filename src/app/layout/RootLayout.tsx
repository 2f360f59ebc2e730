import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notices } from '../Notices.tsx'
import { StorageNotice } from '../offline/StorageNotice.tsx'
import { UpdateBanner } from '../offline/UpdateBanner.tsx'
import styles from './RootLayout.module.css'

/** Around every page: the way past the navigation for keyboards, and the notices. */
export function RootLayout() {
  const { t } = useTranslation()
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <Outlet />
      <UpdateBanner />
      <StorageNotice />
      <Notices />
    </>
  )
}

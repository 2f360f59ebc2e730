import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEffect, useState, lazy, Suspense } from 'react'
import { notify, useNotices, type ShownNotice } from '#platform/notices.ts'
import { useHasUnsavedWork } from '#platform/unsaved-work.ts'
import { Button } from '#ui/Button.tsx'
import styles from './RootLayout.module.css'
import { useStorageLevel } from '#app/persistence/cache-store.ts'
import { useUpdateState } from '../updates/update-state.ts'
import updateBannerStyles from './UpdateBanner.module.css'

/** Layout of every page: a skip link for keyboard users, notices, and the offer of an update. */
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

/**
 * Shows a notice whenever storage becomes nearly full, or too full to store the newest agenda. Renders nothing itself.
 */
function StorageNotice() {
  const { t } = useTranslation('offline')
  const storageLevel = useStorageLevel()
  useEffect(() => {
    if (storageLevel !== 'enough')
      notify({ kind: 'warning', title: t(`room.${storageLevel}`), text: t(`room.${storageLevel}Text`) })
  }, [storageLevel, t])
  return null
}

/**
 * Offers a new version of the app. It is not offered while there is unsaved work, and starts only when the user agrees.
 */
function UpdateBanner() {
  const { t } = useTranslation('offline')
  const updateState = useUpdateState()
  const isBusy = useHasUnsavedWork()
  // Until the next start of the app.
  const [isDismissed, setDismissed] = useState(false)
  if (updateState === 'none' || isDismissed || isBusy) return null
  return (
    <aside className={updateBannerStyles.banner} aria-label={t('update.title')}>
      <p className={updateBannerStyles.text}>
        <strong>{t('update.title')}</strong> {t('update.text')}
      </p>
      <div className={updateBannerStyles.actions}>
        <Button onClick={() => setDismissed(true)}>{t('update.later')}</Button>
        <Button variant="filled" onClick={() => void startUpdate()}>
          {t('update.now')}
        </Button>
      </div>
    </aside>
  )
}

/** Activates the new version, which reloads the page. */
async function startUpdate(): Promise<void> {
  const { applyUpdate } = await import('../updates/register-worker.ts')
  applyUpdate()
}

/** Shows notices as plain text when the styled stack cannot be loaded, so that a notice never breaks the page. */
function BareNotices({ notices }: { notices: readonly ShownNotice[] }) {
  return (
    <ul>
      {notices.map(({ id, title, text }) => (
        <li key={id}>
          {title} {text}
        </li>
      ))}
    </ul>
  )
}

const NoticeStack = lazy(() => import('../NoticeStack.tsx').catch(() => ({ default: BareNotices })))

/** Shows the current notices. The styled stack is loaded with the first one. */
export function Notices() {
  const notices = useNotices()
  return (
    // The live region must exist before the first notice, or screen readers do not announce it.
    <output aria-live="polite">
      {notices.length > 0 && (
        <Suspense>
          <NoticeStack notices={notices} />
        </Suspense>
      )}
    </output>
  )
}

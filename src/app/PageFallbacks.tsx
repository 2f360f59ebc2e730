import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chunkLimitMs } from '#contract/forum.ts'
import { AccessDeniedError, Home } from '#platform/routing.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonList, ErrorState, OfflineState, EmptyState } from '#ui/LoadState.tsx'
import { isChunkLoadError, waitForPendingReload, reloadIfReachable } from './updates/chunk-errors.ts'

/**
 * Shown when a page is denied, or when its code or data could not be loaded. Offers to try again.
 * @param reset clears the router's error, so that it renders the page again
 */
export function LoadErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isOffline = useIsOffline()
  const isChunkError = isChunkLoadError(error)
  const isNotReloading = useIsNotReloading()
  const retry = async () => {
    // After a reload all files have one version, with their styles. If a reload fails, a retry would fail too.
    if (isChunkError) return reloadIfReachable()
    reset()
    return router.invalidate()
  }
  if (error instanceof AccessDeniedError) return <AccessDenied />
  if (isChunkError && !isNotReloading) return <Loading />
  return <LoadErrorMessage isMissing={isOffline || isChunkError} retry={retry} />
}

/** Returns false until it is certain that no reload is pending, so that no error appears just before a reload. */
function useIsNotReloading(): boolean {
  const [isNotReloading, setNotReloading] = useState(false)
  useEffect(() => void waitForPendingReload().then(() => setNotReloading(true)), [])
  return isNotReloading
}

/** Shown while the code of a page loads. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <Screen>
      <SkeletonList label={t('loading')} />
    </Screen>
  )
}

/**
 * Explains that a page could not be loaded.
 * @param isMissing true when the code is not on this device and cannot be loaded without network
 * @param retry loads the page again; the button is busy until it settles
 */
function LoadErrorMessage({ isMissing, retry }: { isMissing: boolean; retry: () => Promise<unknown> }) {
  const { t } = useTranslation()
  useDocumentTitle(t('loadFailure.title'))
  const [isRetrying, setRetrying] = useState(false)
  const tryAgain = async () => {
    setRetrying(true)
    await retry()
    setRetrying(false)
  }
  const State = isMissing ? OfflineState : ErrorState
  return (
    <State
      level={1}
      title={t(isMissing ? 'loadFailure.offlineTitle' : 'loadFailure.title')}
      text={t(isMissing ? 'loadFailure.offlineText' : 'loadFailure.text')}
      action={
        <>
          <Button variant="filled" busy={isRetrying} onClick={() => void tryAgain()}>
            {t('retry')}
          </Button>
          <Link to={Home}>{t('notFound.home')}</Link>
        </>
      }
    />
  )
}

/** Shown instead of a page that the user may not see. */
function AccessDenied() {
  const { t } = useTranslation()
  useDocumentTitle(t('noAccess.title'))
  return (
    <EmptyState
      level={1}
      title={t('noAccess.title')}
      text={t('noAccess.text')}
      action={
        <Link to={Home} className={buttonClass('filled')}>
          {t('notFound.home')}
        </Link>
      }
    />
  )
}

/** Milliseconds before a page that is still loading shows its skeleton: faster ones appear at once, without flicker. */
export const pendingAfterMs = 150

/** Shown while a page's code loads. After `chunkLimitMs` in all it shows an error, since loading may never settle. */
export function ScreenPending() {
  const [isStalled, setStalled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStalled(true), chunkLimitMs - pendingAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // Another import would wait for the same request; only a reload of the page starts a new one.
  if (isStalled) return <LoadErrorMessage isMissing={false} retry={reloadIfReachable} />
  return <Loading />
}

/** Shown at URLs without a route. */
export function NotFound() {
  const { t } = useTranslation()
  useDocumentTitle(t('notFound.title'))
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Link to={Home} className={buttonClass('filled')}>
          {t('notFound.home')}
        </Link>
      }
    />
  )
}

/** Shows an error of a page outside of any layout. */
export function FullPageError(props: ErrorComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <LoadErrorPage {...props} />
    </main>
  )
}

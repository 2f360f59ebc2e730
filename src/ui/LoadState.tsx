import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from './Button.tsx'
import { SkeletonList } from './Skeleton.tsx'
import { ErrorState, OfflineState } from './StateMessage.tsx'

/** Shown in place of content: loading, not on this device, or failed, with a button to try again. */
export function LoadState({
  failed,
  retry,
  rows,
  skeleton,
}: {
  failed: boolean
  retry: () => void
  rows?: number
  /** Skeleton while loading, where the content is not a list of cards. */
  skeleton?: ReactNode
}) {
  const { t } = useTranslation('common')
  const offline = useIsOffline()
  // Without network a query is paused instead of failing, so a skeleton would stay forever.
  if (offline) return <OfflineState title={t('offline.title')} text={t('offline.text')} />
  if (!failed && skeleton) return skeleton
  if (!failed) return <SkeletonList label={t('loading')} {...(rows === undefined ? {} : { rows })} />
  return (
    <ErrorState
      title={t('loadFailure.title')}
      text={t('loadFailure.text')}
      action={<Button onClick={retry}>{t('retry')}</Button>}
    />
  )
}

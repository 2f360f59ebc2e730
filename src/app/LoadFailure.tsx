import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState, OfflineState } from '#ui/StateMessage.tsx'
import { isLostChunk } from './updates/lost-chunks.ts'

/** A page whose program or data did not come (specification §8), with a way to try again. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const isOffline = useIsOffline()
  const isMissing = isOffline || isLostChunk(error)
  useDocumentTitle(t('loadFailure.title'))
  const State = isMissing ? OfflineState : ErrorState
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <State
      level={1}
      title={t(isMissing ? 'loadFailure.offlineTitle' : 'loadFailure.title')}
      text={t(isMissing ? 'loadFailure.offlineText' : 'loadFailure.text')}
      action={<Button onClick={retry}>{t('retry')}</Button>}
    />
  )
}

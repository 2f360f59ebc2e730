import { useTranslation } from 'react-i18next'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { FileValue } from '#contract/row.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { openPinnedFile, saveFile, canPin, pinStore } from './pin-store.ts'
import type { FoundPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import styles from './DocumentCard.module.css'
import { useRecordDownload } from './activity.ts'

interface DocumentActionsProps {
  row: DocumentRow
  pin: FoundPin | undefined
  /** Whether the file is being downloaded to be pinned. */
  isDownloading: boolean
  /** Called when the server answers that the file does not exist any more. */
  onNotFound: () => void
}

/** Shows the download button and, smaller, the button that pins the file or opens the pinned copy. */
export function DocumentActions({ row, pin, isDownloading, onNotFound }: DocumentActionsProps) {
  const { t } = useTranslation('downloads')
  const { file } = row
  // A current pinned copy is saved without a request, so it needs neither network nor sign-in.
  const isUnavailable = useIsOffline() && !pin?.isCurrent
  const mustSignIn = useCurrentUser().id === undefined && row.needs_sign_in === true && !pin?.isCurrent
  // A pinned file is readable without signing in, so files behind the sign-in are not pinned.
  const canPinNow = canPin() && row.needs_sign_in !== true && !isDownloading && !isUnavailable
  const pinFile = (current: FileValue) => void pinStore.add({ id: row.id, file: current, title: row.title })
  return (
    <div className={styles.actions}>
      {pin && (
        <Button variant="filled" onClick={() => void openPinnedFile(pin.file)}>
          <Icon name="file" size={20} /> {t('open')}
        </Button>
      )}
      {pin && !pin.isCurrent && file && (
        <Button disabled={!canPinNow} onClick={() => pinFile(file)}>
          <Icon name="pin" size={20} /> {t('renew')}
        </Button>
      )}
      {mustSignIn && <SignInLink />}
      {file && !mustSignIn && (
        <SaveButton id={row.id} file={file} disabled={isUnavailable} onNotFound={onNotFound} />
      )}
      {file && canPin() && !pin && row.needs_sign_in !== true && (
        <button
          type="button"
          className={styles.pin}
          aria-label={t('keep')}
          title={t('keep')}
          disabled={!canPinNow}
          onClick={() => pinFile(file)}
        >
          <Icon name="pin" size={20} />
        </button>
      )}
    </div>
  )
}

/** Saves the file of a document. A failure is shown as text. */
function SaveButton({
  id,
  file,
  disabled,
  onNotFound,
}: {
  /** Id of the document. */
  id: string
  file: FileValue
  disabled: boolean
  /** Called when the server answers that the file does not exist any more. */
  onNotFound: () => void
}) {
  const { t } = useTranslation('downloads')
  const [busy, setBusy] = useState(false)
  const recordDownload = useRecordDownload(id)
  const reportError = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 404 || status === 410) return onNotFound()
    const reason = status === 401 ? 'signIn' : 'network'
    notify({ kind: 'danger', title: t('failed.title'), text: t(`failed.${reason}`) })
  }
  const save = async () => {
    setBusy(true)
    await saveFile(file).then(recordDownload, reportError)
    setBusy(false)
  }
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void save()}>
      <Icon name="download" size={20} /> {t('download')}
    </Button>
  )
}

/** Takes the place of the download button for files behind the sign-in: leads to the sign-in page and back here. */
function SignInLink() {
  const { t } = useTranslation('downloads')
  const currentUrl = useRouterState({ select: ({ location }) => location.href })
  return (
    <Link to="/user/login" search={{ redirectUrl: currentUrl }} className={buttonClass('quiet')}>
      <Icon name="lock" size={20} /> {t('signIn')}
    </Link>
  )
}

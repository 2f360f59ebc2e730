import { useTranslation } from 'react-i18next'
import type { FileValue } from '#contract/row.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { openPinnedFile } from './file-actions.ts'
import { canPin, pinStore } from './use-pins.ts'
import type { FoundPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import { SaveButton, SignInLink } from './SaveButton.tsx'
import styles from './DocumentCard.module.css'

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

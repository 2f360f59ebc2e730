import { useTranslation } from 'react-i18next'
import type { FileValue } from '#contract/row.ts'
import { useIsOffline } from '#lib/connectivity.ts'
import { useCurrentUser } from '#lib/auth.ts'
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
  /** Whether the file is being fetched to be kept. */
  isComing: boolean
  /** The server has no such file any more. */
  onGone: () => void
}

/** One row: the download, and beside it in small what keeps the file on the phone, or opens it from there. */
export function DocumentActions({ row, pin, isComing, onGone }: DocumentActionsProps) {
  const { t } = useTranslation('downloads')
  const { file } = row
  const cannotCome = useIsOffline() && !pin?.isCurrent
  const mustSignIn = useCurrentUser().id === undefined && row.needs_sign_in === true && !pin?.isCurrent
  // What is kept on a device is there for whoever holds it: a file for signed-in people is not.
  const mayKeep = canPin() && row.needs_sign_in !== true && !isComing && !cannotCome
  const keep = (current: FileValue) => void pinStore.add({ id: row.id, file: current, title: row.title })
  return (
    <div className={styles.actions}>
      {pin && (
        <Button look="filled" onClick={() => void openPinnedFile(pin.file)}>
          <Icon name="file" size={20} /> {t('open')}
        </Button>
      )}
      {pin && !pin.isCurrent && file && (
        <Button disabled={!mayKeep} onClick={() => keep(file)}>
          <Icon name="pin" size={20} /> {t('renew')}
        </Button>
      )}
      {mustSignIn && <SignInLink />}
      {file && !mustSignIn && <SaveButton id={row.id} file={file} disabled={cannotCome} onGone={onGone} />}
      {file && canPin() && !pin && row.needs_sign_in !== true && (
        <button
          type="button"
          className={styles.pin}
          aria-label={t('keep')}
          title={t('keep')}
          disabled={!mayKeep}
          onClick={() => keep(file)}
        >
          <Icon name="pin" size={20} />
        </button>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { presentDownloadFailure } from './download-failure.ts'
import { openKept, saveFile } from './file-actions.ts'
import { canPin, pinStore } from './use-pins.ts'
import type { FoundPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import styles from './DocumentCard.module.css'

/** One row: the download, and beside it in small what keeps the file on the phone, or opens it from there. */
export function DocumentActions({
  row,
  pin,
  isComing,
}: {
  row: DocumentRow
  pin: FoundPin | undefined
  isComing: boolean
}) {
  const { t } = useTranslation('downloads')
  const isOffline = useIsOffline()
  const { id, file, title } = row
  const cannotCome = isOffline && !pin?.isCurrent
  const keep = () => void pinStore.add({ id, file, title })
  return (
    <div className={styles.actions}>
      {pin && (
        <Button look="filled" onClick={() => void openKept(pin.file)}>
          <Icon name="file" size={20} /> {t('open')}
        </Button>
      )}
      {pin && !pin.isCurrent && (
        <Button disabled={cannotCome || isComing} onClick={keep}>
          <Icon name="pin" size={20} /> {t('renew')}
        </Button>
      )}
      <SaveButton row={row} disabled={cannotCome} />
      {canPin() && !pin && (
        <button
          type="button"
          className={styles.pin}
          aria-label={t('keep')}
          title={t('keep')}
          disabled={cannotCome || isComing}
          onClick={keep}
        >
          <Icon name="pin" size={20} />
        </button>
      )}
    </div>
  )
}

function SaveButton({ row, disabled }: { row: DocumentRow; disabled: boolean }) {
  const { t } = useTranslation('downloads')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveFile(row.file).catch(presentDownloadFailure)
    setBusy(false)
  }
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void save()}>
      <Icon name="download" size={20} /> {t('download')}
    </Button>
  )
}

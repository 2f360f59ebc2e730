import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { getParticipantRowsKey } from '#features/participant/participant-rows'
import { api, ApiError } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { formatFileKind, formatFileSize } from '#platform/format-file.ts'
import { notify } from '#platform/notices.ts'
import { downloadBlob } from '#platform/download-blob.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { moduleName, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import { createRowCacheWriter } from './use-uploads.ts'
import styles from './UploadedFile.module.css'

/** Time limit for a presentation of 100 MB over a hotel network, in milliseconds. */
const saveLimitMs = 15 * 60_000
/** Time limit for the response, in milliseconds. */
const removeLimitMs = 15_000

/** The uploaded file of a kind, to open or remove. */
export function UploadedFile({
  kind,
  row,
  file,
  label,
}: {
  kind: MaterialKind
  row: MaterialsRow
  file: FileValue
  label: string
}) {
  const { t } = useTranslation('speech-materials')
  const isOffline = useIsOffline()
  const { isBusy, save, remove } = useFileActions(kind, row, file)
  return (
    <div className={styles.file}>
      <span className={styles.kind} aria-hidden="true">
        {formatFileKind(file)}
      </span>
      <div>
        <p className={styles.name}>{file.name}</p>
        <p className={styles.facts}>
          <Icon name="check" size={16} /> {t('handedIn')} · {formatFileSize(file.sizeBytes)}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          busy={isBusy}
          disabled={isBusy || isOffline}
          aria-label={`${t('download')}: ${label}`}
          onClick={() => void save()}
        >
          <Icon name="download" size={20} /> {t('download')}
        </Button>
        <Button
          disabled={isBusy || isOffline}
          aria-label={`${t('remove')}: ${label}`}
          onClick={() => void remove()}
        >
          <Icon name="trash" size={20} /> {t('remove')}
        </Button>
      </div>
    </div>
  )
}

function useFileActions(kind: MaterialKind, row: MaterialsRow, file: FileValue) {
  const { t } = useTranslation('speech-materials')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const runAction = async (action: () => Promise<void>) => {
    setBusy(true)
    await trackWork(action()).catch((error: unknown) =>
      notify({
        kind: 'danger',
        title: t('failed.title'),
        text: error instanceof ApiError ? error.msg : t('failed.network'),
      }),
    )
    setBusy(false)
  }
  const save = () =>
    runAction(async () => {
      const { blob } = await api.downloadFile(file.no, { limitMs: saveLimitMs })
      downloadBlob(blob, file.name)
    })
  const remove = async () => {
    const labels = { title: t('removeAsk.title'), text: t('removeAsk.text', { name: file.name }) }
    if (!(await confirmDialog({ ...labels, yes: t('removeAsk.yes'), no: t('removeAsk.no') }))) return
    await runAction(async () => {
      // The version makes sure that only the file on screen is removed.
      const body = { id: row.id, version: row.version, [kind]: null }
      const writeRow = createRowCacheWriter(client)
      const updatedRow = await api
        .post(paths.edit(moduleName), body, { limitMs: removeLimitMs })
        .catch((error: unknown) => {
          // The current file must be shown.
          void client.invalidateQueries({ queryKey: getParticipantRowsKey(moduleName) })
          throw error
        })
      writeRow(updatedRow as MaterialsRow, file.no)
    })
  }
  return { isBusy, save, remove }
}

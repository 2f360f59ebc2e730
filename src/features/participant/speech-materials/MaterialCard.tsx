import { useRef, useState, type ChangeEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { speechMaterials } from '#contract/modules/speech-materials.ts'
import type { FileRules } from '#contract/file-kinds.ts'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { useLocalized } from '#platform/locale.ts'
import {
  checkFile,
  type FileRejection,
  formatKinds,
  toMegabytes,
  toAcceptAttribute,
} from '#platform/uploads/file-rules.ts'
import { useSubmission } from '#forms/index.ts'
import { buttonClass, Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { getParticipantRowsKey } from '#features/participant/participant-rows'
import { api, ApiError } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { formatFileKind, formatFileSize, downloadBlob } from '#platform/files.ts'
import { notify } from '#platform/notices.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { fileRulesByKind, type MaterialsRow, type MaterialKind, moduleName } from './material-kinds.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { useUploads, createRowCacheWriter } from './use-uploads.ts'
import styles from './MaterialCard.module.css'
import filePickerStyles from './FilePicker.module.css'
import uploadedFileStyles from './UploadedFile.module.css'

/** Card of a material kind: the files that it accepts, the current file, and a running upload. */
export function MaterialCard({ kind, row }: { kind: MaterialKind; row: MaterialsRow | undefined }) {
  const { t } = useTranslation('speech-materials')
  const pick = useLocalized()
  const { uploads, store } = useUploads()
  const [rejectedFile, setRejectedFile] = useState<{ name: string; reason: FileRejection }>()
  const picker = useRef<HTMLInputElement>(null)
  const rules = fileRulesByKind[kind]
  /** Placeholders of the texts about accepted files. */
  const limits = { kinds: formatKinds(rules), max: toMegabytes(rules) }
  const label = pick(speechMaterials.fields[kind].label).text
  const upload = uploads[kind]
  const file = row?.[kind] ?? undefined
  const choose = (chosen: File) => {
    const rejection = checkFile(chosen, rules)
    setRejectedFile(rejection && { name: chosen.name, reason: rejection })
    if (!rejection) store.choose(kind, chosen)
  }
  const cancel = () => {
    store.cancel(kind)
    // The cancel button had the focus and has been removed.
    picker.current?.focus()
  }
  return (
    <section className={styles.slot} aria-labelledby={`slot-${kind}`}>
      <div className={styles.head}>
        <h2 id={`slot-${kind}`} className={styles.title}>
          {label}
        </h2>
        <p id={`limits-${kind}`} className={styles.limits}>
          {t('limits', limits)}
        </p>
      </div>
      {row && file && <UploadedFile kind={kind} row={row} file={file} label={label} />}
      {upload && (
        <UploadProgress
          upload={upload}
          onPause={() => store.pause(kind)}
          onResume={() => store.resume(kind)}
          onCancel={cancel}
        />
      )}
      {rejectedFile && (
        <p role="alert" className={styles.error}>
          {t(`refused.${rejectedFile.reason}`, { name: rejectedFile.name, ...limits })}
        </p>
      )}
      <FilePicker
        ref={picker}
        label={t(file || upload ? 'replace' : 'choose')}
        name={label}
        describedBy={`limits-${kind}`}
        rules={rules}
        isFirst={!file && !upload}
        onChoose={choose}
      />
    </section>
  )
}

/** The browser's file input, shown as a button. */
function FilePicker({
  ref,
  label,
  name,
  describedBy,
  rules,
  isFirst,
  onChoose,
}: {
  ref: Ref<HTMLInputElement>
  label: string
  /** Name of the material kind, for screen readers. */
  name: string
  /** Id of the element with the accepted files. */
  describedBy: string
  rules: FileRules
  /** True when there is no file yet: this is the next step. */
  isFirst: boolean
  onChoose: (file: File) => void
}) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // Otherwise choosing the same file again would fire no event.
    event.target.value = ''
    if (file) onChoose(file)
  }
  return (
    <span className={`${buttonClass('quiet')} ${filePickerStyles.picker}`}>
      <Icon name={isFirst ? 'plus' : 'file'} size={20} /> {label}
      <input
        ref={ref}
        type="file"
        className={filePickerStyles.input}
        aria-label={`${label}: ${name}`}
        aria-describedby={describedBy}
        accept={toAcceptAttribute(rules)}
        onChange={handleChange}
      />
    </span>
  )
}

/** Time limit of a download, in milliseconds: enough for a presentation of 100 MB over a hotel network. */
const downloadLimitMs = 15 * 60_000
/** Time limit for the response to a removal, in milliseconds. */
const removeLimitMs = 15_000

/** Shows the uploaded file of a kind, with buttons to download and remove it. */
function UploadedFile({
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
  const { isBusy, download, remove } = useFileActions(kind, row, file)
  return (
    <div className={uploadedFileStyles.file}>
      <span className={uploadedFileStyles.kind} aria-hidden="true">
        {formatFileKind(file)}
      </span>
      <div>
        <p className={uploadedFileStyles.name}>{file.name}</p>
        <p className={uploadedFileStyles.facts}>
          <Icon name="check" size={16} /> {t('handedIn')} · {formatFileSize(file.sizeBytes)}
        </p>
      </div>
      <div className={uploadedFileStyles.actions}>
        <Button
          busy={isBusy}
          disabled={isBusy || isOffline}
          aria-label={`${t('download')}: ${label}`}
          onClick={() => void download()}
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

/** Returns functions that download and remove a file. A failure is shown as a notice. */
function useFileActions(kind: MaterialKind, row: MaterialsRow, file: FileValue) {
  const { t } = useTranslation('speech-materials')
  const client = useQueryClient()
  const { store, send } = useSubmission()
  const isBusy = useSelector(store, (state) => state.kind === 'saving')
  const runAction = async (action: () => Promise<void>) => {
    const result = await send(() => trackWork(action()))
    if (result?.kind === 'idle')
      notify({
        kind: 'danger',
        title: t('failed.title'),
        text: result.failure instanceof ApiError ? result.failure.msg : t('failed.network'),
      })
  }
  const download = () =>
    runAction(async () => {
      const { blob } = await api.downloadFile(file.no, { limitMs: downloadLimitMs })
      downloadBlob(blob, file.name)
    })
  const remove = async () => {
    const labels = { title: t('removeAsk.title'), text: t('removeAsk.text', { name: file.name }) }
    if (!(await confirmDialog({ ...labels, yes: t('removeAsk.yes'), no: t('removeAsk.no') }))) return
    await runAction(async () => {
      // With the version the server refuses the removal when another device has replaced the file on screen.
      const body = { id: row.id, version: row.version, [kind]: null }
      const writeRow = createRowCacheWriter(client)
      const updatedRow = await api
        .post(paths.edit(moduleName), body, { limitMs: removeLimitMs })
        .catch((error: unknown) => {
          // Another device may have replaced the file: the refetch shows the current one.
          void client.invalidateQueries({ queryKey: getParticipantRowsKey(moduleName) })
          throw error
        })
      writeRow(updatedRow as MaterialsRow, file.no)
    })
  }
  return { isBusy, download, remove }
}

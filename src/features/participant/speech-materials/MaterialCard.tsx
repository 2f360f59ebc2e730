import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { speechMaterials } from '#contract/modules/speech-materials.ts'
import { useLocalized } from '#platform/locale.ts'
import { checkFile, type FileRejection } from '#platform/uploads/check-file.ts'
import { formatKinds, toMegabytes } from '#platform/uploads/file-rules.ts'
import { FilePicker } from './FilePicker.tsx'
import { UploadedFile } from './UploadedFile.tsx'
import { fileRulesByKind, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { useUploads } from './use-uploads.ts'
import styles from './MaterialCard.module.css'

/** A material kind: what it accepts, the current file, and a running upload. */
export function MaterialCard({ kind, row }: { kind: MaterialKind; row: MaterialsRow | undefined }) {
  const { t } = useTranslation('speech-materials')
  const pick = useLocalized()
  const { uploads, store } = useUploads()
  const [rejected, setRejected] = useState<{ name: string; reason: FileRejection }>()
  const picker = useRef<HTMLInputElement>(null)
  const rules = fileRulesByKind[kind]
  const limits = { kinds: formatKinds(rules), max: toMegabytes(rules) }
  const label = pick(speechMaterials.fields[kind].label).text
  const upload = uploads[kind]
  const file = row?.[kind] ?? undefined
  const choose = (chosen: File) => {
    const rejection = checkFile(chosen, rules)
    setRejected(rejection && { name: chosen.name, reason: rejection })
    if (!rejection) store.choose(kind, chosen)
  }
  const cancel = () => {
    store.cancel(kind)
    // The button with the focus has been removed.
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
      {rejected && (
        <p role="alert" className={styles.error}>
          {t(`refused.${rejected.reason}`, { name: rejected.name, ...limits })}
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

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import {
  FileControl,
  isSelectedFile,
  isUnfinished,
  createUnfinished,
  withoutUnfinished,
} from '#forms/index.ts'
import { formatFileSize } from '#platform/files.ts'
import { maxFileBytes } from '#outbox/index.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { Button } from '#ui/Button.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { api, getEndpointUrl } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { getLocale } from '#platform/locale.ts'
import { authStore } from '#platform/auth.ts'
import { StoredImage } from '../field-controls/StoredImage.tsx'
import { formatPlainValue, type ConsoleFieldType, type FieldControlProps } from './field-type.ts'
import { text } from './text.tsx'
import styles from './file.module.css'

const PictureCrop = lazy(() => import('./PictureCrop.tsx'))

/** A stored file; a picture is a file, too. */
export const file: ConsoleFieldType = {
  format: (value) => (isPlainObject(value) ? (value as unknown as FileValue).name : formatPlainValue(value)),
  selectControl: () => ({ isGroup: false, Control: FileField }),
  Filter: text.Filter,
}

/**
 * Renders a file or picture field; a picture is previewed and can be cropped. A file that is too large for
 * the outbox is uploaded at once, resumably. The field counts as unfinished while a picture is cropped or a
 * file is uploaded.
 */
function FileField({ metadata, name, ...control }: FieldControlProps) {
  const { t } = useTranslation('console')
  const { id, field, onChange, labelId, aria } = control
  const unfinishedValue = isUnfinished(control.value) ? control.value.$unfinished : undefined
  // The value before cropping or uploading began; a cancellation restores it.
  const value = withoutUnfinished(control.value)
  const upload = useLargeUpload({ module: metadata.name, field: name }, onChange)
  const isImage = field.type === 'image'
  const handleChange = (newValue: unknown) => {
    if (isSelectedFile(newValue) && newValue.file.size > maxFileBytes) {
      // The draft has the name only; after a reload the form says that the upload was lost.
      onChange(createUnfinished({ name: newValue.name }, value))
      return upload.start(new File([newValue.file], newValue.name))
    }
    upload.stop()
    onChange(newValue)
  }
  const cancel = () => {
    upload.stop()
    onChange(value)
  }
  if (isSelectedFile(unfinishedValue))
    return (
      // An issue moves the focus to this element, as with every control.
      <fieldset
        id={id}
        tabIndex={-1}
        className={styles.field}
        aria-labelledby={labelId}
        aria-describedby={aria['aria-describedby']}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <PictureCrop
            file={unfinishedValue.file}
            onCancel={cancel}
            onDone={(file) => onChange({ file, name: file.name })}
          />
        </Suspense>
      </fieldset>
    )
  return (
    <div className={styles.field}>
      {isImage && isSelectedFile(value) && (
        <BlobImage file={value.file} alt={t('field.picture')} className={styles.picture} />
      )}
      {isImage && !isSelectedFile(value) && isPlainObject(value) && (
        <StoredImage fileNumber={String(value['no'])} alt={t('field.picture')} className={styles.picture} />
      )}
      <FileControl {...control} value={value} onChange={handleChange} />
      {isImage && isSelectedFile(value) && (
        <Button className={styles.cut} onClick={() => onChange(createUnfinished(value, value))}>
          {t('field.cut')}
        </Button>
      )}
      {isPlainObject(unfinishedValue) && (
        <div className={styles.large}>
          <output>
            {upload.file
              ? t(upload.failure === undefined ? 'field.sending' : 'field.broken', {
                  name: upload.file.name,
                  sent: formatFileSize(upload.sentBytes),
                  size: formatFileSize(upload.file.size),
                })
              : t('field.lost', { name: String(unfinishedValue['name']) })}
            {upload.failure}
          </output>
          {upload.failure !== undefined && <Button onClick={upload.resume}>{t('field.goOn')}</Button>}
          <Button onClick={cancel}>{t('export.cancel')}</Button>
        </div>
      )}
    </div>
  )
}

/** The upload of a file before its form is saved. */
interface LargeUpload {
  /** The file that is being uploaded, or whose upload failed; undefined otherwise. */
  file: File | undefined
  sentBytes: number
  /** Text of the server about why the upload stopped; empty for other failures, undefined without a failure. */
  failure: string | undefined
  start: (file: File) => void
  /** Resumes where the upload stopped. */
  resume: () => void
  stop: () => void
}

/**
 * Uploads a file that is too large for the outbox: at once, and resumably. `onDone` receives the value for
 * the field.
 */
function useLargeUpload(
  destination: { module: string; field: string },
  onDone: (value: Pick<FileValue, 'no' | 'name' | 'sizeBytes'>) => void,
): LargeUpload {
  const [file, setFile] = useState<File>()
  const [sentBytes, setSentBytes] = useState(0)
  const [failure, setFailure] = useState<string>()
  const abortController = useRef<AbortController>(undefined)
  /** URL of the started upload on the server; undefined starts a new one. */
  const url = useRef<string>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])
  const upload = async (selectedFile: File) => {
    const controller = new AbortController()
    abortController.current?.abort()
    abortController.current = controller
    const { signal } = controller
    setFile(selectedFile)
    setFailure(undefined)
    try {
      // The upload protocol's client has 16 kB, and lists and records also load this module.
      const { uploadResumable, waitForFileNumber } = await import('#platform/uploads/resumable-upload.ts')
      const uploadUrl = await uploadResumable(selectedFile, {
        endpoint: getEndpointUrl(paths.resumableUploads),
        url: url.current,
        metadata: { filename: selectedFile.name, ...destination },
        headers: () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() }),
        onUrl: (newUrl) => {
          url.current = newUrl
        },
        onSent: setSentBytes,
        signal,
      })
      const fileNumber = await waitForFileNumber(api, uploadUrl, signal)
      setFile(undefined)
      onDone({ no: fileNumber, name: selectedFile.name, sizeBytes: selectedFile.size })
    } catch (error) {
      if (signal.aborted) return
      const isRejected = error instanceof Error && error.name === 'UploadRejectedError'
      // The server would reject the same upload again, so the next try starts a new one.
      if (isRejected) url.current = undefined
      setFailure(isRejected ? error.message : '')
    }
  }
  return {
    file,
    sentBytes,
    failure,
    start(selectedFile) {
      url.current = undefined
      setSentBytes(0)
      void trackWork(upload(selectedFile))
    },
    resume() {
      if (file) void trackWork(upload(file))
    },
    stop() {
      abortController.current?.abort()
      setFile(undefined)
    },
  }
}

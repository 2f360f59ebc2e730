import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import {
  FileControl,
  isSelectedFile,
  isUnfinished,
  createUnfinished,
  withoutUnfinished,
  type ControlProps,
} from '#forms/index.ts'
import { formatFileSize } from '#platform/format-file.ts'
import { maxFileBytes } from '#outbox/index.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { Button } from '#ui/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { StoredImage } from './StoredImage.tsx'
import { useLargeUpload } from './use-large-upload.ts'
import styles from './FileField.module.css'

const PictureCrop = lazy(() => import('./PictureCrop.tsx'))

/**
 * Renders a file or picture field; a picture is previewed and can be cropped. A file that is too large for
 * the outbox is uploaded at once, resumably. The field counts as unfinished while a picture is cropped or a
 * file is uploaded.
 */
export function FileField({
  metadata,
  name,
  ...control
}: ControlProps & { metadata: ModuleMetadata; name: string }) {
  const { t } = useTranslation('console')
  const { id, field, onChange, labelId, aria } = control
  const unfinishedValue = isUnfinished(control.value) ? control.value.$unfinished : undefined
  const value = withoutUnfinished(control.value)
  const upload = useLargeUpload({ module: metadata.name, field: name }, onChange)
  const isImage = field.type === 'image'
  const handleChange = (newValue: unknown) => {
    if (isSelectedFile(newValue) && newValue.file.size > maxFileBytes) {
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

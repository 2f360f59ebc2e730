import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import {
  FileControl,
  isSelectedFile,
  isUnfinished,
  unfinished,
  withoutUnfinished,
  type ControlProps,
} from '#features/forms'
import { formatFileSize } from '#lib/format-file.ts'
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
 * A file or a picture, which is shown and can be cut. What is too large to wait on the device is sent as it is chosen,
 * and goes on after a break. While a picture is being cut or a file is on its way, the field is not finished.
 */
export function FileField({
  metadata,
  name,
  ...control
}: ControlProps & { metadata: ModuleMetadata; name: string }) {
  const { t } = useTranslation('console')
  const { id, field, onChange, labelId, aria } = control
  const begun = isUnfinished(control.value) ? control.value.$unfinished : undefined
  const value = withoutUnfinished(control.value)
  const large = useLargeUpload({ module: metadata.name, field: name }, onChange)
  const isImage = field.type === 'image'
  const take = (next: unknown) => {
    if (isSelectedFile(next) && next.file.size > maxFileBytes) {
      onChange(unfinished({ name: next.name }, value))
      return large.start(new File([next.file], next.name))
    }
    large.stop()
    onChange(next)
  }
  const cancel = () => {
    large.stop()
    onChange(value)
  }
  if (isSelectedFile(begun))
    return (
      // A problem leads to it, as to every control.
      <fieldset
        id={id}
        tabIndex={-1}
        className={styles.field}
        aria-labelledby={labelId}
        aria-describedby={aria['aria-describedby']}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <PictureCrop
            file={begun.file}
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
        <StoredImage no={String(value['no'])} alt={t('field.picture')} className={styles.picture} />
      )}
      <FileControl {...control} value={value} onChange={take} />
      {isImage && isSelectedFile(value) && (
        <Button className={styles.cut} onClick={() => onChange(unfinished(value, value))}>
          {t('field.cut')}
        </Button>
      )}
      {isPlainObject(begun) && (
        <div className={styles.large}>
          <output>
            {large.file
              ? t(large.fault === undefined ? 'field.sending' : 'field.broken', {
                  name: large.file.name,
                  sent: formatFileSize(large.sent),
                  size: formatFileSize(large.file.size),
                })
              : t('field.lost', { name: String(begun['name']) })}
            {large.fault}
          </output>
          {large.fault !== undefined && <Button onClick={large.goOn}>{t('field.goOn')}</Button>}
          <Button onClick={cancel}>{t('export.cancel')}</Button>
        </div>
      )}
    </div>
  )
}

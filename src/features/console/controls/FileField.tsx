import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { FileControl, isPicked, type ControlProps } from '#features/forms'
import { sizeWords } from '#lib/file-words.ts'
import { mostFileBytes } from '#outbox/index.ts'
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
 * and goes on after a break.
 */
export function FileField({
  metadata,
  name,
  ...control
}: ControlProps & { metadata: ModuleMetadata; name: string }) {
  const { t } = useTranslation('console')
  const { field, value, onChange } = control
  const [isCutting, setCutting] = useState(false)
  const large = useLargeUpload({ module: metadata.name, field: name }, onChange)
  const isImage = field.type === 'image'
  const take = (next: unknown) => {
    if (isPicked(next) && next.file.size > mostFileBytes) return large.start(new File([next.file], next.name))
    large.stop()
    onChange(next)
  }
  if (isCutting && isPicked(value))
    return (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <PictureCrop
          file={value.file}
          onCancel={() => setCutting(false)}
          onDone={(file) => {
            onChange({ file, name: file.name })
            setCutting(false)
          }}
        />
      </Suspense>
    )
  return (
    <div className={styles.field}>
      {isImage && isPicked(value) && (
        <BlobImage file={value.file} alt={t('field.picture')} className={styles.picture} />
      )}
      {isImage && !isPicked(value) && isPlainObject(value) && (
        <StoredImage no={String(value['no'])} alt={t('field.picture')} className={styles.picture} />
      )}
      <FileControl {...control} onChange={take} />
      {isImage && isPicked(value) && (
        <Button className={styles.cut} onClick={() => setCutting(true)}>
          {t('field.cut')}
        </Button>
      )}
      {large.file && (
        <div className={styles.large}>
          <output>
            {t(large.fault === undefined ? 'field.sending' : 'field.broken', {
              name: large.file.name,
              sent: sizeWords(large.sent),
              size: sizeWords(large.file.size),
            })}
            {large.fault}
          </output>
          {large.fault !== undefined && <Button onClick={large.goOn}>{t('field.goOn')}</Button>}
          <Button onClick={large.stop}>{t('export.cancel')}</Button>
        </div>
      )}
    </div>
  )
}

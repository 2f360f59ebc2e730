import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isSelectedFile,
  isUnfinished,
  createUnfinished,
  withoutUnfinished,
  type ControlProps,
} from '#forms/index.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { BlobImage } from '#ui/BlobImage.tsx'
import { openPhoto, type OpenedPhoto, minPhotoSize, maxPhotoPixels, type PhotoIssue } from './photo-rules.ts'
import styles from './PhotoControl.module.css'

const PhotoCrop = lazy(() => import('./PhotoCrop.tsx'))

/**
 * Field control of the ID photo, which comes from the camera or a file and is cropped and re-encoded on the device.
 * A picture that is not cropped yet is an unfinished value of the form, so the form cannot be sent before.
 */
export function PhotoControl({
  id,
  value: inputValue,
  onChange,
  labelId,
  aria,
  storedPhoto = null,
}: ControlProps & {
  /** The photo on the server; shown again when the user removes a newly chosen one. */
  storedPhoto?: unknown
}) {
  const { t } = useTranslation('register')
  const { value, openedPhoto, issue, setIssue, pick, close } = usePickedPhoto({
    id,
    value: inputValue,
    onChange,
  })
  const describedBy = [aria['aria-describedby'], issue && `${id}-fault`].filter(Boolean).join(' ')
  const picker = { id, aria: { ...aria, 'aria-describedby': describedBy || undefined }, onPick: pick }
  if (openedPhoto)
    return (
      // The error summary links to this id, as for every control.
      <fieldset
        id={id}
        tabIndex={-1}
        className={styles.photo}
        aria-labelledby={labelId}
        aria-describedby={aria['aria-describedby']}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <PhotoCrop
            photo={openedPhoto}
            onCancel={() => close(value)}
            onIssue={setIssue}
            onDone={(file) => close({ file, name: file.name })}
          />
        </Suspense>
      </fieldset>
    )
  const hasPhoto = value !== null && value !== undefined
  return (
    <fieldset aria-labelledby={labelId} className={styles.photo}>
      {hasPhoto && <ChosenPhoto value={value} />}
      <p id={`${id}-fault`} role="alert" className={styles.error}>
        {issue && formatIssue(issue)}
      </p>
      <div className={styles.actions}>
        <PickButton {...picker} icon="user" text={t(hasPhoto ? 'photo.again' : 'photo.camera')} isCamera />
        <PickButton {...picker} id={`${id}-file`} icon="file" text={t('photo.file')} />
        {isSelectedFile(value) && (
          <Button onClick={() => onChange(storedPhoto)}>
            <Icon name="trash" size={20} />
            {t('photo.remove')}
          </Button>
        )}
      </div>
    </fieldset>
  )

  function formatIssue(photoIssue: PhotoIssue): string {
    switch (photoIssue.kind) {
      case 'too_many_pixels':
        return t('photo.fault.tooManyPixels', {
          megapixels: photoIssue.megapixels,
          max: maxPhotoPixels / 1_000_000,
        })
      case 'too_small':
        return t('photo.fault.tooSmall', {
          size: `${photoIssue.width} × ${photoIssue.height}`,
          least: `${minPhotoSize.width} × ${minPhotoSize.height}`,
        })
      default:
        return t(`photo.fault.${photoIssue.kind}`)
    }
  }
}

/**
 * State of the photo field: its value and the picture being cropped. When a draft has an uncropped picture, it opens
 * again.
 */
function usePickedPhoto({
  id,
  value: inputValue,
  onChange,
}: Pick<ControlProps, 'id' | 'value' | 'onChange'>) {
  const [openedPhoto, setOpenedPhoto] = useState<OpenedPhoto>()
  const [issue, setIssue] = useState<PhotoIssue>()
  /** Whether the crop area was shown before this render. */
  const wasOpen = useRef(false)
  const value = withoutUnfinished(inputValue)
  const unfinishedInput = isUnfinished(inputValue) ? inputValue.$unfinished : undefined
  const uncropped = isSelectedFile(unfinishedInput) ? unfinishedInput.file : undefined
  useEffect(() => (openedPhoto ? () => URL.revokeObjectURL(openedPhoto.url) : undefined), [openedPhoto])
  useEffect(() => {
    // Returns the focus to the button that opened the picture.
    if (wasOpen.current && !openedPhoto) document.getElementById(id)?.focus()
    wasOpen.current = openedPhoto !== undefined
  }, [openedPhoto, id])
  /** Opens a picture to crop it, or shows why that is impossible. @returns true when it is open */
  const open = async (file: Blob) => {
    const result = await trackWork(openPhoto(file))
    setIssue('url' in result ? undefined : result)
    setOpenedPhoto('url' in result ? result : undefined)
    return 'url' in result
  }
  /** Closes the crop area. @param newValue of the field */
  const close = (newValue: unknown) => {
    setOpenedPhoto(undefined)
    onChange(newValue)
  }
  const pick = async (file: File | undefined) => {
    if (file && (await open(file))) onChange(createUnfinished({ file, name: file.name }, value))
  }
  useEffect(() => {
    if (unfinishedInput === undefined || openedPhoto) return
    // The input is from a draft. When the draft could not store the file, the user must choose it again.
    if (!uncropped) onChange(value)
    else void open(uncropped).then((isOpen) => isOpen || onChange(value))
    // oxlint-disable-next-line react/exhaustive-deps -- once: later pictures are opened by `pick`
  }, [])
  return { value, openedPhoto, issue, setIssue, pick, close }
}

/** Shows the chosen photo, or that there is one on the server. */
function ChosenPhoto({ value }: { value: unknown }) {
  const { t } = useTranslation('register')
  return (
    <div className={styles.chosen}>
      {isSelectedFile(value) ? (
        <BlobImage file={value.file} alt={t('photo.yours')} className={styles.picture} />
      ) : (
        <span className={styles.onServer}>
          <Icon name="check" size={20} />
          {t('photo.onServer')}
        </span>
      )}
    </div>
  )
}

/** A button over a file input. @param isCamera true to take a picture with the front camera */
function PickButton({
  id,
  icon,
  text,
  isCamera = false,
  aria,
  onPick,
}: {
  id: string
  icon: IconName
  text: string
  isCamera?: boolean
  aria: object
  onPick: (file: File | undefined) => Promise<void>
}) {
  return (
    <label className={`${buttonClass('quiet')} ${styles.pick}`}>
      <Icon name={icon} size={20} />
      {text}
      <input
        id={id}
        type="file"
        // The formats that the server accepts. For these, an iPhone converts HEIC photos to JPEG.
        accept="image/jpeg,image/png,image/webp"
        {...(isCamera && { capture: 'user' as const })}
        {...aria}
        onChange={(event) => {
          void onPick(event.target.files?.[0])
          // Choosing the same file again must fire `change`, too.
          event.target.value = ''
        }}
      />
    </label>
  )
}

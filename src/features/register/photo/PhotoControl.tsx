import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isSelectedFile,
  isUnfinished,
  unfinished,
  withoutUnfinished,
  type ControlProps,
} from '#features/forms'
import { trackWork } from '#lib/unsaved-work.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { BlobImage } from '#ui/BlobImage.tsx'
import { openPhoto, type OpenedPhoto } from './open-photo.ts'
import { minPhotoSize, mostPhotoPixels, type PhotoIssue } from './photo-rules.ts'
import styles from './PhotoControl.module.css'

const PhotoCrop = lazy(() => import('./PhotoCrop.tsx'))

/**
 * The ID photo: from the camera or from a file, cut to its measures, made anew on the phone. A picture that waits to be
 * cut lies in the form, which is not finished before.
 */
export function PhotoControl({
  id,
  value: given,
  onChange,
  labelId,
  aria,
  handedIn = null,
}: ControlProps & {
  /** The photo that the server has: it stands again when another one is taken back. */
  handedIn?: unknown
}) {
  const { t } = useTranslation('register')
  const { value, opened, fault, setFault, pick, close } = usePickedPhoto({ id, value: given, onChange })
  const described = [aria['aria-describedby'], fault && `${id}-fault`].filter(Boolean).join(' ')
  const input = { id, aria: { ...aria, 'aria-describedby': described || undefined }, onPick: pick }
  if (opened)
    return (
      // A problem leads to it, as to every control.
      <fieldset
        id={id}
        tabIndex={-1}
        className={styles.photo}
        aria-labelledby={labelId}
        aria-describedby={aria['aria-describedby']}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <PhotoCrop
            opened={opened}
            onCancel={() => close(value)}
            onFault={setFault}
            onDone={(file) => close({ file, name: file.name })}
          />
        </Suspense>
      </fieldset>
    )
  const hasPhoto = value !== null && value !== undefined
  return (
    <fieldset aria-labelledby={labelId} className={styles.photo}>
      {hasPhoto && <ChosenPhoto value={value} />}
      <p id={`${id}-fault`} role="alert" className={styles.fault}>
        {fault && describe(fault)}
      </p>
      <div className={styles.actions}>
        <PickButton {...input} icon="user" text={t(hasPhoto ? 'photo.again' : 'photo.camera')} isCamera />
        <PickButton {...input} id={`${id}-file`} icon="file" text={t('photo.file')} />
        {isSelectedFile(value) && (
          <Button onClick={() => onChange(handedIn)}>
            <Icon name="trash" size={20} />
            {t('photo.remove')}
          </Button>
        )}
      </div>
    </fieldset>
  )

  function describe(found: PhotoIssue): string {
    switch (found.kind) {
      case 'too_many_pixels':
        return t('photo.fault.tooManyPixels', {
          megapixels: found.megapixels,
          max: mostPhotoPixels / 1_000_000,
        })
      case 'too_small':
        return t('photo.fault.tooSmall', {
          size: `${found.width} × ${found.height}`,
          least: `${minPhotoSize.width} × ${minPhotoSize.height}`,
        })
      default:
        return t(`photo.fault.${found.kind}`)
    }
  }
}

/** The photo of the form, and the picture that is opened to be cut: one that lies in the form uncut is opened again. */
function usePickedPhoto({ id, value: given, onChange }: Pick<ControlProps, 'id' | 'value' | 'onChange'>) {
  const [opened, setOpened] = useState<OpenedPhoto>()
  const [fault, setFault] = useState<PhotoIssue>()
  const wasOpen = useRef(false)
  const value = withoutUnfinished(given)
  const begun = isUnfinished(given) ? given.$unfinished : undefined
  const uncut = isSelectedFile(begun) ? begun.file : undefined
  useEffect(() => (opened ? () => URL.revokeObjectURL(opened.url) : undefined), [opened])
  useEffect(() => {
    // Back to where the picture was chosen.
    if (wasOpen.current && !opened) document.getElementById(id)?.focus()
    wasOpen.current = opened !== undefined
  }, [opened, id])
  const open = async (file: Blob) => {
    const found = await trackWork(openPhoto(file))
    setFault('url' in found ? undefined : found)
    setOpened('url' in found ? found : undefined)
    return 'url' in found
  }
  const close = (next: unknown) => {
    setOpened(undefined)
    onChange(next)
  }
  const pick = async (file: File | undefined) => {
    if (file && (await open(file))) onChange(unfinished({ file, name: file.name }, value))
  }
  useEffect(() => {
    if (begun === undefined || opened) return
    // It was chosen before this page was drawn. What the device did not keep is to be chosen again.
    if (!uncut) onChange(value)
    else void open(uncut).then((isOpen) => isOpen || onChange(value))
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it is drawn
  }, [])
  return { value, opened, fault, setFault, pick, close }
}

/** The photo that was chosen; of one on the server, that it is there. */
function ChosenPhoto({ value }: { value: unknown }) {
  const { t } = useTranslation('register')
  return (
    <div className={styles.chosen}>
      {isSelectedFile(value) ? (
        <BlobImage file={value.file} alt={t('photo.yours')} className={styles.picture} />
      ) : (
        <span className={styles.kept}>
          <Icon name="check" size={20} />
          {t('photo.onServer')}
        </span>
      )}
    </div>
  )
}

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
        // What the server takes; a phone that keeps its photos as HEIC hands over a JPEG then.
        accept="image/jpeg,image/png,image/webp"
        {...(isCamera && { capture: 'user' as const })}
        {...aria}
        onChange={(event) => {
          void onPick(event.target.files?.[0])
          // The same file again must be told of, too.
          event.target.value = ''
        }}
      />
    </label>
  )
}

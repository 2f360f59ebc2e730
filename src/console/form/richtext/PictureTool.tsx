import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#contract/api.ts'
import { photoRules } from '#contract/file-kinds.ts'
import type { FileValue } from '#contract/row.ts'
import { ApiError, api, getFileUrl } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ToolButton } from './tools.tsx'
import styles from './RichTextControl.module.css'

/**
 * Inserts a picture: uploads it at once, because other users will see it, then asks for its alternative text. With a
 * picture selected it edits that text.
 */
export function PictureTool({
  editor,
  module,
  name,
}: {
  editor: Editor
  /** Name of the module that the picture is uploaded for. */
  module: string
  /** Key of the field that the picture is uploaded for. */
  name: string
}) {
  const { t } = useTranslation('console')
  const fileInput = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [isEditingAlt, setEditingAlt] = useState(false)
  const insertPicture = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    try {
      const picture = await trackWork(uploadPicture(file, { module, field: name }))
      if (!picture) return notify({ kind: 'warning', title: t('richtext.noPicture') })
      editor
        .chain()
        .focus()
        .insertContent({ type: 'image', attrs: { ...picture, alt: '' } })
        .run()
      const position = findPicture(editor, picture.src)
      if (position !== undefined) editor.commands.setNodeSelection(position)
      setEditingAlt(true)
    } catch (error) {
      const text = error instanceof ApiError ? error.msg : t('richtext.needsNetwork')
      notify({ kind: 'warning', title: t('richtext.notSent'), text })
    } finally {
      setUploading(false)
    }
  }
  return (
    <>
      <ToolButton
        icon="picture"
        label={t(isUploading ? 'richtext.sending' : 'richtext.picture')}
        disabled={isUploading}
        onClick={() => (editor.isActive('image') ? setEditingAlt(true) : fileInput.current?.click())}
      />
      <input
        ref={fileInput}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('richtext.picture')}
        onChange={(event) => {
          void insertPicture(event.target.files?.[0])
          // Choosing the same file again must fire a change event.
          event.target.value = ''
        }}
      />
      {isEditingAlt && <AltTextSheet editor={editor} onClose={() => setEditingAlt(false)} />}
    </>
  )
}

/** Edits the alternative text of a picture. Each letter changes the document at once, so that the draft contains it. */
function AltTextSheet({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('console')
  const [altText, setAltText] = useState(String(editor.getAttributes('image')['alt'] ?? ''))
  const [position] = useState(editor.state.selection.from)
  // Updating a node clears its selection.
  const updateAlt = (alt: string) =>
    editor
      .chain()
      .setNodeSelection(position)
      .updateAttributes('image', { alt })
      .setNodeSelection(position)
      .run()
  const apply = () => {
    updateAlt(altText.trim())
    editor.commands.focus()
    onClose()
  }
  return (
    <Sheet title={t('richtext.picture')} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.sheet}>
        <TextField
          label={t('richtext.alt')}
          help={t('richtext.altHelp')}
          value={altText}
          onChange={(text) => {
            setAltText(text)
            updateAlt(text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            apply()
          }}
        />
        <div className={styles.foot}>
          <Button
            onClick={() => {
              editor.chain().focus().deleteSelection().run()
              onClose()
            }}
          >
            {t('richtext.removePicture')}
          </Button>
          <Button variant="filled" onClick={apply}>
            {t('richtext.apply')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

/** Finds the position of the picture that was just inserted; the last one, should the text have it twice. */
function findPicture(editor: Editor, src: string): number | undefined {
  let position: number | undefined
  editor.state.doc.descendants((node, nodePosition) => {
    if (node.type.name === 'image' && node.attrs['src'] === src) position = nodePosition
  })
  return position
}

/** Maximum side in pixels: twice the widest text column, for sharp display. */
const maxSidePx = 2000
/** A file up to this size, in bytes, is uploaded unchanged when it is not scaled down. */
const maxUnscaledBytes = 600_000
/** Quality of the encoder, from 0 to 1. */
const encodingQuality = 0.85
/** Timeout of the upload in milliseconds. */
const limitMs = 60_000

/** A picture on the server as a text refers to it. */
interface UploadedPicture {
  src: string
  width: number
  height: number
}

/**
 * Uploads a picture for a text, scaled down to the size that a page shows.
 * @returns undefined when the file is no picture
 * @throws ApiError, NetworkError
 */
async function uploadPicture(
  file: File,
  { module, field }: { module: string; field: string },
): Promise<UploadedPicture | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap || bitmap.width * bitmap.height > photoRules.maxPixels) return undefined
  const { blob, width, height } = await scaleDown(file, bitmap)
  bitmap.close()
  const form = new FormData()
  form.append('module', module)
  form.append('field', field)
  // A picture that was encoded again gets the extension of its type: `image/webp` becomes `picture.webp`.
  form.append('file', blob, blob === file ? file.name : `picture.${blob.type.split('/')[1]}`)
  const { no } = (await api.post(paths.upload, form, { limitMs })) as FileValue
  return { src: new URL(getFileUrl(no), location.href).pathname, width, height }
}

/** Scales a large picture down. The bitmap already has the orientation of the file's metadata. */
async function scaleDown(
  file: File,
  bitmap: ImageBitmap,
): Promise<{ blob: Blob; width: number; height: number }> {
  const { width, height } = bitmap
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  if (scale === 1 && file.size <= maxUnscaledBytes) return { blob: file, width, height }
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // A PNG may be transparent, which JPEG cannot be.
  const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg'
  const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, encodingQuality))
  // A browser that cannot encode the type writes a PNG, which may be larger than the original.
  if (!encoded || encoded.type !== type) return { blob: file, width, height }
  return { blob: encoded, width: canvas.width, height: canvas.height }
}

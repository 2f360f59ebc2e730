import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ToolButton } from './ToolButton.tsx'
import { uploadPicture } from './upload-picture.ts'
import styles from './RichTextControl.module.css'

/**
 * Inserts a picture: uploads it at once, because other users will see it, then asks for its alternative text. With a
 * picture selected it edits that text.
 */
export function PictureTool({ editor, module, name }: { editor: Editor; module: string; name: string }) {
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

/** Finds the position of the picture that was just inserted. */
function findPicture(editor: Editor, src: string): number | undefined {
  let position: number | undefined
  editor.state.doc.descendants((node, nodePosition) => {
    if (node.type.name === 'image' && node.attrs['src'] === src) position = nodePosition
  })
  return position
}

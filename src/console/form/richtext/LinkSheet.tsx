import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toLinkUrl } from './extensions.ts'
import styles from './RichTextControl.module.css'

/** Edits the URL of the selected text. */
export function LinkSheet({
  editor,
  savedUrl,
  onType,
  onClose,
}: {
  editor: Editor
  /** The URL that was typed when the page was closed, from the draft. */
  savedUrl: string | undefined
  /** Called with each typed URL; with undefined once it is applied or discarded. */
  onType: (address: string | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const currentUrl = String(editor.getAttributes('link')['href'] ?? '')
  const [typedUrl, setTypedUrl] = useState(savedUrl ?? currentUrl)
  const [isInvalid, setInvalid] = useState(false)
  const close = () => {
    onType(undefined)
    onClose()
  }
  const apply = () => {
    const href = toLinkUrl(typedUrl)
    if (href === undefined) return setInvalid(true)
    // Called before the text changes, so that the text is not reported together with the unfinished link.
    onType(undefined)
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    onType(undefined)
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Sheet title={t('richtext.link')} closeLabel={t('close')} onClose={close}>
      {/* No form element: the sheet may be inside another form. */}
      <div className={styles.sheet}>
        <TextField
          label={t('richtext.address')}
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          value={typedUrl}
          error={isInvalid ? t('richtext.addressWrong') : undefined}
          onChange={(text) => {
            setTypedUrl(text)
            onType(text)
            setInvalid(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <div className={styles.foot}>
          {currentUrl !== '' && <Button onClick={remove}>{t('richtext.unlink')}</Button>}
          <Button variant="filled" onClick={apply}>
            {t('richtext.apply')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

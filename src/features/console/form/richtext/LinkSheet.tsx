import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toAddress } from './extensions.ts'
import styles from './RichTextControl.module.css'

/** Edits the URL of the selected text. */
export function LinkSheet({
  editor,
  typed: typedBefore,
  onTyped,
  onClose,
}: {
  editor: Editor
  /** The URL that was typed before the page was closed. */
  typed: string | undefined
  /** Called with each typed URL; with undefined once it is applied or discarded. */
  onTyped: (address: string | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const [typed, setTyped] = useState(typedBefore ?? before)
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    onTyped(undefined)
    onClose()
  }
  const apply = () => {
    const href = toAddress(typed)
    if (href === undefined) return setWrong(true)
    // Called before the text changes, so that the text is not reported together with the unfinished link.
    onTyped(undefined)
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    onTyped(undefined)
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
          value={typed}
          error={isWrong ? t('richtext.addressWrong') : undefined}
          onChange={(text) => {
            setTyped(text)
            onTyped(text)
            setWrong(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <div className={styles.foot}>
          {before !== '' && <Button onClick={remove}>{t('richtext.unlink')}</Button>}
          <Button look="filled" onClick={apply}>
            {t('richtext.apply')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toAddress } from './extensions.ts'
import styles from './RichTextControl.module.css'

/** Where the chosen words lead. */
export function LinkSheet({
  editor,
  typed: typedBefore,
  onTyped,
  onClose,
}: {
  editor: Editor
  /** What was typed before the page ended. */
  typed: string | undefined
  /** Told each address that is typed; undefined when it is in the text, or not wanted. */
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
    // Before the text changes: what is told of the text then is without it.
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
      {/* No form: the sheet may stand within one. */}
      <div className={styles.sheet}>
        <TextField
          label={t('richtext.address')}
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          value={typed}
          problem={isWrong ? t('richtext.addressWrong') : undefined}
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

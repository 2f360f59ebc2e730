import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toAddress } from './extensions.ts'
import styles from './RichTextControl.module.css'

/** Where the chosen words lead. */
export function LinkSheet({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('console')
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const [typed, setTyped] = useState(before)
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const href = toAddress(typed)
    if (href === undefined) return setWrong(true)
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Sheet title={t('richtext.link')} closeLabel={t('close')} onClose={onClose}>
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

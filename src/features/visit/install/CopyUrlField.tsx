import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#platform/copy-text.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import styles from './CopyUrlField.module.css'
import { getInstallUrl } from './install-url.ts'

/** The URL to open in another browser: copied by a button, or selected to copy by hand when that fails. */
export function CopyUrlField() {
  const { t } = useTranslation('install')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const url = getInstallUrl()
  const copy = () => {
    field.current?.select()
    // When copying fails, the text stays selected.
    void copyText(url).then((isCopied) =>
      notify(isCopied ? { kind: 'success', title: t('copied') } : { kind: 'info', title: t('copyByHand') }),
    )
  }
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {t('address')}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.field}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>{t('copy')}</Button>
    </div>
  )
}

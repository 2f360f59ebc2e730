import { useTranslation } from 'react-i18next'
import { copyText } from '#platform/copy-text.ts'
import { notify } from '#platform/notices.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './CopyableText.module.css'

/** A line of text with a copy button; renders nothing without text. */
export function CopyableText({
  label,
  text,
  clipboardText = text,
}: {
  label: string
  text: string
  /** Text for the clipboard when a form needs another format, such as digits only. */
  clipboardText?: string
}) {
  const { t } = useTranslation('side-meetings')
  if (text === '') return null
  const copy = async () => {
    const isCopied = await copyText(clipboardText)
    notify(
      isCopied
        ? { kind: 'success', title: t('copy.done', { label }) }
        : { kind: 'info', title: t('copy.byHand') },
    )
  }
  return (
    <div className={styles.line}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        <span className={styles.text}>{text}</span>
        <IconButton icon="copy" label={t('copy.label', { label })} onClick={() => void copy()} />
      </dd>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { copyText } from '#platform/copy-text.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('sign-in')
  const copy = async () => {
    const isCopied = await copyText(text)
    notify(
      isCopied
        ? { kind: 'success', title: t('copy.done') }
        : { kind: 'warning', title: t('copy.failed'), text: t('copy.failedText') },
    )
  }
  return <Button onClick={() => void copy()}>{label}</Button>
}

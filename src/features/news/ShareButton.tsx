import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

/** Hands the page's address to the device's own way of sharing; where there is none, to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('news')
  const share = async () => {
    const url = location.href
    if (typeof navigator.share === 'function') return navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    notify({ kind: 'success', title: t('copied') })
  }
  return (
    <Button
      onClick={() => {
        share().catch((error: unknown) => {
          // Putting the sheet away is no failure.
          if (error instanceof DOMException && error.name === 'AbortError') return
          notify({ kind: 'warning', title: t('notCopied'), text: location.href })
        })
      }}
    >
      <Icon name="share" size={20} />
      {t('share')}
    </Button>
  )
}

import { useTranslation } from 'react-i18next'
import { notify } from '#platform/notices.ts'
import { shareLink } from '#platform/share.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface ShareButtonProps {
  /** What is shared, in the reader's language. */
  title: string
  /** Its address; the page's own when left out. */
  url?: string
}

/** Shares a link with the device's share sheet or copies it, and shows the result. Shows the link when neither works. */
export function ShareButton({ title, url }: ShareButtonProps) {
  const { t } = useTranslation('common')
  const share = async () => {
    const address = url ?? location.href
    const outcome = await shareLink({ title, url: address })
    if (outcome === 'copied') notify({ kind: 'success', title: t('share.copied') })
    if (outcome === 'failed') notify({ kind: 'warning', title: t('share.failed'), text: address })
  }
  return (
    <Button onClick={() => void share()}>
      <Icon name="share" size={20} />
      {t('share.label')}
    </Button>
  )
}

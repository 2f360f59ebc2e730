import { useTranslation } from 'react-i18next'
import { notify } from '#platform/notices.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface ShareButtonProps {
  /** Title of the link, in the reader's language. */
  title: string
  /** Full URL of the link; the page's own when left out. */
  url?: string
}

/** Shares a link with the device's share sheet or copies it, and shows the result. Shows the link when neither works. */
export function ShareButton({ title, url }: ShareButtonProps) {
  const { t } = useTranslation('common')
  const share = async () => {
    const sharedUrl = url ?? location.href
    const result = await shareLink({ title, url: sharedUrl })
    if (result === 'copied') notify({ kind: 'success', title: t('share.copied') })
    if (result === 'failed') notify({ kind: 'warning', title: t('share.failed'), text: sharedUrl })
  }
  return (
    <Button onClick={() => void share()}>
      <Icon name="share" size={20} />
      {t('share.label')}
    </Button>
  )
}

/** A link to share, with its title. */
interface SharedLink {
  title: string
  url: string
}

/** How sharing ended; `putAway` if the user closed the share sheet. */
type ShareResult = 'shared' | 'copied' | 'putAway' | 'failed'

/** The APIs for sharing. Browsers in chat apps lack one or both. */
type ShareApis = Partial<Pick<Navigator, 'share' | 'clipboard'>>

/**
 * Shares a link with the device's share sheet. Where there is none, or it fails, copies the link.
 * Never throws: without both APIs (plain http, a browser in a chat app) it returns `failed`.
 */
export async function shareLink(link: SharedLink, apis: ShareApis = navigator): Promise<ShareResult> {
  if (typeof apis.share === 'function') {
    try {
      await apis.share(link)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'putAway'
    }
  }
  try {
    if (!apis.clipboard) return 'failed'
    await apis.clipboard.writeText(link.url)
    return 'copied'
  } catch {
    return 'failed'
  }
}

import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForumSetting } from '#contract/forum.ts'
import type { ProgrammeItem } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

const OpenInBrowserSheet = lazy(() => import('./OpenInBrowserSheet.tsx'))

interface CalendarButtonProps {
  items: readonly ProgrammeItem[]
  /** File name without its extension. */
  fileName: string
  forum: ForumSetting
  /** URL to open in another browser when this one blocks the file. */
  url: string
  /** When a single session was last changed, if known. */
  lastModified?: string | undefined
}

/** Adds sessions to the device's calendar by a file created on the device. The code for it loads at the first use. */
export function CalendarButton({ items, fileName, forum, url, lastModified }: CalendarButtonProps) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const [isBlocked, setIsBlocked] = useState(false)
  const save = async () => {
    const { downloadCalendar } = await import('./save-calendar.ts')
    const request = { items, fileName, forum, locale, cancelledLabel: t('cancelled'), lastModified }
    if (downloadCalendar(request) === 'blocked') setIsBlocked(true)
    else notify({ kind: 'success', title: t('calendar.saved'), text: t('calendar.savedText') })
  }
  return (
    <>
      <Button
        disabled={items.length === 0}
        onClick={() => {
          save().catch(() => notify({ kind: 'warning', title: t('calendar.failed') }))
        }}
      >
        <Icon name="calendar" size={20} />
        {t('calendar.add')}
      </Button>
      {isBlocked && (
        <Suspense>
          <OpenInBrowserSheet url={url} onClose={() => setIsBlocked(false)} />
        </Suspense>
      )}
    </>
  )
}

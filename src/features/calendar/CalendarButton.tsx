import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForumSetting } from '#contract/forum.ts'
import type { ProgrammeItem } from '#features/sessions'
import { useLocale } from '#lib/locale.ts'
import { notify } from '#lib/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

const OutsideSheet = lazy(() => import('./OpenInBrowserSheet.tsx'))

interface CalendarButtonProps {
  items: readonly ProgrammeItem[]
  /** Of the file, without its ending. */
  fileName: string
  forum: ForumSetting
  /** Where the same can be done in another browser. */
  address: string
  /** When the one session was last written, where that is known. */
  lastModified?: string | undefined
}

/** Puts sessions into the device's calendar, by a file made on the device. What makes it is fetched at the first use. */
export function CalendarButton({ items, fileName, forum, address, lastModified }: CalendarButtonProps) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const [blocked, setBlocked] = useState(false)
  const save = async () => {
    const { downloadCalendar } = await import('./save-calendar.ts')
    const wish = { items, fileName, forum, locale, cancelledWord: t('cancelled'), lastModified }
    if (downloadCalendar(wish) === 'blocked') setBlocked(true)
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
      {blocked && (
        <Suspense>
          <OutsideSheet address={address} onClose={() => setBlocked(false)} />
        </Suspense>
      )}
    </>
  )
}

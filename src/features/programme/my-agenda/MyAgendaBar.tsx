import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarButton } from '#features/programme/calendar'
import { useFavourites } from '#features/programme/favourites'
import type { Programme } from '#features/programme/sessions'
import { useForum } from '#platform/forum.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { getTransferUrl } from './transfer-url.ts'
import styles from './MyAgendaBar.module.css'
import { PrintedAgenda } from './PrintedAgenda.tsx'
import { PriorityNotice } from './PriorityNotice.tsx'

const TransferSheet = lazy(() => import('./TransferSheet.tsx'))

/** Actions on the user's agenda: calendar file, transfer to another device, print; and the priority notice. */
export default function MyAgendaBar({ programme }: { programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const forum = useForum()
  const favourites = useFavourites()
  const [isTransferOpen, setTransferOpen] = useState(false)
  const items = useMemo(
    () => programme.items.filter((item) => favourites.has(item.id)),
    [programme, favourites],
  )
  const transferUrl = useMemo(() => getTransferUrl(items.map((item) => item.id)), [items])
  return (
    <>
      <div className={styles.bar} data-print="off">
        <CalendarButton items={items} fileName={t('calendar.mine')} forum={forum} url={transferUrl} />
        <Button disabled={items.length === 0} onClick={() => setTransferOpen(true)}>
          <Icon name="share" size={20} />
          {t('carry.open')}
        </Button>
        <Button className={styles.print ?? ''} disabled={items.length === 0} onClick={() => print()}>
          <Icon name="file" size={20} />
          {t('print.mine')}
        </Button>
      </div>
      <PriorityNotice items={items} />
      <PrintedAgenda items={items} programme={programme} forum={forum} />
      {isTransferOpen && (
        <Suspense>
          <TransferSheet url={transferUrl} count={items.length} onClose={() => setTransferOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

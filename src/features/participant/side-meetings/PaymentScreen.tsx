import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApprovedOnly } from '#features/participant/participant-forms'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { Payment } from './Payment.tsx'
import type { PaymentSearch } from './payment-search.ts'
import type { MeetingRow } from './queries.ts'

/** Payment details of a meeting with an assigned room. */
export function PaymentScreen({ search }: { search: PaymentSearch }) {
  const { t } = useTranslation('side-meetings')
  useDocumentTitle(t('payment.title'))
  return (
    <Screen>
      <PageHeader
        title={t('payment.title')}
        lead={<Link to="/user/side-meetings">{t('payment.back')}</Link>}
      />
      <ApprovedOnly module="side_meetings">
        {(rows) => {
          const row = findPayable(rows ?? [], search.id)
          return row ? <Payment meeting={row} /> : <NothingToPay isKnown={rows !== undefined} />
        }}
      </ApprovedOnly>
    </Screen>
  )
}

/** Finds the requested meeting, or the first that is to be paid or was paid. */
function findPayable(rows: readonly MeetingRow[], id: string | undefined): MeetingRow | undefined {
  const listByStatus = (...states: string[]) => rows.filter(({ status }) => states.includes(status))
  if (id !== undefined) return listByStatus('assigned', 'paid').find((row) => row.id === id)
  return listByStatus('assigned')[0] ?? listByStatus('paid')[0]
}

function NothingToPay({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('side-meetings')
  return (
    <EmptyState
      title={t(isKnown ? 'payment.none.title' : 'unknown.title')}
      text={t('payment.none.text')}
      action={
        <Link to="/user/side-meetings" className={buttonClass('filled')}>
          {t('payment.back')}
        </Link>
      }
    />
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConflictDetails } from '#features/participant/outbox'
import { MyCenter } from '#platform/routing.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import { buttonClass } from '#ui/Button.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import type { RegistrationKind } from './kinds.ts'

/**
 * Page for a conflict: organisers have changed the registration while changes by the user were unsent. The user chooses
 * which version stays.
 */
export default function ConflictPage({
  kind,
  entry,
  dropDraft,
}: {
  kind: RegistrationKind
  /** The entry with the conflict. */
  entry: OutboxEntry
  dropDraft: () => Promise<void>
}) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  useDocumentTitle(t('conflict.title'))
  const continueAfterChoice = async (isMine: boolean) => {
    if (isMine) return navigate({ to: '/register/success', search: { kind: kind.name } })
    // Otherwise the form would show the values again that the user has just given up.
    await dropDraft()
    return navigate({ to: MyCenter })
  }
  return (
    <Screen>
      <PageHeader title={t('conflict.title')} lead={t('conflict.lead')} />
      {entry.conflict && (
        <ConflictDetails
          entry={entry}
          conflict={entry.conflict}
          onChosen={(isMine) => void continueAfterChoice(isMine)}
        />
      )}
      <Link to="/user/outbox" className={buttonClass('quiet')}>
        {t('conflict.outbox')}
      </Link>
    </Screen>
  )
}

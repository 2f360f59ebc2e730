import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import { authStore, useCurrentUser } from '#platform/auth.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { AskBeforeSignIn } from './AskBeforeSignIn.tsx'
import { AskQuestion } from './AskQuestion.tsx'

/** Page to ask the organisers, with the user's questions. */
export function AskScreen() {
  const { t } = useTranslation('ask')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Asking />
    </Screen>
  )
}

function Asking() {
  const { t } = useTranslation('ask')
  const user = useCurrentUser()
  if (user.id === undefined)
    return authStore.getToken() === undefined ? <AskBeforeSignIn /> : <SkeletonLines lines={4} />
  if (user.role === 'organiser') return <EmptyState title={t('organiser.title')} text={t('organiser.text')} />
  return <AskQuestion key={user.id} />
}

import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { favourites, useIsFavourite } from '#features/programme/favourites'
import { useDocumentTitle } from '#platform/document-title.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** Shown for a session that does not exist or was withdrawn; its star can be removed. */
export function SessionNotFound({ id }: { id: string }) {
  const { t } = useTranslation('session-detail')
  const isStarred = useIsFavourite(id)
  useDocumentTitle(t('missing_title'))
  return (
    <EmptyState
      level={1}
      title={t('missing_title')}
      text={t(isStarred ? 'missing_starred' : 'not_found')}
      action={
        isStarred ? (
          <Button variant="filled" onClick={() => void favourites.remove([id])}>
            {t('remove_star')}
          </Button>
        ) : (
          <Link to="/agenda" className={buttonClass('filled')}>
            {t('to_agenda')}
          </Link>
        )
      }
    />
  )
}

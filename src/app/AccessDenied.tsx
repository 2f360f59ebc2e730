import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Home } from '#platform/route-paths.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** Shown instead of a page that the user may not see. */
export function AccessDenied() {
  const { t } = useTranslation()
  useDocumentTitle(t('noAccess.title'))
  return (
    <EmptyState
      level={1}
      title={t('noAccess.title')}
      text={t('noAccess.text')}
      action={
        <Link to={Home} className={buttonClass('filled')}>
          {t('notFound.home')}
        </Link>
      }
    />
  )
}

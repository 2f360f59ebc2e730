import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Home } from '#platform/route-paths.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** Shown at URLs without a route. */
export function NotFound() {
  const { t } = useTranslation()
  useDocumentTitle(t('notFound.title'))
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Link to={Home} className={buttonClass('filled')}>
          {t('notFound.home')}
        </Link>
      }
    />
  )
}

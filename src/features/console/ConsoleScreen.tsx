import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Home } from '#lib/addresses.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** The organisers' console has its address; its screens come with their own issue. */
export function ConsoleScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('console.title'))
  return (
    <main id="content">
      <EmptyState
        level={1}
        title={t('console.title')}
        text={t('console.text')}
        action={
          <Link to={Home} className={buttonClass('quiet')}>
            {t('notFound.home')}
          </Link>
        }
      />
    </main>
  )
}

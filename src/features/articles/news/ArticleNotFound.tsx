import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** Shown when no article has the number, or when it was withdrawn after this device had shown it. */
export function ArticleNotFound({ wasCached }: { wasCached: boolean }) {
  const { t } = useTranslation('news')
  const reason = wasCached ? 'withdrawn' : 'missing'
  useDocumentTitle(t(`${reason}.title`))
  return (
    <EmptyState
      level={1}
      title={t(`${reason}.title`)}
      text={t(`${reason}.text`)}
      action={
        <Link to="/news" className={buttonClass('filled')}>
          {t('allNews')}
        </Link>
      }
    />
  )
}

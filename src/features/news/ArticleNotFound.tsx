import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** In place of an article that nothing has the number of, or that was withdrawn since it was read here. */
export function ArticleNotFound({ wasHere }: { wasHere: boolean }) {
  const { t } = useTranslation('news')
  const why = wasHere ? 'withdrawn' : 'missing'
  useDocumentTitle(t(`${why}.title`))
  return (
    <EmptyState
      level={1}
      title={t(`${why}.title`)}
      text={t(`${why}.text`)}
      action={
        <Link to="/news" className={buttonClass('filled')}>
          {t('allNews')}
        </Link>
      }
    />
  )
}

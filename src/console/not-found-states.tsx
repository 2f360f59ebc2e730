import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/LoadState.tsx'

/** Shows that a page does not exist, and sets the document title. */
export function NotFoundState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  useDocumentTitle(title)
  return <EmptyState level={1} title={title} text={text} action={action} />
}

/** Shown when the URL has an invalid list state. */
export function InvalidAddress({ module }: { module: string }) {
  const { t } = useTranslation('console')
  return (
    <NotFoundState
      title={t('brokenAddress')}
      text={t('brokenAddressText')}
      action={
        <Link to="/console/$module" params={{ module }} search={{}} className={buttonClass('quiet')}>
          {t('list.showAll')}
        </Link>
      }
    />
  )
}

/**
 * Shown when a record, or the metadata of a module, does not exist or the user may not see it any more.
 * @param props.text the server's message; empty when it sent none
 * @param props.level level of the heading
 */
export function RecordNotFound({ text, level = 1 }: { text: string; level?: 1 | 2 }) {
  const { t } = useTranslation('console')
  return <EmptyState level={level} title={t('gone')} text={text || t('networkAccess')} />
}

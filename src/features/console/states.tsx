import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** The address asks for something that no list understands. */
export function BrokenAddress({ module }: { module: string }) {
  const { t } = useTranslation('console')
  return (
    <EmptyState
      level={1}
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

/** What the address names is not there, or not for this person any more. */
export function Gone({ text }: { text: string }) {
  const { t } = useTranslation('console')
  return <EmptyState level={1} title={t('gone')} text={text || t('networkAccess')} />
}

import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/** Nothing waits any more, or what waits was skipped. */
export function QueueEmptyState({ open, onAgain }: { open: number; onAgain?: () => void }) {
  const { t } = useTranslation('console')
  if (open > 0 && onAgain)
    return (
      <EmptyState
        title={t('desk.skipped', { count: open })}
        text={t('desk.skippedText')}
        action={
          <Button look="filled" onClick={onAgain}>
            {t('desk.again')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={t('desk.done')}
      text={t('desk.doneText')}
      action={
        <Link to="/console" className={buttonClass('filled')}>
          {t('desk.toToday')}
        </Link>
      }
    />
  )
}

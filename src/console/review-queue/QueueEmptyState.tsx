import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/LoadState.tsx'

/** Shown when no row is pending, or only skipped ones. */
export function QueueEmptyState({
  openCount,
  onReviewSkipped,
}: {
  openCount: number
  onReviewSkipped?: () => void
}) {
  const { t } = useTranslation('console')
  if (openCount > 0 && onReviewSkipped)
    return (
      <EmptyState
        title={t('desk.skipped', { count: openCount })}
        text={t('desk.skippedText')}
        action={
          <Button variant="filled" onClick={onReviewSkipped}>
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

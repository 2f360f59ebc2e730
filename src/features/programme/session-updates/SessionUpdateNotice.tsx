import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { formatTimeInTimeZone, formatDateInTimeZone } from '#contract/time.ts'
import {
  type Programme,
  formatDayLabel,
  type ProgrammeItem,
  formatRoomNames,
  formatTimeRange,
} from '#features/programme/sessions'
import { Button } from '#ui/Button.tsx'
import { useLocale } from '#platform/locale.ts'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import styles from './SessionUpdateNotice.module.css'
import { useSessionUpdates } from './session-updates.ts'
import changeLinesStyles from './ChangeLines.module.css'
import type { SeenChange } from './session-updates.ts'

/** On the page of a starred session: what has changed since it was last seen, until the user dismisses it. */
export function SessionUpdateNotice({ id, programme }: { id: string; programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const { updates, markRead } = useSessionUpdates(programme)
  const update = updates.find((each) => each.id === id)
  if (!update?.item) return null
  return (
    <section className={styles.notice} aria-label={t('changes.ofSession')} data-print="off">
      <p className={styles.title}>{t('changes.ofSession')}</p>
      <ChangeLines item={update.item} changes={update.changes} timeZone={programme.timeZone} />
      <Button onClick={() => markRead([update])}>{t('changes.read')}</Button>
    </section>
  )
}

interface ChangeLinesProps {
  item: ProgrammeItem
  changes: readonly SeenChange[]
  timeZone: string
}

/** Lists the changes of a session with the old and the new value. A cancellation or its reversal has no values. */
export function ChangeLines({ item, changes, timeZone }: ChangeLinesProps) {
  const { t } = useTranslation('my-agenda')
  const formatChange = useChangeFormatter(item, timeZone)
  return (
    <ul className={changeLinesStyles.lines}>
      {changes.map((change) => {
        const { before, after } = formatChange(change)
        return (
          <li key={change.kind} className={changeLinesStyles.line}>
            <strong data-kind={change.kind}>{t(`changes.${change.kind}`)}</strong>
            {after && (
              <span className={changeLinesStyles.values}>
                <del>
                  <VisuallyHidden>{t('changes.before')} </VisuallyHidden>
                  {before}
                </del>{' '}
                <ins>
                  <VisuallyHidden>{t('changes.now')} </VisuallyHidden>
                  {after}
                </ins>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns a function that formats the old and the new value of a change; both are empty when it has none. */
function useChangeFormatter(item: ProgrammeItem, timeZone: string) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  return (change: SeenChange): { before: string; after: string } => {
    if (change.kind === 'room') {
      const noRoomLabel = t('changes.noRoom')
      return {
        before: selectLocalizedText(change.name, locale).text || noRoomLabel,
        after: formatRoomNames(item, locale) || noRoomLabel,
      }
    }
    if (change.kind === 'title')
      return {
        before: selectLocalizedText(change.title, locale).text,
        after: selectLocalizedText(item.row.title, locale).text,
      }
    if (change.kind !== 'time') return { before: '', after: '' }
    const dayBefore = formatDateInTimeZone(change.startMs, timeZone)
    /** Adds the day to a range of times, only when the session moved to another day. */
    const formatWithDay = (day: string, timeRange: string) =>
      dayBefore === item.day ? timeRange : `${formatDayLabel(day, locale, 'short')} ${timeRange}`
    return {
      before: formatWithDay(
        dayBefore,
        `${formatTimeInTimeZone(change.startMs, timeZone)}–${formatTimeInTimeZone(change.endMs, timeZone)}`,
      ),
      after: formatWithDay(item.day, formatTimeRange(item, timeZone)),
    }
  }
}

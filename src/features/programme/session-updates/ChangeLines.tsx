import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { formatTimeInTimeZone, formatDateInTimeZone } from '#contract/time.ts'
import {
  formatDayLabel,
  type ProgrammeItem,
  formatRoomNames,
  formatTimeRange,
} from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import styles from './ChangeLines.module.css'
import type { SeenChange } from './find-session-updates.ts'

interface ChangeLinesProps {
  item: ProgrammeItem
  changes: readonly SeenChange[]
  timeZone: string
}

/** Lists the changes of a session with the old and the new value. */
export function ChangeLines({ item, changes, timeZone }: ChangeLinesProps) {
  const { t } = useTranslation('my-agenda')
  const formatChange = useChangeFormatter(item, timeZone)
  return (
    <ul className={styles.lines}>
      {changes.map((change) => {
        const { before, after } = formatChange(change)
        return (
          <li key={change.kind} className={styles.line}>
            <strong data-kind={change.kind}>{t(`changes.${change.kind}`)}</strong>
            {after && (
              <span className={styles.values}>
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
    const formatNamed = (day: string, range: string) =>
      dayBefore === item.day ? range : `${formatDayLabel(day, locale, 'short')} ${range}`
    return {
      before: formatNamed(
        dayBefore,
        `${formatTimeInTimeZone(change.startMs, timeZone)}–${formatTimeInTimeZone(change.endMs, timeZone)}`,
      ),
      after: formatNamed(item.day, formatTimeRange(item, timeZone)),
    }
  }
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { joinNames } from '#contract/locale.ts'
import type { RetentionEntry, RetentionPreview } from '#contract/retention.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { retentionQuery } from './panel-calls.ts'
import styles from './RetentionPanel.module.css'

/** Shows the rows that retention rules will erase and when: totals first, then the rules. The panel is read-only. */
export default function RetentionPanel() {
  const preview = useQuery(retentionQuery())
  return (
    <div className={styles.body}>
      {preview.data ? (
        <Preview preview={preview.data} />
      ) : (
        <LoadState failed={preview.isError} retry={() => void preview.refetch()} rows={5} />
      )}
    </div>
  )
}

/** Shows totals and rules. An `index` is a position in `preview.at`, whose first instant is now. */
function Preview({ preview }: { preview: RetentionPreview }) {
  const { t } = useTranslation('console')
  const time = useForumTime()
  const { totals, activeRules, idleRules } = summarizeRetention(preview)
  const formatDate = (index: number) =>
    index === 0 ? t('retention.now') : time.date(preview.at[index] ?? preview.at[0] ?? '')
  return (
    <>
      <dl className={styles.totals}>
        {totals.map((rowCount, index) => (
          <div key={preview.at[index]} className={styles.total}>
            <dt>{index === 0 ? formatDate(0) : t('retention.until', { day: formatDate(index) })}</dt>
            <dd>{rowCount}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.lead}>
        {preview.forumEnd === null
          ? t('retention.noEnd')
          : t('retention.lead', { end: time.date(preview.forumEnd) })}
      </p>
      <Delays preview={preview} />
      <ul className={styles.rules} aria-label={t('retention.rules')}>
        {activeRules.map((rule) => (
          <RuleRow key={rule.rule} rule={rule} formatDate={formatDate} />
        ))}
      </ul>
      {idleRules.length > 0 && (
        <details className={styles.idle}>
          <summary>{t('retention.idle', { count: idleRules.length })}</summary>
          <ul className={styles.rules}>
            {idleRules.map((rule) => (
              <RuleRow key={rule.rule} rule={rule} formatDate={formatDate} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/**
 * Shows why due rows are not erased yet: the server's clock is not trusted, no backup is recent enough, or the newest
 * backup lacks rows that are due.
 */
function Delays({ preview: { clock, backupDays, backupAt, rules } }: { preview: RetentionPreview }) {
  const { t } = useTranslation('console')
  const time = useForumTime()
  const waitingCount = rules.reduce((sum, { waitingRows }) => sum + waitingRows, 0)
  return (
    <>
      {clock !== null && <p className={styles.delay}>{t(`retention.clock.${clock}`)}</p>}
      {backupDays !== null && backupAt === null && (
        <p className={styles.delay}>{t('retention.noBackup', { count: backupDays })}</p>
      )}
      {backupAt !== null && waitingCount > 0 && (
        <p className={styles.delay}>
          {t('retention.oldBackup', { count: waitingCount, at: time.dateTime(backupAt) })}
        </p>
      )}
    </>
  )
}

/**
 * Shows one rule: its number of rows at the last instant, its label, when it first erases rows, and the retention
 * period.
 */
function RuleRow({ rule, formatDate }: { rule: RetentionEntry; formatDate: (index: number) => string }) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const { rows, waitingRows, label, module, fields, hours, isOfForum } = rule
  const firstIndex = findFirstIndex(rule)
  const period =
    hours === 0
      ? t('retention.atOnce')
      : hours % 24 === 0
        ? t('retention.days', { count: hours / 24 })
        : t('retention.hours', { count: hours })
  return (
    <li className={styles.rule}>
      <span className={styles.count}>{rows.at(-1) ?? 0}</span>
      <span className={styles.text}>
        <b>{label[locale]}</b>
        {module && module[locale] !== label[locale] && (
          <span className={styles.module}>{module[locale]}</span>
        )}
        {firstIndex >= 0 && (
          <span className={styles.when}>
            {firstIndex === 0
              ? t('retention.firstNow', { count: rows[0] ?? 0 })
              : t('retention.firstUntil', { count: rows[firstIndex] ?? 0, day: formatDate(firstIndex) })}
          </span>
        )}
        {waitingRows > 0 && (
          <span className={styles.when}>{t('retention.waiting', { count: waitingRows })}</span>
        )}
        <span className={styles.period}>{isOfForum ? t('retention.ofForum', { span: period }) : period}</span>
        {fields.length > 0 && (
          <span className={styles.period}>
            {t('retention.fields', {
              fields: joinNames(
                fields.map((field) => field[locale]),
                locale,
              ),
            })}
          </span>
        )}
      </span>
    </li>
  )
}

/** Summary of what retention will erase. */
export interface RetentionView {
  /** Number of rows that are erased by each instant. */
  totals: readonly number[]
  /** Rules that erase rows, the earliest and largest first. */
  activeRules: readonly RetentionEntry[]
  /** Rules that erase nothing by the last instant. */
  idleRules: readonly RetentionEntry[]
}

/** Finds the index of the first instant by which rows are erased; -1 when there is none. */
export function findFirstIndex({ rows }: Pick<RetentionEntry, 'rows'>): number {
  return rows.findIndex((count) => count > 0)
}

/** Adds up the rows and sorts the rules. */
export function summarizeRetention({ at, rules }: RetentionPreview): RetentionView {
  const activeRules = rules
    .filter((rule) => findFirstIndex(rule) >= 0)
    .toSorted((a, b) => findFirstIndex(a) - findFirstIndex(b) || (b.rows.at(-1) ?? 0) - (a.rows.at(-1) ?? 0))
  return {
    totals: at.map((_, index) => rules.reduce((sum, { rows }) => sum + (rows[index] ?? 0), 0)),
    activeRules,
    idleRules: rules.filter((rule) => findFirstIndex(rule) < 0),
  }
}

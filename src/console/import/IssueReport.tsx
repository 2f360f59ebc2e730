import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportIssue, ImportIssueGroup, ImportReport } from '#contract/transfer.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { IssueList } from './IssueList.tsx'
import layout from './layout.module.css'

/** Shows the issues of a file, filtered by kind and column, with their positions. */
export function IssueReport({ report }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const { faults, faultCount, faultGroups, columns } = report
  const [chosenGroupKey, setChosenGroupKey] = useState<string>()
  const group = faultGroups.find((one) => getIssueGroupKey(one) === chosenGroupKey)
  const visibleIssues = group ? faults.filter((issue) => isInIssueGroup(issue, group)) : faults
  const formatColumn = (letters: string | null) => {
    const header = columns.find((column) => column.letters === letters)?.header.trim()
    return header || (letters === null ? t('faults.row') : t('faults.column', { letters }))
  }
  const formatGroup = (one: ImportIssueGroup) =>
    `${t('faults.where', { column: formatColumn(one.column), text: one.text })} (${one.count})`
  const count = group?.count ?? faultCount
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('faults.title')}</h2>
      <p className={layout.hint}>{t('faults.help')}</p>
      {faultGroups.length > 1 && (
        <ChoiceChips
          label={t('faults.groups')}
          choices={[
            { value: undefined, label: t('faults.all', { count: faultCount }) },
            ...faultGroups.map((one) => ({ value: getIssueGroupKey(one), label: formatGroup(one) })),
          ]}
          chosen={chosenGroupKey}
          onChoose={setChosenGroupKey}
        />
      )}
      {visibleIssues.length < count && (
        <p className={layout.hint}>{t('faults.first', { shown: visibleIssues.length, count })}</p>
      )}
      <IssueList
        key={chosenGroupKey ?? ''}
        issues={visibleIssues}
        total={visibleIssues.length}
        formatColumn={formatColumn}
      />
    </section>
  )
}

/** Returns a key that identifies a group of issues. */
const getIssueGroupKey = ({ key, column, field }: ImportIssueGroup): string => `${key} ${column} ${field}`

/** Whether an issue belongs to a group. */
const isInIssueGroup = ({ key, column, path }: ImportIssue, group: ImportIssueGroup): boolean =>
  key === group.key && column === group.column && path.split('.')[0] === group.field

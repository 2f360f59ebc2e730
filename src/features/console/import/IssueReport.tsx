import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportIssueGroup, ImportReport } from '#contract/transfer.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { IssueList } from './IssueList.tsx'
import { getIssueGroupKey, isInIssueGroup } from './issue-groups.ts'
import layout from './layout.module.css'

/** All faults of a file by kind and column, and each with its place. */
export function IssueReport({ report }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const { faults, faultCount, faultGroups, columns } = report
  const [chosen, setChosen] = useState<string>()
  const group = faultGroups.find((one) => getIssueGroupKey(one) === chosen)
  const shown = group ? faults.filter((fault) => isInIssueGroup(fault, group)) : faults
  const nameOf = (letters: string | null) => {
    const header = columns.find((column) => column.letters === letters)?.header.trim()
    return header || (letters === null ? t('faults.row') : t('faults.column', { letters }))
  }
  const wordsOf = (one: ImportIssueGroup) =>
    `${t('faults.where', { column: nameOf(one.column), text: one.text })} (${one.count})`
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
            ...faultGroups.map((one) => ({ value: getIssueGroupKey(one), label: wordsOf(one) })),
          ]}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {shown.length < count && (
        <p className={layout.hint}>{t('faults.first', { shown: shown.length, count })}</p>
      )}
      <IssueList key={chosen ?? ''} faults={shown} total={shown.length} nameOf={nameOf} />
    </section>
  )
}

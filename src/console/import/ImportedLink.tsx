import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { writeListState } from '../data/list-state.ts'

/** A field that every row has. */
const updatedAtField = 'updated_at'

/** Links to the list of the rows that an import wrote and that have not changed since. */
export function ImportedLink({
  metadata,
  report,
  variant = 'quiet',
}: {
  metadata: ModuleMetadata
  report: ImportReport
  variant?: 'filled' | 'quiet'
}) {
  const { t } = useTranslation('console-import')
  const { writtenAt, counts } = report
  const canFilter = metadata.fields[updatedAtField]?.operators.includes('eq') === true
  if (!writtenAt || !canFilter || counts.created + counts.updated === 0) return null
  const filters = [{ param: updatedAtField, op: 'eq' as const, value: writtenAt }]
  return (
    <Link
      to="/console/$module"
      params={{ module: metadata.name }}
      search={writeListState({ searchText: '', filters, sorters: {} })}
      className={buttonClass(variant)}
    >
      {t('act.show')}
    </Link>
  )
}

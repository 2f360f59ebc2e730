import type { ImportState } from './import-state.ts'

/** True when what was checked is not what would be imported: other settings hold by now. */
export const isCheckOutdated = ({
  settings,
  checkedWith,
}: Pick<ImportState, 'settings' | 'checkedWith'>): boolean =>
  JSON.stringify(settings) !== JSON.stringify(checkedWith)

/** Whether a file that was read can be imported, and if not, why. */
export function getImportStatus(state: ImportState): 'headers' | 'stale' | 'bad' | 'nothing' | 'good' {
  const { report } = state
  if (!report) return 'headers'
  if (isCheckOutdated(state)) return 'stale'
  if (report.counts.bad > 0) return 'bad'
  return report.counts.created + report.counts.updated === 0 ? 'nothing' : 'good'
}

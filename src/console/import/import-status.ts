import type { ImportState } from './import-state.ts'

/** Whether the settings have changed since the check. */
export const isCheckOutdated = ({
  settings,
  checkedWith,
}: Pick<ImportState, 'settings' | 'checkedWith'>): boolean =>
  JSON.stringify(settings) !== JSON.stringify(checkedWith)

/** Returns whether a checked file can be imported, and otherwise why not. */
export function getImportStatus(state: ImportState): 'headers' | 'stale' | 'bad' | 'nothing' | 'good' {
  const { report } = state
  if (!report) return 'headers'
  if (isCheckOutdated(state)) return 'stale'
  if (report.counts.bad > 0) return 'bad'
  return report.counts.created + report.counts.updated === 0 ? 'nothing' : 'good'
}

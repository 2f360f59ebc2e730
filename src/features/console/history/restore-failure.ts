import type { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api.ts'

/** Describes why a row was not brought back: by its fields where the server names them, which says more. */
export function describeRestoreFailure(
  error: Error,
  t: ReturnType<typeof useTranslation<'console'>>['t'],
): string {
  if (!(error instanceof ApiError)) return t('networkAccess')
  if (error.key === 'row.stale') return t('undo.changed')
  const told = error.fields.map(({ text }) => text).filter((text) => text !== undefined)
  return told.length > 0 ? told.join(' ') : error.msg
}

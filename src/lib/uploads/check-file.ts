import { findFileKind, type FileRules } from '#contract/file-kinds.ts'

/** Why a file is refused before any of it is sent. */
export type FileRejection = 'type' | 'tooLarge' | 'empty'

/** What can be said of a chosen file without reading it; the server looks into it. */
export function checkFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { kinds, maxBytes }: FileRules,
): FileRejection | undefined {
  const kind = findFileKind(name)
  if (kind === undefined || !kinds.includes(kind)) return 'type'
  if (size === 0) return 'empty'
  return size > maxBytes ? 'tooLarge' : undefined
}

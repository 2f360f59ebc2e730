import { findFileKind, type FileRules } from '#contract/file-kinds.ts'

/** Why a file is rejected before it is uploaded. */
export type FileRejection = 'type' | 'tooLarge' | 'empty'

/** Checks a chosen file by name and size. The server checks its content. */
export function checkFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { kinds, maxBytes }: FileRules,
): FileRejection | undefined {
  const kind = findFileKind(name)
  if (kind === undefined || !kinds.includes(kind)) return 'type'
  if (size === 0) return 'empty'
  return size > maxBytes ? 'tooLarge' : undefined
}

import { findFileKind, type FileRules, fileKinds } from '#contract/file-kinds.ts'

/** Why a file is rejected before it is uploaded. */
export type FileRejection = 'type' | 'tooLarge' | 'empty'

/**
 * Checks a chosen file by name and size. Returns undefined for a file that may be uploaded: the server checks its
 * content.
 */
export function checkFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { kinds, maxBytes }: FileRules,
): FileRejection | undefined {
  const kind = findFileKind(name)
  if (kind === undefined || !kinds.includes(kind)) return 'type'
  if (size === 0) return 'empty'
  return size > maxBytes ? 'tooLarge' : undefined
}

/** Formats the accepted kinds: `PDF, DOCX`. */
export const formatKinds = ({ kinds }: FileRules): string =>
  kinds.map((kind) => kind.toUpperCase()).join(', ')

const megabyte = 1024 * 1024

/** Returns the size limit in megabytes of 1024 kB, in which the server's limits are round numbers. */
export const toMegabytes = ({ maxBytes }: FileRules): number => Math.floor(maxBytes / megabyte)

/**
 * Returns the attribute `accept` of a file input: extensions, and media types for file pickers that ignore extensions.
 */
export const toAcceptAttribute = ({ kinds }: FileRules): string =>
  kinds
    .flatMap((kind) => [
      ...fileKinds[kind].extensions.map((extension) => `.${extension}`),
      fileKinds[kind].mediaType,
    ])
    .join(',')

import { findFileKind, type FileRules, fileKinds } from '#contract/file-kinds.ts'

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

/** `PDF, DOCX` */
export const formatKinds = ({ kinds }: FileRules): string =>
  kinds.map((kind) => kind.toUpperCase()).join(', ')

const megabyte = 1024 * 1024

/** Size limit in megabytes, as the server counts them. */
export const toMegabytes = ({ maxBytes }: FileRules): number => Math.floor(maxBytes / megabyte)

/** Value of `accept`: extensions, and media types for file pickers that ignore extensions. */
export const toAcceptAttribute = ({ kinds }: FileRules): string =>
  kinds
    .flatMap((kind) => [
      ...fileKinds[kind].extensions.map((extension) => `.${extension}`),
      fileKinds[kind].mediaType,
    ])
    .join(',')

import { fileKinds, type FileRules } from '#contract/file-kinds.ts'

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

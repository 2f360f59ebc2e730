import { fileKinds, presentationRules, resumeRules, type FileRules } from '#contract/file-kinds.ts'
import type { OwnRow } from '#features/after-approval'

/** The three places, in the order in which they are shown (checklist 188 to 190). */
export const slots = ['chinese_resume', 'english_resume', 'presentation'] as const

export type Slot = (typeof slots)[number]

/** A person's one row. */
export type MaterialsRow = OwnRow<'speech_materials'>

export const moduleName = 'speech_materials'

/** What each place takes. */
export const slotRules: Readonly<Record<Slot, FileRules>> = {
  chinese_resume: resumeRules,
  english_resume: resumeRules,
  presentation: presentationRules,
}

/** `PDF, DOCX` */
export const kindsOf = ({ kinds }: FileRules): string => kinds.map((kind) => kind.toUpperCase()).join(', ')

const megabyte = 1024 * 1024

/** Most megabytes, as the server counts them. */
export const megabytesOf = ({ maxBytes }: FileRules): number => Math.floor(maxBytes / megabyte)

/** For the file picker: endings, and media types for pickers that know no endings. */
export const acceptOf = ({ kinds }: FileRules): string =>
  kinds
    .flatMap((kind) => [
      ...fileKinds[kind].extensions.map((extension) => `.${extension}`),
      fileKinds[kind].mediaType,
    ])
    .join(',')

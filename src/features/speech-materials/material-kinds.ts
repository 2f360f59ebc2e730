import { presentationRules, resumeRules, type FileRules } from '#contract/file-kinds.ts'
import type { ParticipantRow } from '#features/participant-rows'

/** The three places, in the order in which they are shown (checklist 188 to 190). */
export const materialKinds = ['chinese_resume', 'english_resume', 'presentation'] as const

export type MaterialKind = (typeof materialKinds)[number]

/** A person's one row. */
export type MaterialsRow = ParticipantRow<'speech_materials'>

export const moduleName = 'speech_materials'

/** What each place takes. */
export const fileRulesByKind: Readonly<Record<MaterialKind, FileRules>> = {
  chinese_resume: resumeRules,
  english_resume: resumeRules,
  presentation: presentationRules,
}

import { presentationRules, resumeRules, type FileRules } from '#contract/file-kinds.ts'
import type { ParticipantRow } from '#features/participant/participant-rows'

/** The three kinds, in the order on screen. */
export const materialKinds = ['chinese_resume', 'english_resume', 'presentation'] as const

export type MaterialKind = (typeof materialKinds)[number]

/** The user's only row. */
export type MaterialsRow = ParticipantRow<'speech_materials'>

export const moduleName = 'speech_materials'

/** File rules of each kind. */
export const fileRulesByKind: Readonly<Record<MaterialKind, FileRules>> = {
  chinese_resume: resumeRules,
  english_resume: resumeRules,
  presentation: presentationRules,
}

import { presentationRules, resumeRules, type FileRules } from '#contract/file-kinds.ts'
import { fieldLayouts, type ParticipantRow } from '#features/participant/participant-rows'

const [fileSection, remarksSection] = fieldLayouts.speech_materials.sections

/** The three kinds, in the order on screen. A kind is the key of the field with its file. */
export const materialKinds = fileSection.fields

/** The fields of the form for remarks. */
export const remarksFields = remarksSection.fields

export type MaterialKind = (typeof materialKinds)[number]

/** A user's row. There is one per user at most. */
export type MaterialsRow = ParticipantRow<'speech_materials'>

export const moduleName = 'speech_materials'

/** File rules of each kind, as in the module's definition. */
export const fileRulesByKind: Readonly<Record<MaterialKind, FileRules>> = {
  chinese_resume: resumeRules,
  english_resume: resumeRules,
  presentation: presentationRules,
}

import type { Localized } from '#contract/locale.ts'
import type { LocalizedRichText } from '#server/sample/rich.ts'

/** What a sample document says, before it is printed. */
export interface SampleDocumentText {
  /** Name in server/sample/files. */
  fileName: string
  title: Localized
  body: LocalizedRichText
}

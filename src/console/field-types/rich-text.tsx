import { lazy, Suspense } from 'react'
import { toPlainText } from '#contract/rich-text.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { ConsoleFieldType, FieldControlProps } from './field-type.ts'
import { text } from './text.tsx'

/** In a chunk of its own, because the editor is larger than the rest of the console. */
const RichTextControl = lazy(() => import('../form/richtext/RichTextControl.tsx'))

/** A formatted text. */
export const richtext: ConsoleFieldType = {
  format: toPlainText,
  selectControl: () => ({ isGroup: true, Control: RichTextEditor }),
  Filter: text.Filter,
}

/** Edits a formatted text, once the editor has loaded. */
function RichTextEditor(props: FieldControlProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={5} />}>
      <RichTextControl {...props} module={props.metadata.name} />
    </Suspense>
  )
}

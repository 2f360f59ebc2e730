import { lazy, Suspense, useState, type ReactNode } from 'react'
import { isLocale } from '#contract/form/form-shape.ts'
import { resolveObjectShape } from '#contract/form/object-shape.ts'
import type { Locale } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import { FieldFrame, FormField, type ControlProps, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { FileField } from './FileField.tsx'
import { JsonControl } from './JsonControl.tsx'
import { ChoiceSelect, DateTimeInput, NumberInput } from './inputs.tsx'
import { KeepMaskedButton, MaskedControl } from './MaskedControl.tsx'
import { ModuleMatrix } from './ModuleMatrix.tsx'
import { RelationField } from './RelationField.tsx'
import { RelationList } from './RelationList.tsx'
import { ObjectControl } from './ObjectControl.tsx'
import { LocalizedTextControl } from './LocalizedTextControl.tsx'

const RichTextControl = lazy(() => import('../form/richtext/RichTextControl.tsx'))

/** With more choices than these, the control is a select instead of chips. */
const maxChips = 6

interface FieldEditorProps {
  metadata: ModuleMetadata
  form: ModuleForm
  name: string
  /** In a short form the rows of a relation are listed inline, which saves one touch. */
  isShort?: boolean
}

/**
 * Renders a field of any module with the control of its type. A type that attendees' forms also have uses their
 * control.
 */
export function FieldEditor({ metadata, form, name, isShort = false }: FieldEditorProps) {
  const locale = useLocale()
  const [wasMasked] = useState(form.values[name] === maskedValue)
  const field = metadata.fields[name]
  if (!field) return null
  const shape = resolveObjectShape(field, form.values)
  if (shape)
    return <ObjectControl metadata={metadata} form={form} name={name} shape={shape} Field={FieldEditor} />
  if (form.values[name] === maskedValue)
    return (
      <FieldFrame form={form} name={name} isGroup>
        {(control) => <MaskedControl {...control} />}
      </FieldFrame>
    )
  const choices = (form.field(name).options ?? []).map(({ value, label }) => ({
    value,
    label: label[locale],
  }))
  const control = selectControl(field, choices.length, isShort)
  if (!control) {
    const formField = <FormField form={form} name={name} />
    if (!wasMasked || !form.isVisible(name)) return formField
    return (
      <>
        {formField}
        <KeepMaskedButton onChange={(value) => form.set(name, value)} />
      </>
    )
  }
  return (
    <FieldFrame form={form} name={name} isGroup={control.isGroup}>
      {(props) =>
        control.render({ ...props, metadata, name, choices, invalidLocale: findInvalidLocale(form, name) })
      }
    </FieldFrame>
  )
}

type ControlRenderProps = ControlProps & {
  metadata: ModuleMetadata
  name: string
  choices: readonly { value: string; label: string }[]
  invalidLocale: Locale | undefined
}

interface Control {
  /** The control has several inputs, so the label cannot belong to a single one. */
  isGroup: boolean
  render: (props: ControlRenderProps) => ReactNode
}

/** Selects the control of a field whose type attendees' forms do not have. */
function selectControl(field: FieldMetadata, choices: number, isShort: boolean): Control | undefined {
  if (field.widget === 'modules') return { isGroup: true, render: (props) => <ModuleMatrix {...props} /> }
  switch (field.type) {
    case 'relation':
      return {
        isGroup: true,
        render: (props) => (isShort ? <RelationList {...props} /> : <RelationField {...props} />),
      }
    case 'richtext':
      return { isGroup: true, render: renderRichText }
    case 'datetime':
      return { isGroup: false, render: (props) => <DateTimeInput {...props} /> }
    case 'integer':
    case 'decimal':
      return { isGroup: false, render: (props) => <NumberInput {...props} /> }
    case 'json':
      return { isGroup: false, render: (props) => <JsonControl {...props} /> }
    case 'file':
    case 'image':
      return { isGroup: false, render: (props) => <FileField {...props} /> }
    case 'enum':
      // A chosen chip cannot be deselected, so chips are for required fields only.
      return field.required && choices <= maxChips
        ? undefined
        : { isGroup: false, render: (props) => <ChoiceSelect {...props} /> }
    default:
      return field.localized
        ? { isGroup: true, render: (props) => <LocalizedTextControl {...props} /> }
        : undefined
  }
}

const renderRichText = (props: ControlRenderProps) => (
  <Suspense fallback={<SkeletonLines lines={5} />}>
    <RichTextControl {...props} module={props.metadata.name} />
  </Suspense>
)

/** Finds the language whose text has an issue; undefined when the issue concerns the whole field. */
function findInvalidLocale(form: ModuleForm, name: string): Locale | undefined {
  const path = form.issues.find((issue) => issue.path.startsWith(`${name}.`))?.path
  const language = path?.slice(name.length + 1)
  return language !== undefined && isLocale(language) ? (language as Locale) : undefined
}

import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLocale, resolveObjectShape } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import {
  FieldFrame,
  FormField,
  type ControlProps,
  type ModuleForm,
  isUnfinished,
  createUnfinished,
} from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { FileField } from './FileField.tsx'
import { ChoiceSelect, DateTimeInput, NumberInput } from './inputs.tsx'
import { ModuleMatrix } from './ModuleMatrix.tsx'
import { RelationField } from './RelationField.tsx'
import { ObjectControl } from './ObjectControl.tsx'
import { LocalizedTextControl } from './LocalizedTextControl.tsx'
import { RelationPicker } from './RelationPicker.tsx'
import styles from './FieldEditor.module.css'

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

/** Edits a relation inline. In a relation to one row the last choice counts. */
function RelationList({
  metadata,
  name,
  value,
  onChange,
}: Pick<ControlProps, 'value' | 'onChange'> & { metadata: ModuleMetadata; name: string }) {
  const isMany = metadata.fields[name]?.relation?.many === true
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
  return (
    <RelationPicker
      metadata={metadata}
      name={name}
      chosenIds={chosen}
      onChange={(next) => onChange(isMany ? next : (next.at(-1) ?? null))}
    />
  )
}

/** Shows that the value is masked. The value stays unless the user types another one. */
function MaskedControl({ id, onChange, labelId }: ControlProps) {
  const { t } = useTranslation('console')
  return (
    <div className={styles.masked}>
      <Icon name="lock" size={20} />
      <span>{t('field.masked')}</span>
      <Button id={id} aria-describedby={labelId} onClick={() => onChange('')}>
        {t('field.retype')}
      </Button>
    </div>
  )
}

/** Offers to restore the masked value while the user types another one. */
function KeepMaskedButton({ onChange }: Pick<ControlProps, 'onChange'>) {
  const { t } = useTranslation('console')
  return (
    <Button className={styles.keep} onClick={() => onChange(maskedValue)}>
      {t('field.keepMasked')}
    </Button>
  )
}

/** Edits a value as JSON. Text that cannot be parsed yet stays as typed; saving reports it as invalid. */
function JsonControl({ id, value, onChange, aria }: ControlProps) {
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && toJson(parseJson(typed)) === toJson(value)
  return (
    <textarea
      {...aria}
      id={id}
      rows={6}
      spellCheck={false}
      autoCapitalize="none"
      className={`${styles.input} ${styles.data}`}
      value={isCurrent ? typed : formatJson(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseJson(target.value))
      }}
    />
  )
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return createUnfinished(text, null)
  }
}

function formatJson(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isUnfinished(value) ? String(value.$unfinished) : JSON.stringify(value, null, 2)
}

const toJson = (value: unknown): string => JSON.stringify(value ?? null)

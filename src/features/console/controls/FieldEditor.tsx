import { locales, type Locale } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { clockIn, dateIn, instantOf } from '#contract/time.ts'
import { FieldFrame, FormField, type ControlProps, type ModuleForm } from '#features/forms'
import { useForum } from '#lib/forum.ts'
import { RelationPicker } from './RelationPicker.tsx'
import styles from './FieldEditor.module.css'

/** A field of any module with the control of its type: what attendees' forms have, and what only organisers write. */
export function FieldEditor({
  metadata,
  form,
  name,
}: {
  metadata: ModuleMetadata
  form: ModuleForm
  name: string
}) {
  const field = metadata.fields[name]
  if (!field) return null
  if (field.type === 'relation')
    return (
      <FieldFrame form={form} name={name} isGroup>
        {(control) => <Relation {...control} metadata={metadata} name={name} />}
      </FieldFrame>
    )
  if (field.localized)
    return (
      <FieldFrame form={form} name={name} isGroup>
        {(control) => <InLanguages {...control} />}
      </FieldFrame>
    )
  if (field.type === 'datetime')
    return (
      <FieldFrame form={form} name={name}>
        {(control) => <Moment {...control} />}
      </FieldFrame>
    )
  if (field.type === 'integer' || field.type === 'decimal')
    return (
      <FieldFrame form={form} name={name}>
        {(control) => <NumberLine {...control} />}
      </FieldFrame>
    )
  return <FormField form={form} name={name} />
}

/** One row or several of another module. Of one, the last choice holds. */
function Relation({
  metadata,
  name,
  value,
  onChange,
}: ControlProps & { metadata: ModuleMetadata; name: string }) {
  const isMany = metadata.fields[name]?.relation?.many === true
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
  return (
    <RelationPicker
      metadata={metadata}
      name={name}
      chosen={chosen}
      onChange={(next) => onChange(isMany ? next : (next.at(-1) ?? null))}
    />
  )
}

const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** A text in each language, side by side where there is room. */
function InLanguages({ id, field, value, onChange, labelId, aria }: ControlProps) {
  const texts = (value ?? {}) as Readonly<Partial<Record<Locale, string>>>
  return (
    <div className={styles.languages}>
      {locales.map((locale, place) => {
        const shared = {
          // The first carries the id of the field: there the focus goes when it is wrong.
          id: place === 0 ? id : `${id}-${locale}`,
          lang: locale,
          value: texts[locale] ?? '',
          'aria-labelledby': `${labelId} ${id}-${locale}-name`,
          ...aria,
          className: styles.input,
          onChange: ({ target }: { target: { value: string } }) =>
            onChange({
              ...Object.fromEntries(locales.map((one) => [one, texts[one] ?? ''])),
              [locale]: target.value,
            }),
        }
        return (
          <div key={locale}>
            <span id={`${id}-${locale}-name`} className={styles.language}>
              {languageNames[locale]}
            </span>
            {field.type === 'text' ? <textarea rows={3} {...shared} /> : <input type="text" {...shared} />}
          </div>
        )
      })}
    </div>
  )
}

/** A moment, typed in the forum's zone and kept as an instant. */
function Moment({ id, value, onChange, aria }: ControlProps) {
  const { timeZone } = useForum()
  const wall =
    typeof value === 'string' && value !== '' ? `${dateIn(value, timeZone)}T${clockIn(value, timeZone)}` : ''
  return (
    <input
      {...aria}
      id={id}
      type="datetime-local"
      className={styles.input}
      value={wall}
      onChange={({ target }) => onChange(target.value === '' ? null : instantOf(target.value, timeZone))}
    />
  )
}

/** A number; what is none stays as it was typed, and is told as wrong. */
function NumberLine({ id, field, value, onChange, aria }: ControlProps) {
  return (
    <input
      {...aria}
      id={id}
      type="text"
      inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
      className={styles.input}
      value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
      onChange={({ target }) => {
        const number = Number(target.value)
        const isNumber = /^-?\d+(\.\d+)?$/.test(target.value.trim()) && String(number) === target.value.trim()
        onChange(target.value === '' ? null : isNumber ? number : target.value)
      }}
    />
  )
}

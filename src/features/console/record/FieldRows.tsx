import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { resolveObjectShape, type ObjectShape } from '#contract/form/object-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import { isSafeUrl } from '#lib/safe-url.ts'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { RichText } from '#ui/RichText.tsx'
import { StoredImage, TextPicture } from '../field-controls/StoredImage.tsx'
import type { Row } from '../data/console-api.ts'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import { MaskedValue } from './MaskedValue.tsx'
import styles from './FieldRows.module.css'

const ModuleNames = lazy(() => import('../field-values/ModuleNames.tsx'))

const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Fields with their values, to be read; what this row does not show is left out. */
export function FieldRows({
  metadata,
  row,
  fields,
  words,
}: {
  metadata: ModuleMetadata
  row: Row
  fields: readonly string[]
  words: ValueLabels
}) {
  const { t } = useTranslation('console')
  return (
    <dl className={styles.fields}>
      {fields.map((key) => {
        const field = metadata.fields[key]
        if (!field || !Object.hasOwn(row, key)) return null
        const value = row[key]
        return (
          <div key={key} className={styles.field}>
            <dt className={styles.label}>{field.label[words.locale]}</dt>
            <dd className={styles.value}>
              {isBlank(value) ? (
                <span className={styles.none}>{t('record.none')}</span>
              ) : resolveObjectShape(field, row) ? (
                <ShapedRows
                  metadata={metadata}
                  shape={resolveObjectShape(field, row)}
                  value={value}
                  words={words}
                />
              ) : (
                <RowValue
                  metadata={metadata}
                  id={row.id}
                  name={key}
                  field={field}
                  value={value}
                  words={words}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A value of this row: one that is masked can be asked for. */
function RowValue({ metadata, id, ...value }: ValueProps & { metadata: ModuleMetadata; id: string }) {
  const isAskable = value.field.masked && metadata.permissions.includes('reveal')
  if (isAskable && value.value === maskedValue)
    return (
      <MaskedValue module={metadata.name} id={id} name={value.name} field={value.field} words={value.words} />
    )
  return <FieldValue {...value} />
}

/** A value of a known shape: its own fields, and those of the objects within it. */
function ShapedRows({
  metadata,
  shape,
  value,
  words,
}: {
  metadata: ModuleMetadata
  shape: ObjectShape | undefined
  value: unknown
  words: ValueLabels
}) {
  if (!shape || !isPlainObject(value)) return null
  const own = { ...metadata, fields: shape.fields as ModuleMetadata['fields'] }
  const { parts = {} } = shape
  return (
    <>
      <FieldRows metadata={own} row={value as Row} fields={Object.keys(shape.fields)} words={words} />
      {Object.entries(parts).map(([key, part]) => (
        <section key={key} className={styles.part}>
          <h4 className={styles.partTitle}>{part.label?.[words.locale]}</h4>
          <ShapedRows metadata={metadata} shape={part} value={value[key]} words={words} />
        </section>
      ))}
    </>
  )
}

interface ValueProps {
  name: string
  field: FieldMetadata
  value: unknown
  words: ValueLabels
}

/** A value in full; a language map shows its languages beside each other. */
export function FieldValue(props: ValueProps) {
  const { field, value } = props
  if (!field.localized || typeof value !== 'object') return <OneValue {...props} />
  const texts = value as Readonly<Record<string, unknown>>
  return (
    <div className={styles.languages}>
      {locales.map((locale) => (
        <div key={locale} lang={locale}>
          <span className={styles.language}>{languageNames[locale]}</span>
          {isBlank(texts[locale]) ? (
            <span className={styles.none}>–</span>
          ) : (
            <OneValue {...props} field={{ ...field, localized: false }} value={texts[locale]} />
          )}
        </div>
      ))}
    </div>
  )
}

function OneValue({ name, field, value, words }: ValueProps) {
  const text = formatFieldValue(name, field, value, words)
  if (field.display === 'modules')
    return (
      <Suspense fallback={text}>
        <ModuleNames value={value} />
      </Suspense>
    )
  if (value === maskedValue) return <span className={styles.masked}>{text}</span>
  switch (field.type) {
    case 'richtext':
      return <RichText value={value} image={TextPicture} />
    case 'image':
      return isPlainObject(value) ? (
        <ZoomableImage label={text}>
          <StoredImage no={String(value['no'])} alt={text} className={styles.picture} />
        </ZoomableImage>
      ) : (
        <span className={styles.text}>{text}</span>
      )
    case 'email':
      return <a href={`mailto:${text}`}>{text}</a>
    case 'phone':
      return <a href={`tel:${text}`}>{text}</a>
    case 'url':
      return isSafeUrl(text) ? (
        <a href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <>{text}</>
      )
    case 'list':
      return <ItemList name={name} field={field} value={value} words={words} />
    default:
      return <span className={styles.text}>{text}</span>
  }
}

function ItemList({ name, field, value, words }: ValueProps) {
  if (!Array.isArray(value)) return null
  return (
    <ol className={styles.items}>
      {value.map((item, place) => (
        <li key={place}>{formatFieldValue(name, field, item, words)}</li>
      ))}
    </ol>
  )
}

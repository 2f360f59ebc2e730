import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject, resolveObjectShape, type ObjectShape } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import { isSafeUrl } from '#platform/urls.ts'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { RichText } from '#ui/RichText.tsx'
import { StoredImage, TextPicture } from '../field-controls/StoredImage.tsx'
import type { Row } from '../data/console-api.ts'
import { formatFieldValue, isBlank } from '../field-values/field-text.ts'
import { type ValueLabels } from '../field-types/field-type.ts'
import { MaskedValue } from './MaskedValue.tsx'
import styles from './FieldRows.module.css'

const ModuleNames = lazy(() => import('../field-values/ModuleNames.tsx'))

const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Shows fields with their values. Fields that the row does not contain are left out. */
export function FieldRows({
  metadata,
  row,
  fields,
  labels,
}: {
  metadata: ModuleMetadata
  row: Row
  /** Keys of the fields, in the order in which they are shown. */
  fields: readonly string[]
  labels: ValueLabels
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
            <dt className={styles.label}>{field.label[labels.locale]}</dt>
            <dd className={styles.value}>
              {isBlank(value) ? (
                <span className={styles.none}>{t('record.none')}</span>
              ) : resolveObjectShape(field, row) ? (
                <ObjectRows
                  metadata={metadata}
                  shape={resolveObjectShape(field, row)}
                  value={value}
                  labels={labels}
                />
              ) : (
                <RowValue
                  metadata={metadata}
                  id={row.id}
                  name={key}
                  field={field}
                  value={value}
                  labels={labels}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Shows a value of a row; a masked one can be revealed. */
function RowValue({ metadata, id, ...valueProps }: ValueProps & { metadata: ModuleMetadata; id: string }) {
  const canReveal = valueProps.field.masked && metadata.permissions.includes('reveal')
  if (canReveal && valueProps.value === maskedValue)
    return (
      <MaskedValue
        module={metadata.name}
        id={id}
        name={valueProps.name}
        field={valueProps.field}
        labels={valueProps.labels}
      />
    )
  return <FieldValue {...valueProps} />
}

/** Shows an object of a known shape: its fields, and those of the objects within it. */
function ObjectRows({
  metadata,
  shape,
  value,
  labels,
}: {
  metadata: ModuleMetadata
  shape: ObjectShape | undefined
  value: unknown
  labels: ValueLabels
}) {
  if (!shape || !isPlainObject(value)) return null
  // The fields of a shape lack members of metadata that only lists and filters read.
  const objectMetadata = { ...metadata, fields: shape.fields as ModuleMetadata['fields'] }
  const { parts = {} } = shape
  return (
    <>
      <FieldRows
        metadata={objectMetadata}
        row={value as Row}
        fields={Object.keys(shape.fields)}
        labels={labels}
      />
      {Object.entries(parts).map(([key, subShape]) => (
        <section key={key} className={styles.group}>
          <h4 className={styles.groupTitle}>{subShape.label?.[labels.locale]}</h4>
          <ObjectRows metadata={metadata} shape={subShape} value={value[key]} labels={labels} />
        </section>
      ))}
    </>
  )
}

/** A value of a field, and how to format it. */
interface ValueProps {
  /** Key of the field. */
  name: string
  field: FieldMetadata
  value: unknown
  labels: ValueLabels
}

/** Shows a value in full; a localized value in all languages. */
export function FieldValue(props: ValueProps) {
  const { field, value } = props
  if (!field.localized || typeof value !== 'object') return <SingleValue {...props} />
  const texts = value as Readonly<Record<string, unknown>>
  return (
    <div className={styles.languages}>
      {locales.map((locale) => (
        <div key={locale} lang={locale}>
          <span className={styles.language}>{languageNames[locale]}</span>
          {isBlank(texts[locale]) ? (
            <span className={styles.none}>–</span>
          ) : (
            <SingleValue {...props} field={{ ...field, localized: false }} value={texts[locale]} />
          )}
        </div>
      ))}
    </div>
  )
}

/** Shows a value in one language, as its type requires: a picture, a link, a list or text. */
function SingleValue({ name, field, value, labels }: ValueProps) {
  const text = formatFieldValue(name, field, value, labels)
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
          <StoredImage fileNumber={String(value['no'])} alt={text} className={styles.picture} />
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
      return <ItemList name={name} field={field} value={value} labels={labels} />
    default:
      return <span className={styles.text}>{text}</span>
  }
}

/** Shows the items of a list field as a numbered list. */
function ItemList({ name, field, value, labels }: ValueProps) {
  if (!Array.isArray(value)) return null
  return (
    <ol className={styles.items}>
      {value.map((item, index) => (
        <li key={index}>{formatFieldValue(name, field, item, labels)}</li>
      ))}
    </ol>
  )
}

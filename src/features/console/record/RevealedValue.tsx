import { useTranslation } from 'react-i18next'
import type { FieldMetadata } from '#contract/metadata.ts'
import type { RevealData } from '#contract/row-calls.ts'
import type { FileValue } from '#contract/row.ts'
import { fileAddress } from '#lib/api.ts'
import { fieldText, isBlank, type ValueWords } from '../values/field-text.ts'
import styles from './MaskedValue.module.css'

/** A value in full. A file comes by an address that is good once. */
export function RevealedValue({
  name,
  field,
  shown: { value, token },
  words,
}: {
  name: string
  field: FieldMetadata
  shown: RevealData
  words: ValueWords
}) {
  const { t } = useTranslation('console')
  if (isBlank(value)) return <>{t('record.none')}</>
  if (token === undefined) return <>{fieldText(name, field, value, words)}</>
  const file = value as FileValue
  const address = `${fileAddress(file.no)}?${new URLSearchParams({ token }).toString()}`
  if (field.type === 'image')
    return <img src={address} alt={field.label[words.locale]} className={styles.picture} />
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {file.name}
    </a>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { isSelectedFile, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { useChoiceLabels } from './ProgrammeFields.tsx'
import type { FormStep } from './steps.ts'
import type { RegistrationKind } from './kinds.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import styles from './SummaryStep.module.css'
import type { RegistrationOptions } from './use-registration-options.ts'

/** Lists all answers by step, each with a button to change that step. */
export function SummaryStep({
  kind,
  form,
  steps,
  options,
  onChangeStep,
}: {
  kind: RegistrationKind
  form: ModuleForm
  steps: RegistrationKind['steps']
  options: RegistrationOptions
  /** Called when the user wants to change a step. */
  onChangeStep: (step: FormStep) => void
}) {
  const { t } = useTranslation('register')
  const locale = useLocale()
  return (
    <div className={styles.review}>
      {steps.map(({ step, fields }) => (
        <section key={step} className={styles.section} aria-labelledby={`review-${step}`}>
          <div className={styles.head}>
            <h2 id={`review-${step}`} className={styles.title}>
              {t(`steps.${step}.heading`)}
            </h2>
            <button
              type="button"
              className={styles.change}
              aria-label={t('review.changeOf', { part: t(`steps.${step}.heading`) })}
              onClick={() => onChangeStep(step)}
            >
              {t('review.change')}
            </button>
          </div>
          <dl className={styles.list}>
            {fields
              .filter((name) => form.isVisible(name))
              .map((name) => (
                <div key={name} className={styles.row}>
                  <dt>{kind.definition.fields[name]?.label[locale]}</dt>
                  <dd>
                    <AnswerValue
                      field={kind.definition.fields[name]}
                      value={form.values[name]}
                      options={options}
                    />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p className={styles.privacy}>{t('review.privacy')}</p>
    </div>
  )
}

/** Shows the value of a field as text, as a list of names or as an image. */
export function AnswerValue({
  field,
  value,
  options,
}: {
  field: FieldDefinition | undefined
  value: unknown
  /** Names the chosen sub-forums and tours. */
  options: RegistrationOptions
}): ReactNode {
  const { t } = useTranslation('register')
  const { t: tForms } = useTranslation('forms')
  const locale = useLocale()
  const labels = useChoiceLabels()
  if (isSelectedFile(value))
    return <BlobImage file={value.file} alt={t('photo.yours')} className={styles.photo} />
  if (field?.type === 'image') return value ? t('photo.onServer') : '—'
  if (typeof value === 'boolean') return tForms(value ? 'yes' : 'no')
  if (field?.relation) {
    const ids: readonly unknown[] = Array.isArray(value) ? value : value ? [value] : []
    // The names are still loading, or not on this device.
    if (ids.length > 0 && !options.isLoaded) return t('review.count', { count: ids.length })
    const chosenRows =
      field.relation.module === 'tracks'
        ? options.subForums
            .filter(({ id }) => ids.includes(id))
            .map((one) => ({ id: one.id, name: labels.subForum(one) }))
        : options.tours
            .filter(({ id }) => ids.includes(id))
            .map((one) => ({ id: one.id, name: labels.tour(one) }))
    if (chosenRows.length === 0) return t('review.none')
    return (
      <ul className={styles.chosen}>
        {chosenRows.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    )
  }
  if (typeof value !== 'string' || value.trim() === '') return '—'
  return field?.options?.find((option) => option.value === value)?.label[locale] ?? value
}

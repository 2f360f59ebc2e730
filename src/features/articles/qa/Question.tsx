import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createExcerpt } from '#contract/excerpt.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { useHanForms } from '#platform/han-forms.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { pickRichText } from '#platform/rich-text.ts'
import { findMatches } from '#platform/text-search.ts'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import { Icon } from '#ui/Icon.tsx'
import { RichText } from '#ui/RichText.tsx'
import styles from './Question.module.css'
import type { QuestionRow } from './queries.ts'

/** A question that expands to its answer. */
export function Question({
  row,
  terms,
  isOpen,
  isLinked,
  onToggle,
}: {
  row: QuestionRow
  /** Words to highlight. */
  terms: readonly string[]
  isOpen: boolean
  /** True when the URL names this question: it is scrolled into view. */
  isLinked: boolean
  onToggle: (isOpen: boolean) => void
}) {
  const { t } = useTranslation(['qa', 'common'])
  const pick = useLocalized()
  const locale = useLocale()
  const simplify = useHanForms()
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isLinked) element.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  const title = pick(row.title)
  const answer = pickRichText(row.body, locale)
  // Explains a match when only the answer contains the words.
  const isFoundByAnswer = !isOpen && terms.length > 0 && findMatches(title.text, terms, simplify).length === 0
  const excerpt = isFoundByAnswer ? createExcerpt([toPlainText(answer.document)], terms, simplify) : ''
  return (
    <details
      ref={element}
      id={row.no}
      className={styles.question}
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open)
      }}
    >
      <summary className={styles.summary}>
        <div className={styles.text}>
          <h2 className={styles.title} lang={title.locale}>
            <HighlightedText text={title.text} terms={terms} />
          </h2>
          {excerpt && (
            <p className={styles.excerpt} lang={answer.locale}>
              <HighlightedText text={excerpt} terms={terms} />
            </p>
          )}
        </div>
        <Icon name="forward" size={20} />
      </summary>
      <div className={styles.answer}>
        {answer.document ? (
          <>
            {answer.locale !== locale && <p className={styles.note}>{t('common:inOtherLanguage')}</p>}
            <RichText value={answer.document} lang={answer.locale} />
          </>
        ) : (
          <p className={styles.note}>{t('unanswered')}</p>
        )}
        <Link to="/article/view/$no" params={{ no: row.no }} className={styles.page}>
          {t('page')}
          <Icon name="forward" size={16} />
        </Link>
      </div>
    </details>
  )
}

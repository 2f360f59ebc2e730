import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { getQueryTerms } from '#contract/search-text.ts'
import { createExcerpt } from '#contract/excerpt.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { limits } from '#contract/forum.ts'
import { useHanForms, findMatches } from '#platform/text-search.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { LoadMore } from '#ui/LoadMore.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { pickRichText, RichText } from '#ui/RichText.tsx'
import { HighlightedText } from '#ui/InlineText.tsx'
import { Icon } from '#ui/Icon.tsx'
import { type InfinitePages, flattenPages } from '#platform/infinite-list.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useInfiniteList, type InfiniteList } from '#platform/use-infinite-list.ts'
import {
  questionQuery,
  type QuestionRow,
  questionsInfoKey,
  questionsKey,
  questionsQuery,
  type QuestionFilter,
  type QuestionSearch,
  filterQuestions,
} from './queries.ts'
import styles from './QaScreen.module.css'
import questionStyles from './Question.module.css'

/** Lists questions, page by page. The one in the URL is included and expanded. */
export function QuestionList({
  questions,
  search,
  onToggle,
  onReset,
}: {
  questions: QuestionListState
  search: QuestionSearch
  /** Called with the number of a question that the user expands or collapses. */
  onToggle: (no: string, isOpen: boolean) => void
  /** Called when the user removes the filters of a list without matches. */
  onReset: () => void
}) {
  const { t } = useTranslation(['qa', 'common'])
  const { q, category, open } = search
  const simplify = useHanForms(q !== undefined)
  /** Number of the question in the URL that opened the page, whatever is expanded later. */
  const [linkedNo] = useState(open)
  const { rows, pageInfo } = questions
  const isFiltered = q !== undefined || category !== undefined
  const isLinkedMissing =
    linkedNo !== undefined && !isFiltered && rows?.every(({ no }) => no !== linkedNo) === true
  const { data: linkedRow } = useQuery(questionQuery(linkedNo ?? '', isLinkedMissing && !questions.isCleared))
  const terms = useMemo(() => getQueryTerms(q ?? '', simplify), [q, simplify])
  if (!rows) return <LoadState failed={questions.hasFailed} retry={() => void questions.reload()} />
  if (questions.isCleared) return <ClearedList questions={questions} />
  const displayedRows = isLinkedMissing && linkedRow ? [linkedRow, ...rows] : rows
  if (displayedRows.length === 0) return <EmptyList isFiltered={isFiltered} onReset={onReset} />
  return (
    <PullToRefresh onRefresh={questions.reload}>
      {questions.areFromDevice && <p className={styles.state}>{t('fromDevice')}</p>}
      <ul className={styles.list}>
        {displayedRows.map((row) => (
          <li key={row.id}>
            <Question
              row={row}
              terms={terms}
              isOpen={row.no === open}
              isLinked={row.no === linkedNo}
              onToggle={(isOpen) => onToggle(row.no, isOpen)}
            />
          </li>
        ))}
      </ul>
      {!questions.areFromDevice && (
        <>
          <LoadMore
            shownCount={rows.length}
            total={pageInfo.total}
            busy={questions.isLoading}
            failed={questions.hasFailed}
            onMore={questions.hasMore ? questions.loadMore : undefined}
          />
          <Button className={styles.clear} onClick={questions.clear}>
            {t('clear')}
          </Button>
        </>
      )}
    </PullToRefresh>
  )
}

/** Shown after the user has cleared the list: a button loads the first page again. */
function ClearedList({ questions }: { questions: QuestionListState }) {
  const { t } = useTranslation('qa')
  return (
    <EmptyState
      title={t('cleared.title')}
      text={t(questions.hasFailed ? 'cleared.failed' : 'cleared.text')}
      action={
        <Button variant="filled" busy={questions.isLoading} onClick={questions.loadMore}>
          {t('cleared.load')}
        </Button>
      }
    />
  )
}

function EmptyList({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  const { t } = useTranslation('qa')
  if (!isFiltered) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      title={t('none.title')}
      text={t('none.text')}
      action={<Button onClick={onReset}>{t('none.action')}</Button>}
    />
  )
}

/** A question that expands to its answer. */
function Question({
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
  /** True when the URL that opened the page named this question: it is scrolled into view. */
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
  // A match in the answer alone is explained by an excerpt, while the answer is collapsed.
  const isFoundByAnswer = !isOpen && terms.length > 0 && findMatches(title.text, terms, simplify).length === 0
  const excerpt = isFoundByAnswer ? createExcerpt([toPlainText(answer.document)], terms, simplify) : ''
  return (
    <details
      ref={element}
      id={row.no}
      className={questionStyles.question}
      open={isOpen}
      onToggle={(event) => {
        // The event also follows a change of the prop.
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open)
      }}
    >
      <summary className={questionStyles.summary}>
        <div className={questionStyles.text}>
          <h2 className={questionStyles.title} lang={title.locale}>
            <HighlightedText text={title.text} terms={terms} />
          </h2>
          {excerpt && (
            <p className={questionStyles.excerpt} lang={answer.locale}>
              <HighlightedText text={excerpt} terms={terms} />
            </p>
          )}
        </div>
        <Icon name="forward" size={20} />
      </summary>
      <div className={questionStyles.answer}>
        {answer.document ? (
          <>
            {answer.locale !== locale && <p className={questionStyles.note}>{t('common:inOtherLanguage')}</p>}
            <RichText value={answer.document} lang={answer.locale} />
          </>
        ) : (
          <p className={questionStyles.note}>{t('unanswered')}</p>
        )}
        <Link to="/article/view/$no" params={{ no: row.no }} className={questionStyles.page}>
          {t('page')}
          <Icon name="forward" size={16} />
        </Link>
      </div>
    </details>
  )
}

/** The list for the current filter, and all questions on this device. */
export interface QuestionListState extends InfiniteList<QuestionRow> {
  /** The questions of all lists in the query cache. */
  loaded: QuestionRow[]
  /** True when the server could not be reached and the rows are matches of the device. */
  areFromDevice: boolean
}

/** Returns the questions for a filter; without network those of the device. */
export function useQuestions({ q, category }: QuestionFilter): QuestionListState {
  const filter = { q, category }
  const client = useQueryClient()
  const simplify = useHanForms()
  const offline = useIsOffline()
  const list = useInfiniteList(
    questionsQuery(filter, (q ?? '').length <= limits.searchCharacters),
    questionsKey,
    questionsInfoKey,
  )
  // Lists of all filters: each may have loaded other questions.
  const lists = client.getQueriesData<InfinitePages<QuestionRow>>({ queryKey: questionsKey })
  const loaded = flattenPages({ pages: lists.flatMap(([, data]) => data?.pages ?? []) })
  const areFromDevice = offline && !list.rows && loaded.length > 0
  const rows = areFromDevice ? filterQuestions(loaded, filter, simplify) : list.rows
  return { ...list, loaded, areFromDevice, rows }
}

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/forum.ts'
import { categoriesQuery } from '#platform/module-queries.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocalized } from '#platform/locale.ts'
import { useSearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { QuestionRow } from './queries.ts'
import { QuestionList, useQuestions } from './QuestionList.tsx'
import { parseQuestionSearch, type QuestionChange } from './queries.ts'
import styles from './QaScreen.module.css'

/** Questions and answers, with categories and search. */
export function QaScreen() {
  const { t } = useTranslation(['qa', 'common'])
  useDocumentTitle(t('title'))
  const search = useSearch({ from: '/_main/qa' })
  const navigate = useNavigate({ from: '/qa' })
  const change = useCallback(
    (changes: QuestionChange) =>
      void navigate({
        search: (previous: object) => parseQuestionSearch({ ...previous, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const setUrlQuery = useCallback(
    (q: string) => {
      // The server refuses a longer text; the screen says so below the field.
      if (q.length <= limits.searchCharacters) change({ q: q || undefined })
    },
    [change],
  )
  const query = useSearchQueryStore(search.q ?? '', setUrlQuery)
  const text = useSearchQueryValue(query)
  const isTooLong = text.trim().length > limits.searchCharacters
  const questions = useQuestions(search)
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className={styles.tools}>
        <Link to="/qa/ask" className={`${buttonClass('quiet')} ${styles.ask}`}>
          <Icon name="plus" size={20} />
          {t('ask')}
        </Link>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          clearLabel={t('common:clearField')}
          value={text}
          onChange={query.type}
          onClear={() => {
            query.type('')
            query.settle()
          }}
          onDone={query.settle}
          errorId={isTooLong ? 'words-too-long' : undefined}
        />
        {isTooLong && (
          <p id="words-too-long" role="alert" className={styles.error}>
            {t('common:wordsTooLong', { count: limits.searchCharacters })}
          </p>
        )}
        <Categories
          questions={questions.loaded}
          chosen={search.category}
          onChoose={(category) => change({ category })}
        />
      </div>
      {!isTooLong && (
        <QuestionList
          questions={questions}
          search={search}
          onToggle={(no, isOpen) => change({ open: isOpen ? no : undefined })}
          onReset={() => {
            query.type('')
            change({ q: undefined, category: undefined })
          }}
        />
      )}
    </Screen>
  )
}

/** Choice of a category among those of the loaded questions; hidden when there is one at most. */
function Categories({
  questions,
  chosen,
  onChoose,
}: {
  questions: readonly QuestionRow[]
  chosen: string | undefined
  onChoose: (category: string | undefined) => void
}) {
  const { t } = useTranslation('qa')
  const pick = useLocalized()
  const { data: categories = [] } = useQuery(categoriesQuery())
  const usedCategories = categories.filter(
    ({ id }) => id === chosen || questions.some((row) => row.category === id),
  )
  if (usedCategories.length < 2) return null
  return (
    <ChoiceChips
      label={t('categories')}
      choices={[
        { value: undefined, label: t('everything') },
        ...usedCategories.map(({ id, name }) => ({
          value: id,
          label: pick(name).text,
          lang: pick(name).locale,
        })),
      ]}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
